// The machine with the relay's PostgreSQL dies while people order and pay, and its standby is promoted a moment later. What was
// acknowledged is on the standby; the relay finds it by itself, and people wait for seconds.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { freePorts } from '../../scripts/ports.ts';
import { createShop, type Shop } from '../../scripts/shop.ts';
import { startPostgresPair, type PostgresPair } from '../support/postgres-pair.ts';
import { expectPromisesKept } from './kept-promises.ts';
import { seeded, seedOf } from './seeded.ts';
import { readMenu, signIn } from './shop-client.ts';
import { startCrowd } from './shop-crowd.ts';
import type { RelayDatabase } from './shop-findings.ts';
import { connectTo } from './shop-kills.ts';

const seed = seedOf();
const chance = seeded(seed);
const ORDERS_BETWEEN = 6;

let dataDir: string;
let postgres: PostgresPair;
let shop: Shop;
let relay: RelayDatabase;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-failover-'));
  postgres = await startPostgresPair();
  const { primary, standby } = postgres;
  const [store = 0, relayPort = 0, payments = 0, printer = 0, printerPage = 0] = await freePorts(5);
  shop = createShop({
    dataDir,
    ports: { store, relay: relayPort, payments, printer, printerPage },
    env: {
      relay: {
        DATABASE_URL: primary.url.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`),
        SECRETS_KEY: randomBytes(32).toString('hex'),
        TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
        LOG_LEVEL: 'warn',
      },
      // The crowd leaves most of its orders unpaid.
      store: { LOG_LEVEL: 'warn', UNPAID_ORDERS_FACTOR: '1000' },
    },
  });
  await shop.start();
  relay = connectTo(standby.url);
});
afterAll(async () => {
  await relay?.close();
  await shop?.stop();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe(`a primary that dies while people order and pay (seed ${seed})`, () => {
  it('[136] is followed by its standby without a hand at the relay: nothing acknowledged is lost or doubled', async () => {
    const crowd = startCrowd({
      urls: { relay: shop.urls.relay, store: shop.urls.store, payments: shop.urls.payments },
      menu: await readMenu(shop.urls.store),
      attendant: await signIn(shop.urls.store, 'ATTENDANT'),
      chance,
    });
    await crowd.acknowledged(ORDERS_BETWEEN, ['relay', 'store']);
    await postgres.primary.kill();
    // The shop itself needs no relay.
    await crowd.acknowledged(ORDERS_BETWEEN, ['store']);
    await postgres.standby.promote();
    await crowd.acknowledged(2 * ORDERS_BETWEEN, ['relay', 'store']);
    await crowd.stop();

    await expectPromisesKept({ joined: () => shop.joined(), dataDir }, relay, crowd);
  });
});
