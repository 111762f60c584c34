// The relay's PostgreSQL is lost and set back to a point in time, from a base backup and the archived log: the relay then knows less than the
// store and the provider do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { startArchivedPostgres, type ArchivedPostgres } from '../support/postgres-archive.ts';
import { startShop, type TestShop } from '../support/shop.ts';
import { expectPromisesKept } from './kept-promises.ts';
import { seeded, seedOf, type Seeded } from './seeded.ts';
import { anyOrder, ask, fromAnywhere, readMenu, signIn, type Placed } from './shop-client.ts';
import { startCrowd, type Crowd } from './shop-crowd.ts';
import type { RelayDatabase } from './shop-findings.ts';
import { connectTo, heal } from './shop-kills.ts';

const seed = seedOf();
const chance = seeded(seed);
const ORDERS_BETWEEN = 6;
const POLL = { timeout: 60_000, interval: 100 };

let postgres: ArchivedPostgres;
let shop: TestShop;
let owner: Record<string, string>;
beforeAll(async () => {
  postgres = await startArchivedPostgres();
  shop = await startShop({
    env: {
      relay: {
        DATABASE_URL: postgres.url,
        TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
        LOG_LEVEL: 'error',
      },
      store: { LOG_LEVEL: 'warn', UNPAID_ORDERS_FACTOR: '1000' },
    },
  });
  owner = await signIn(shop.urls.store, 'ADMIN');
});
afterAll(async () => {
  await shop?.stop();
  await postgres?.stop();
});

type Customer = Placed & { paymentId: string };

const askForPix = (code: string, token: string) =>
  ask(`${shop.urls.relay}/api/orders/${code}/pix`, {
    body: {},
    headers: { ...fromAnywhere(chance), authorization: `Bearer ${token}` },
  });

async function orderWithPix(): Promise<Customer> {
  const placed = await ask(`${shop.urls.relay}/api/orders`, {
    body: anyOrder(await readMenu(shop.urls.store), chance),
    headers: fromAnywhere(chance),
  });
  expect(placed.status).toBe(201);
  const { order, trackingToken } = placed.body as Placed;
  const pix = await askForPix(order.code, trackingToken);
  expect(pix.status).toBe(200);
  return { ...(placed.body as Placed), paymentId: (pix.body as { paymentId: string }).paymentId };
}

async function pay({ paymentId }: Customer): Promise<void> {
  const paid = await ask(`${shop.urls.payments}/simulator/payments/${paymentId}/approve`, { method: 'POST' });
  expect(paid.status).toBe(200);
}

async function isPaid({ order, trackingToken }: Customer): Promise<unknown> {
  const { body } = await ask(`${shop.urls.store}/api/orders/${order.code}`, {
    headers: { authorization: `Bearer ${trackingToken}`, ...fromAnywhere(chance) },
  });
  return (body as { order?: { paymentStatus: string } } | null)?.order?.paymentStatus;
}
const expectPaid = (customer: Customer) => expect.poll(() => isPaid(customer), POLL).toBe('approved');

const crowdOf = async (of: Seeded): Promise<Crowd> =>
  startCrowd({
    urls: shop.urls,
    menu: await readMenu(shop.urls.store),
    attendant: await signIn(shop.urls.store, 'ATTENDANT'),
    chance: of,
  });

/** How often the provider has money for each order, and how often it went back. */
async function moneyOf(): Promise<Map<string, { came: number; wentBack: number }>> {
  type Payment = { external_reference: string; status: string; refunds: unknown[] };
  const { body } = await ask(`${shop.urls.payments}/simulator/payments`);
  const money = new Map<string, { came: number; wentBack: number }>();
  for (const { external_reference: order, status, refunds } of body as Payment[]) {
    const before = money.get(order) ?? { came: 0, wentBack: 0 };
    const came = before.came + (status === 'approved' || refunds.length > 0 ? 1 : 0);
    money.set(order, { came, wentBack: before.wentBack + refunds.length });
  }
  return money;
}

describe(`a relay whose PostgreSQL is set back to a point in time (seed ${seed})`, () => {
  it('[155] has the orders again from the store, asks the provider again, takes no money twice, and lists what it does not know', async () => {
    const first = await crowdOf(chance.fork());
    await first.acknowledged(ORDERS_BETWEEN, ['relay', 'store']);
    const early = await orderWithPix();
    await postgres.remember('before');
    // What the relay hears from here on it will not know any more.
    await first.acknowledged(ORDERS_BETWEEN, ['relay', 'store']);
    await pay(early);
    const late = await orderWithPix();
    await pay(late);
    for (const customer of [early, late]) await expectPaid(customer);
    const unpaid = await orderWithPix();
    await first.stop();
    let relay: RelayDatabase = connectTo(postgres.url);
    expect(await heal(shop, relay)).toEqual([]);
    await relay.close();

    await shop.kill('relay');
    await postgres.down('killed');
    await postgres.restoreTo('before');
    relay = connectTo(postgres.url);
    const attemptsOf = async ({ order }: Customer) =>
      await relay.query(`select status from payment_attempts where order_id = '${order.id}'`);
    // It is set back: the one that was begun before the point is open there, those of after it are not there.
    expect(await attemptsOf(early)).toMatchObject([{ status: 'pending' }]);
    expect([...(await attemptsOf(late)), ...(await attemptsOf(unpaid))]).toEqual([]);
    await shop.start('relay');
    await shop.joined();

    const second = await crowdOf(chance.fork());
    await second.acknowledged(ORDERS_BETWEEN, ['relay', 'store']);
    await pay(unpaid);
    await expectPaid(unpaid);
    await expect.poll(() => attemptsOf(early), POLL).toMatchObject([{ status: 'approved' }]);
    // What is paid is not asked for again, although no payment of it is known here.
    expect((await askForPix(late.order.code, late.trackingToken)).status).toBe(409);
    await second.stop();
    await expectPromisesKept(shop, relay, {
      promises: new Map([...first.promises, ...second.promises]),
      surprises: [...first.surprises, ...second.surprises],
    });
    const money = await moneyOf();
    for (const { order } of [early, late, unpaid])
      expect(money.get(order.id)).toEqual({ came: 1, wentBack: 0 });
    expect([...money.values()].filter(({ came, wentBack }) => came > 1 || wentBack > 0)).toEqual([]);

    const day = localTime(late.order.createdAtMs, 'America/Sao_Paulo').date;
    const { body } = await ask(`${shop.urls.store}/api/staff/payments/matching?day=${day}`, {
      headers: owner,
    });
    const { rows } = body as { rows: { orderId: string; attemptId: string | null }[] };
    expect(rows.find(({ orderId }) => orderId === late.order.id)).toMatchObject({ attemptId: null });
    await relay.close();
  });
});
