// One sale of the counter is one order: what was sent before it was changed is called off with it, and nothing begun is out of sight.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Board } from '@balcao/shared/http/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let front: Asking;
beforeEach(async () => {
  store = await openTestStore();
  front = await asRole(store, 'ATTENDANT');
});
afterEach(() => store.close());

const place = async (count: number, replaces?: string[], id = v7()) => {
  const items = Array.from({ length: count }, () => ({ id: v7(), productId: 'agua' }));
  const json = { id, consumptionType: 'takeaway', items, ...(replaces === undefined ? {} : { replaces }) };
  const answer = await front('/api/staff/orders', { json });
  return { id, json, status: answer.status, body: (await answer.json()) as { code?: string } };
};
const move = async (id: string, json: object, ask = front) =>
  (await ask(`/api/staff/orders/${id}/moves`, { json })).status;
const board = async () => (await (await front('/api/staff/board')).json()) as Board;
const begun = async () => (await board()).begun?.map(({ id }) => id);
const CANCEL = { kind: 'cancel', reason: 'cliente' };

it('[O26] a changed sale takes the place of all that it was before, and a repeat changes nothing', async () => {
  const first = await place(1);
  const second = await place(2, [first.id, v7()]);
  expect(second.status).toBe(201);
  expect(await begun()).toEqual([second.id]);
  // It is the customer who wanted something else.
  expect(store.orders.repository.byId(first.id)).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'cliente',
  });
  const third = await place(3, [first.id, second.id]);
  expect(await begun()).toEqual([third.id]);
  expect((await front('/api/staff/orders', { json: third.json })).status).toBe(201);
  expect(await begun()).toEqual([third.id]);
});

it('[O26] places nothing where an earlier one was paid meanwhile, or is a customer’s', async () => {
  const [kept, paid] = [await place(1), await place(1)];
  await move(paid.id, { kind: 'confirm-payment', method: 'pix_manual' });
  expect(await place(2, [kept.id, paid.id])).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  const customers = v7();
  const json = {
    id: customers,
    customerPhone: '11987654321',
    consumptionType: 'local',
    items: kept.json.items,
  };
  expect((await store.ask('/api/orders', { json })).status).toBe(201);
  expect(await place(2, [kept.id, customers])).toMatchObject({
    status: 404,
    body: { code: 'order-not-found' },
  });
  expect(await begun()).toEqual([kept.id]);
});

it('[O26] places nothing where a part of an earlier one was paid, which stays as it is', async () => {
  const first = await place(2);
  const part = { kind: 'take-tender', id: v7(), method: 'terminal', cents: 100 };
  expect(await move(first.id, part)).toBe(200);
  expect(await place(3, [first.id])).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  expect(store.orders.repository.byId(first.id)).toMatchObject({
    status: 'PENDING',
    tenders: [{ cents: 100 }],
  });
});

it('shows the counter what was begun there until it is paid, called off or kept for later; the orders of the kitchen are without it', async () => {
  const [paid, cancelled, open] = [await place(1), await place(1), await place(1)];
  expect((await board()).orders).toEqual([]);
  expect(await begun()).toEqual([paid.id, cancelled.id, open.id]);
  await move(paid.id, { kind: 'confirm-payment', method: 'pix_manual' });
  expect(await move(cancelled.id, CANCEL)).toBe(200);
  expect(await begun()).toEqual([open.id]);
});

it('lets an attendant call off what was begun at the counter, and nothing that is paid or a customer’s', async () => {
  const [paid, open] = [await place(1), await place(1)];
  await move(paid.id, { kind: 'confirm-payment', method: 'pix_manual' });
  expect(await move(paid.id, CANCEL)).toBe(403);
  const customers = v7();
  const json = {
    id: customers,
    customerPhone: '11987654321',
    consumptionType: 'local',
    items: paid.json.items,
  };
  await store.ask('/api/orders', { json });
  expect(await move(customers, CANCEL)).toBe(403);
  expect(await move(open.id, CANCEL, await asRole(store, 'KITCHEN'))).toBe(403);
  expect(await move(open.id, CANCEL)).toBe(200);
});
