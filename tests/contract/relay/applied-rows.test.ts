// What the relay keeps of rows that follow one another, on a database of its own: of each thing what its newest row says, and of no person
// what another process of the relay has erased meanwhile.
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder, createStoreLog, inBytes, type StoreLog } from '../../harness/store-log.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { aggregates, orders, stores } from '../../../cloud/storage/schema.ts';
import { createApplier } from '../../../cloud/replication/link/applier.ts';
import { createReplica } from '../../../cloud/shop/orders/replica.ts';

const TOKEN = 'token-of-the-customer';
const persons = createPersons(randomBytes(32));
let database: TestDatabase;
let storeId: string;
let log: StoreLog;
const db = () => database.db;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, log] = [randomUUID(), createStoreLog()];
  await db().insert(stores).values({ storeId, name: '', publicKey: {}, pairedAtMs: 0, hash: GENESIS_HASH });
});

/** A process of the relay that follows logs: `follow` takes what the log has beyond `seq`. */
function follower() {
  const applier = createApplier({
    ...{ db: db(), persons, log: { error: () => undefined } },
    repeat: (_name, statement) => db().execute(statement),
  });
  const follow = async (seq: number): Promise<void> => {
    const cursor = { seq, hash: log.rows[seq - 1]?.hash ?? GENESIS_HASH };
    const rows = log.rows.slice(seq).map(inBytes);
    await applier.applyBatch(storeId, await applier.verifyBatch(rows, cursor, async () => undefined));
  };
  return { follow };
}
const keptRows = () => db().select().from(aggregates);
const keptOrders = () => db().select().from(orders);

describe('an order', () => {
  const received = anOrder({ status: 'PENDING', paymentStatus: 'pending', customerPhone: '11955554444' });
  const changed: Partial<Order> = {
    ...{ status: 'RECEBIDO', paymentStatus: 'approved', totalCents: received.totalCents + 150 },
    ...{ panelNumber: 7, panelDate: '2026-11-21', customerPhone: '11966665555' },
  };
  const expected = () => ({
    ...{ status: 'RECEBIDO', paymentStatus: 'approved', totalCents: received.totalCents + 150 },
    ...{ panelNumber: 7, panelDate: '2026-11-21', seq: 2, body: null },
    customerPhone: persons.phoneKey(storeId, '11966665555'),
  });

  it('is asked for by all that its newest row says', async () => {
    const { follow } = follower();
    log.appendOrder(received, TOKEN);
    await follow(0);
    log.appendOrder({ ...received, ...changed }, TOKEN);
    await follow(1);
    expect(await keptOrders()).toMatchObject([expected()]);
  });

  it('is so too when both rows come at once', async () => {
    log.appendOrder(received, TOKEN);
    log.appendOrder({ ...received, ...changed }, TOKEN);
    await follower().follow(0);
    expect(await keptOrders()).toMatchObject([expected()]);
    expect(await keptRows()).toMatchObject([{ seq: 2, setAside: null }]);
  });

  it('is set aside as long as its newest row cannot be read', async () => {
    const { follow } = follower();
    const reasons = async () => (await keptRows()).map(({ setAside }) => setAside);
    log.appendOrder(received, TOKEN);
    log.append('order', received.id, { order: { status: 'BEAMED-UP' } });
    await follow(0);
    expect(await reasons()).toEqual([expect.stringContaining('order: ')]);
    log.appendOrder(received, TOKEN);
    await follow(2);
    expect(await reasons()).toEqual([null]);
  });

  it('that another process of the relay was told to forget comes back from no row that is sent after', async () => {
    const [first, second] = [follower(), follower()];
    log.append('audit', randomUUID(), {});
    await first.follow(0);
    log.append('erasure', randomUUID(), { scope: 'orders', orderIds: [received.id] });
    await second.follow(1);
    log.appendOrder(received, TOKEN);
    await first.follow(2);
    expect(await keptOrders()).toEqual([]);
    expect((await keptRows()).find(({ kind }) => kind === 'order')?.body).toBeNull();
  });
});

it('of each thing all is kept that its newest row says: where it stands, whether it is sealed, and its body', async () => {
  const { follow } = follower();
  const id = randomUUID();
  log.append('setting', id, 'in clear');
  await follow(0);
  expect(await keptRows()).toMatchObject([{ seq: 1, sealed: false, body: '"in clear"', setAside: null }]);
  // From the release on that seals its kind, and back.
  log.append('setting', id, 'sealed', { sealed: true });
  await follow(1);
  expect(await keptRows()).toMatchObject([{ seq: 2, sealed: true, body: '"sealed"', setAside: null }]);
  log.append('setting', id, 'in clear again');
  await follow(2);
  expect(await keptRows()).toMatchObject([{ seq: 3, sealed: false, body: '"in clear again"' }]);
});

it('an order is found by its id although a wholesale order has the same, for customers choose both', async () => {
  const order = anOrder({ customerPhone: '11955554444' });
  log.appendOrder(order, TOKEN);
  log.append('wholesale-order', order.id, sampleWholesaleOrder({ id: order.id }));
  await follower().follow(0);
  const replica = createReplica({
    ...{ db: db(), persons, clock: () => order.createdAtMs, timeZone: 'America/Sao_Paulo' },
    repeat: (_name, statement) => db().execute(statement),
  });
  expect(await replica.byId(storeId, order.id)).toEqual(order);
  expect(await replica.recentByCode(storeId, order.code)).toEqual(order);
});

it('who buys wholesale stands nowhere in clear', async () => {
  const order = sampleWholesaleOrder({ id: randomUUID() });
  log.append('wholesale-order', order.id, order);
  await follower().follow(0);
  const [row] = await keptRows();
  expect(row?.body).toContain('Casquinhas');
  expect(row?.body).not.toContain('Souza');
  expect(row?.body).not.toContain('98765');
  const opened = persons.openRow(
    storeId,
    { kind: 'wholesale-order', aggregateId: order.id, sealed: false },
    row?.body ?? null,
  );
  expect(opened).toBe(log.rows[0]?.body);
});
