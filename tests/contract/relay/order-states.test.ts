// Open orders as a store tells them ahead of its log: the newest that was told is what is kept, and each store's own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder } from '../../harness/store-log.ts';
import { orderStates } from '../../../cloud/storage/schema.ts';
import { createOrderStates } from '../../../cloud/shop/orders/order-states.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(() => database.clear());

const order = anOrder();
const scene = () => createOrderStates({ db: database.db, log: { warn: () => undefined } });
/** A store that says at row `seq` of its log how the order stands. */
const told = (storeId: string, seq: number, status: OrderStatus, epoch = 1) => ({
  storeId,
  json: async () => ({ status: 200, body: { seq, epoch, states: [{ ...order, status }] } }),
});
const kept = async () =>
  (await database.db.select().from(orderStates)).map(({ storeId, seq, state }) => [
    ...[storeId, seq, state.status],
  ]);

it('what is told later takes the place of what was told before, and nothing older does', async () => {
  const storeId = randomUUID();
  const states = scene();
  await states.fetchOpenOrderStates(told(storeId, 9, 'PREPARING'), { seq: 1 });
  expect(await states.fetchOpenOrderStates(told(storeId, 12, 'READY'), { seq: 1 })).toEqual({
    ...{ seq: 12, orderIds: new Set([order.id]) },
  });
  expect(await kept()).toEqual([[storeId, 12, 'READY']]);
  await states.fetchOpenOrderStates(told(storeId, 10, 'PREPARING'), { seq: 1 });
  expect(await kept()).toEqual([[storeId, 12, 'READY']]);
});

it('[L25] what is told of a store that was put back takes the place of what was told of rows that are none any more', async () => {
  const storeId = randomUUID();
  const states = scene();
  await states.fetchOpenOrderStates(told(storeId, 12, 'READY'), { seq: 1 });
  await states.fetchOpenOrderStates(told(storeId, 5, 'PREPARING', 2), { seq: 1 });
  expect(await kept()).toEqual([[storeId, 5, 'PREPARING']]);
  await states.fetchOpenOrderStates(told(storeId, 20, 'READY', 1), { seq: 1 });
  expect(await kept()).toEqual([[storeId, 5, 'PREPARING']]);
});

it('a store that tells nothing is waited for three seconds, and its log goes on without', async () => {
  const [waited, warned]: [number[], object[]] = [[], []];
  const states = createOrderStates({
    db: database.db,
    log: { warn: (details) => void warned.push(details) },
  });
  const silent = {
    storeId: randomUUID(),
    json(_method: string, _path: string, _body: undefined, timeoutMs: number) {
      waited.push(timeoutMs);
      return Promise.reject(new Error('no answer in time'));
    },
  };
  expect(await states.fetchOpenOrderStates(silent, { seq: 1 })).toBeNull();
  expect(waited).toEqual([3000]);
  expect(warned).toMatchObject([{ storeId: silent.storeId, err: { message: 'no answer in time' } }]);
});

it('what a log has come to is forgotten of its store alone, and what is ahead of it stays', async () => {
  const [storeId, otherId] = [randomUUID(), randomUUID()];
  const states = scene();
  for (const id of [storeId, otherId]) await states.fetchOpenOrderStates(told(id, 9, 'READY'), { seq: 1 });
  await states.deleteStates(storeId, 8);
  expect(await kept()).toHaveLength(2);
  await states.deleteStates(storeId, 9);
  expect(await kept()).toEqual([[otherId, 9, 'READY']]);
});

it('no answer within three seconds is as none: nothing is kept, and the log is not waited for any longer', async () => {
  const bounds: unknown[] = [];
  const silent = {
    storeId: randomUUID(),
    json(...[, , , timeoutMs]: [method: string, path: string, body: undefined, timeoutMs: number]) {
      bounds.push(timeoutMs);
      return Promise.reject(new Error('it takes too long'));
    },
  };
  expect(await scene().fetchOpenOrderStates(silent, { seq: 1 })).toBeNull();
  expect([bounds, await kept()]).toEqual([[3000], []]);
});
