// What staff say of an order's money a second time, or too late: the same part with another amount, a cancellation of what is called off,
// an order that is not unpaid any more.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Order } from '@balcao/shared/order/order.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { listHandPayments, sendPaymentFact } from '../../testing/payment-fact.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

/** An order of the counter of R$ 30,00 that waits. */
const waiting = (): string =>
  sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    source: 'counter',
    totalCents: 3000,
  }).id;
const move = async (id: string, json: object, ask = front) => {
  const answer = await ask(`/api/staff/orders/${id}/moves`, { json });
  return [answer.status, await answer.json()] as [number, { code?: string; order?: Order }];
};
const take = (id: string, part: string, json: object) => move(id, { kind: 'take-tender', id: part, ...json });

it('[O29] another amount under the name of a part is other money, which nobody books', async () => {
  const [id, part] = [waiting(), v7()];
  await take(id, part, { method: 'cash', cents: 1000 });
  expect(await take(id, part, { method: 'cash', cents: 700 })).toMatchObject([409, { code: 'already-paid' }]);
  expect(listHandPayments(store)).toEqual(['in cash 1000']);
  expect((await take(id, part, { method: 'cash', cents: 1000 }))[0]).toBe(200);
});

it('[O28] what is paid in part is a manager’s to call off, though it still waits as it was seen', async () => {
  const manager = store.users.accounts.list().find(({ role }) => role === 'ADMIN')?.id;
  await admin(`/api/staff/users/${manager}/pin`, { method: 'PUT', json: { pin: '4072' } });
  const id = waiting();
  await take(id, v7(), { method: 'cash', cents: 1000 });
  const cancel = { kind: 'cancel', reason: 'cliente', seen: 'PENDING' };
  expect(await move(id, cancel)).toMatchObject([403, { code: 'manager-needed' }]);
  expect(store.orders.repository.byId(id)?.status).toBe('PENDING');
  expect(listHandPayments(store)).toEqual(['in cash 1000']);
});

it('[O14] what was called off with its money is called off, whoever says so again', async () => {
  const id = waiting();
  await sendPaymentFact(store, { attemptId: v7(), orderId: id, amountCents: 3000 });
  const cancel = { kind: 'cancel', reason: 'cliente' };
  expect(await move(id, cancel, admin)).toMatchObject([409, { code: 'paid-online' }]);
  expect((await move(id, { ...cancel, keepsMoney: true }, admin))[0]).toBe(200);
  expect(await move(id, cancel, admin)).toMatchObject([200, { order: { status: 'CANCELLED' } }]);
});

it('[P39] a part that came is asked about in the words that the page can answer', async () => {
  const id = waiting();
  await sendPaymentFact(store, { attemptId: v7(), orderId: id, part: v7() });
  const said = { method: 'pix_manual', cents: 1000 };
  const [older, page] = [await take(id, v7(), said), await take(id, v7(), { ...said, besideParts: [] })];
  expect(older).toMatchObject([
    409,
    { code: 'part-came', detail: expect.stringContaining('recarregue a página e receba de novo') },
  ]);
  expect(page).toMatchObject([409, { code: 'part-came', detail: expect.stringContaining('toque de novo') }]);
});
