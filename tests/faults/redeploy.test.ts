// The relay is replaced while people order and pay: a second process over the same PostgreSQL comes, the first is told to
// stop, and then the other way round. Nobody may notice more than a stream that reconnects.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Child } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';
import { createShop, type Shop } from '../../scripts/shop.ts';
import { createAnotherRelay, relayUrlOf } from '../support/another-relay.ts';
import { createBalancer, type Balancer } from '../support/balancer.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { expectPromisesKept } from './kept-promises.ts';
import { seeded, seedOf } from './seeded.ts';
import { anyOrder, ask, fromAnywhere, readMenu, signIn, type Placed } from './shop-client.ts';
import { startCrowd } from './shop-crowd.ts';
import type { RelayDatabase } from './shop-findings.ts';
import { connectTo } from './shop-kills.ts';

const seed = seedOf();
const chance = seeded(seed);
const POLL = { timeout: 60_000, interval: 50 };
const ORDERS_BETWEEN = 6;
const HANGS_MS = 700;

let dataDir: string;
let postgres: TestPostgres;
let balancer: Balancer;
let shop: Shop;
let second: Child;
let relay: RelayDatabase;
let urls: { first: string; second: string };
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-redeploy-'));
  postgres = await startPostgres();
  const ports = await freePorts(6);
  const [store = 0, first = 0, payments = 0, printer = 0, printerPage = 0, other = 0] = ports;
  balancer = await createBalancer([first, other]);
  urls = { first: relayUrlOf(first), second: relayUrlOf(other) };
  const shared = {
    DATABASE_URL: postgres.url,
    SECRETS_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: balancer.url,
    TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  shop = createShop({
    dataDir,
    ports: { store, relay: first, payments, printer, printerPage },
    relayUrl: balancer.url,
    env: {
      relay: { ...shared, INSTANCE_URL: urls.first },
      // The crowd leaves most of its orders unpaid.
      store: { LOG_LEVEL: 'warn', UNPAID_ORDERS_FACTOR: '1000' },
    },
  });
  second = createAnotherRelay({ shop, port: other, shared });
  await shop.start();
  relay = connectTo(postgres.url);
});
afterAll(async () => {
  await relay?.close();
  await second?.stop();
  await shop?.stop();
  await balancer?.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe(`a relay that is replaced while people order and pay (seed ${seed})`, () => {
  it('hands its store over, breaks no request off, and loses and doubles nothing', async () => {
    const crowd = startCrowd({
      urls: { relay: balancer.url, store: shop.urls.store, payments: shop.urls.payments },
      menu: await readMenu(shop.urls.store),
      attendant: await signIn(shop.urls.store, 'ATTENDANT'),
      chance,
    });
    const first = shop.children.relay;
    await crowd.acknowledged(ORDERS_BETWEEN, ['relay', 'store']);
    for (const [going, coming, url] of [
      [first, second, urls.second],
      [second, first, urls.first],
    ] as const) {
      await coming.start();
      await crowd.acknowledged(ORDERS_BETWEEN, ['relay']);
      await going.stop();
      await expect.poll(() => linked(url), POLL).toBe(1);
      await crowd.acknowledged(ORDERS_BETWEEN, ['relay']);
    }
    await crowd.stop();

    expect(crowd.serverErrors).toEqual([]);
    await expectPromisesKept({ joined: () => shop.joined(), dataDir }, relay, crowd);
    expect(await relay.query('select id from payment_attempts where refunded_cents > 0')).toEqual([]);
    for (const { log } of [first, second])
      expect(log().filter((line) => /did not end|stopped before everything/.test(line))).toEqual([]);
  });

  it('answers the payment that it was just starting, and sends readers of live streams away', async () => {
    await shop.joined();
    const headers = fromAnywhere(chance);
    const menu = await readMenu(shop.urls.store);
    const placed = await ask(`${urls.first}/api/orders`, { body: anyOrder(menu, chance), headers });
    expect(placed.status).toBe(201);
    const { order, trackingToken } = placed.body as Placed;
    await ask(`${shop.urls.payments}/simulator/faults`, {
      body: { hangCreates: { count: 1, answerAfterMs: HANGS_MS } },
    });
    const stream = await fetch(`${urls.first}/api/live`, { headers });
    const heard = stream.text();
    const pix = ask(`${urls.first}/api/orders/${order.code}/pix`, {
      body: {},
      headers: { ...headers, authorization: `Bearer ${trackingToken}` },
    });
    const asked = async (): Promise<number> =>
      (await relay.query(`select id from payment_attempts where order_id = '${order.id}'`)).length;
    await expect.poll(asked, POLL).toBe(1);
    await shop.children.relay.stop();
    expect(await pix).toMatchObject({ status: 200, body: { paymentId: expect.any(String) as string } });
    // Ended, and not broken off in the middle.
    expect(await heard).toContain('event: hello');
  });
});

/** How many stores a process holds the link of. */
async function linked(url: string): Promise<number> {
  const { body } = await ask(`${url}/readyz`);
  return (body as { linked: number } | null)?.linked ?? 0;
}
