// A shop moves from one relay to another, each over a PostgreSQL database of its own, while people order and pay: everything that was
// promised is at the new one, nothing is left at the old one, and a move that fails leaves the shop where it was.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../cloud/command.ts';
import { operatorToken } from '../../cloud/shop/stores/operator.ts';
import { fenceStore, MOVED_TABLES } from '../../cloud/storage/store-rows.ts';
import type { Child } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';
import { createShop, type Shop } from '../../scripts/shop.ts';
import { createAnotherRelay, relayUrlOf } from '../support/another-relay.ts';
import { createBalancer, type Balancer } from '../support/balancer.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { seeded, seedOf } from './seeded.ts';
import { anyOrder, ask, fromAnywhere, readMenu, signIn, type Placed } from './shop-client.ts';
import { startCrowd, type Crowd } from './shop-crowd.ts';
import { findings, type RelayDatabase } from './shop-findings.ts';
import { connectTo, heal } from './shop-kills.ts';

const seed = seedOf();
const chance = seeded(seed);
const POLL = { timeout: 60_000, interval: 50 };
/** What is paid while its notice goes to the relay that the shop has left is looked for at the provider after a minute, two more and three more. */
const LOOKED_FOR = { ...POLL, timeout: 300_000 };
const ORDERS_BETWEEN = 6;

let dataDir: string;
let postgres: TestPostgres;
let balancer: Balancer;
let shop: Shop;
let second: Child;
let otherPort: number;
let here: RelayDatabase;
let there: RelayDatabase;
let storeId: string;
let operatorUrl: string;
const secretsKey = randomBytes(32);
let move: (to?: string) => Promise<{ done: boolean; said: string }>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-moving-'));
  postgres = await startPostgres();
  here = connectTo(postgres.url);
  await here.query('create database other');
  const otherUrl = postgres.url.replace(/\/postgres$/, '/other');
  const ports = await freePorts(7);
  const [store = 0, relay = 0, payments = 0, printer = 0, printerPage = 0, operator = 0, other = 0] = ports;
  otherPort = other;
  operatorUrl = relayUrlOf(operator);
  balancer = await createBalancer([relay]);
  const shared = {
    DATABASE_URL: postgres.url,
    SECRETS_KEY: secretsKey.toString('hex'),
    PUBLIC_URL: balancer.url,
    TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
    // What the old one could not do for a shop that is on its way is a warning, and the test reads what came of it.
    LOG_LEVEL: 'error',
  };
  shop = createShop({
    dataDir,
    ports: { store, relay, payments, printer, printerPage, operator },
    relayUrl: balancer.url,
    env: { relay: shared, store: { LOG_LEVEL: 'warn', UNPAID_ORDERS_FACTOR: '1000' } },
  });
  second = createAnotherRelay({ shop, port: other, shared: { ...shared, DATABASE_URL: otherUrl } });
  await shop.start();
  await second.start();
  there = connectTo(otherUrl);
  storeId = String((await here.query('select store_id from stores'))[0]?.['store_id']);
  move = async (to = otherUrl) => {
    const said: string[] = [];
    const done = await runCommand(
      ['move', storeId, '--to', to],
      {
        operatorHost: '127.0.0.1',
        operatorPort: operator,
        secretsKey,
        publicUrl: balancer.url,
        databaseUrl: postgres.url,
        databaseDirectUrl: null,
      },
      (line) => said.push(line),
    );
    return { done, said: said.join('\n') };
  };
});
afterAll(async () => {
  await here?.close();
  await there?.close();
  await second?.stop();
  await shop?.stop();
  await balancer?.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe(`a shop that moves to another relay while people order and pay (seed ${seed})`, () => {
  let crowd: Crowd;
  let pix: { order: Placed; paymentId: string };
  /** Of which the next look was an hour away. */
  let paidMeanwhile: typeof pix;

  it('gives the new relay the key of persons first, and moves nothing before that one is started with it', async () => {
    expect(await move()).toMatchObject({
      done: false,
      said: expect.stringContaining('Reinicie-o') as string,
    });
    expect(await there.query('select store_id from stores')).toEqual([]);
    // The same words again: nobody has started it with the key.
    expect(await move()).toMatchObject({
      done: false,
      said: expect.stringContaining('Reinicie-o') as string,
    });
    expect(await there.query('select store_id from stores')).toEqual([]);
    await second.stop();
    await second.start();
  });

  it('goes on where it was when its rows cannot be written over there', async () => {
    crowd = startCrowd({
      urls: { relay: balancer.url, store: shop.urls.store, payments: shop.urls.payments },
      menu: await readMenu(shop.urls.store),
      attendant: await signIn(shop.urls.store, 'ATTENDANT'),
      chance,
    });
    await crowd.acknowledged(ORDERS_BETWEEN, ['relay', 'store']);
    await there.query('alter table orders add constraint nothing_fits check (total_cents < 0)');
    expect(await move()).toMatchObject({
      done: false,
      said: expect.stringContaining('nothing_fits') as string,
    });
    await there.query('alter table orders drop constraint nothing_fits');
    expect(await there.query('select store_id from stores')).toEqual([]);
    await crowd.acknowledged(ORDERS_BETWEEN, ['relay', 'store']);
  });

  it('stays held, so that nothing is sold twice, when the command ends between the two, and the next one goes on', async () => {
    const beginPix = async (): Promise<typeof pix> => {
      const headers = fromAnywhere(chance);
      const placed = await ask(`${balancer.url}/api/orders`, {
        body: anyOrder(await readMenu(shop.urls.store), chance),
        headers,
      });
      const order = placed.body as Placed;
      const begun = await ask(`${balancer.url}/api/orders/${order.order.code}/pix`, {
        body: {},
        headers: { ...headers, authorization: `Bearer ${order.trackingToken}` },
      });
      return { order, paymentId: (begun.body as { paymentId: string }).paymentId };
    };
    pix = await beginPix();
    paidMeanwhile = await beginPix();
    await here.query(
      `update payment_attempts set next_check_at_ms = next_check_at_ms + 3600000 where provider_payment_id = '${paidMeanwhile.paymentId}'`,
    );

    await here.query(
      `create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`,
    );
    await here.query('create trigger stuck before delete on orders for each row execute function stuck()');
    // As a command leaves it that was killed while it copied.
    const killed = new pg.Client({ connectionString: postgres.url });
    await killed.connect();
    await fetch(`${operatorUrl}/operator/stores/${storeId}/hold`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await operatorToken(secretsKey)}` },
    });
    await expect.poll(() => linked(shop.urls.relay), POLL).toBe(0);
    await fenceStore(killed, storeId);
    await killed.end();
    await ask(`${shop.urls.payments}/simulator/payments/${paidMeanwhile.paymentId}/approve`, {
      method: 'POST',
    });
    // Its own database under the name of the other one: nothing of it may be taken for a shop that has arrived.
    expect(await move(postgres.url)).toMatchObject({
      done: false,
      said: expect.stringContaining('não veio daqui') as string,
    });
    expect((await here.query('select id from orders')).length).toBeGreaterThan(ORDERS_BETWEEN);
    expect(await move()).toMatchObject({ done: false, said: expect.stringContaining('stuck') as string });
    const answer = await fetch(`${balancer.url}/api/menu`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'store-moving' });
    // Rounds over all shops go past what may not change; what is new is refused.
    expect(await here.query(`update orders set number = number returning id`)).toEqual([]);
    await expect(
      here.query(`insert into erased_orders values ('${storeId}', '${storeId}', false)`),
    ).rejects.toThrow('is being moved');
    await here.query('drop trigger stuck on orders');
    expect(await move()).toMatchObject({
      done: true,
      said: expect.stringContaining('A loja mudou') as string,
    });
  });

  it('sells on at the new relay, which knows every order and payment, and is gone from the old one', async () => {
    balancer.point([otherPort]);
    await crowd.acknowledged(ORDERS_BETWEEN, ['relay', 'store']);
    await crowd.stop();
    // Begun at the old relay, paid when it knew nothing of it any more.
    await ask(`${shop.urls.payments}/simulator/payments/${pix.paymentId}/approve`, { method: 'POST' });
    for (const { order } of [paidMeanwhile, pix])
      await expect
        .poll(
          async () =>
            (
              await ask(`${balancer.url}/api/orders/${order.order.code}`, {
                headers: { authorization: `Bearer ${order.trackingToken}` },
              })
            ).body,
          LOOKED_FOR,
        )
        .toMatchObject({ order: { paymentStatus: 'approved' } });

    expect(crowd.surprises).toEqual([]);
    expect(crowd.serverErrors.filter((line) => !line.includes(': 503 '))).toEqual([]);
    const joined = async (): Promise<void> => {
      await expect.poll(() => linked(relayUrlOf(otherPort)), POLL).toBe(1);
    };
    expect(await heal({ joined, dataDir }, there)).toEqual([]);
    for (const promise of crowd.promises.values())
      if (promise.paymentId !== undefined) promise.status = 'RECEBIDO';
    await expect.poll(() => findings(dataDir, there, crowd.promises), LOOKED_FOR).toEqual([]);
    expect(await there.query('select order_id from payment_attempts group by 1 having count(*) > 1')).toEqual(
      [],
    );

    for (const { name } of MOVED_TABLES)
      if (name !== 'stores') expect([name, await here.query(`select 1 from ${name}`)]).toEqual([name, []]);
    expect(await here.query('select host, revoked_at_ms > 0 as gone, leaving_at_ms from stores')).toEqual([
      { host: null, gone: true, leaving_at_ms: null },
    ]);
    expect(await here.query(`select 1 from pg_trigger where tgname like 'moving%'`)).toEqual([]);
  }, 900_000);
});

/** How many stores a relay holds the link of. */
async function linked(url: string): Promise<number> {
  const { body } = await ask(`${url}/readyz`);
  return (body as { linked: number } | null)?.linked ?? 0;
}
