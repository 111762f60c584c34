// What happens to slips when their order or its person is forgotten: each state of a job, of this order and of no other.
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { printers, printJobs } from '../../storage/schema/printing.ts';
import { JOB_STATES, type JobState } from '../../printing/transitions.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { change, sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const WAIT_FOR_PAPER: readonly JobState[] = ['queued', 'sending', 'held', 'failed'];
const WORDS = 'tocar a campainha azul';
const PHONE = '85977771234';

let store: TestStore;
let admin: Asking;
let order: Order;
let other: Order;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
  order = sell(store, store.clock.nowMs, { customerPhone: PHONE, observations: WORDS });
  other = sell(store, store.clock.nowMs, { customerPhone: '21900000000', observations: WORDS });
  for (const { id } of [order, other])
    for (const [copy, state] of JOB_STATES.entries())
      store.db
        .insert(printJobs)
        .values({
          printerId: 'p',
          purpose: 'kitchen',
          orderId: id,
          copy,
          content: JSON.stringify({ kind: 'ticket', ticket: { code: 'X', observations: WORDS } }),
          state,
          attempts: 0,
          nextAtMs: 0,
          createdAtMs: 0,
          updatedAtMs: 0,
        })
        .run();
});
afterEach(() => store.close());

const slipsOf = ({ id }: Order) =>
  store.db
    .select()
    .from(printJobs)
    .all()
    .filter((job) => job.orderId === id)
    .map(({ state, content }) => [state, content.includes(WORDS)]);
const WHOLE = JOB_STATES.map((state) => [state, true]);

it('all of a deleted order go, whatever state they are in', async () => {
  expect((await admin(`/api/staff/orders/${order.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(slipsOf(order)).toEqual([]);
  expect(slipsOf(other)).toEqual(WHOLE);
});

it('of a deleted order that the kitchen has on paper leave its CANCELADO to be printed, without its words', async () => {
  const row = { id: 'p', name: 'Cozinha', enabled: true, transport: 'tcp', host: '127.0.0.1', port: 1 };
  store.db
    .insert(printers)
    .values({ ...row, columns: 48, codePage: 'PC850', purposes: '["kitchen"]', position: 0 })
    .run();
  const made = change(store, order, { status: 'PREPARING', deliveredAtMs: null });
  store.db
    .update(printJobs)
    .set({ attempts: 1 })
    .where(and(eq(printJobs.orderId, made.id), eq(printJobs.state, 'printed')))
    .run();
  expect((await admin(`/api/staff/orders/${made.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(store.db.select().from(printJobs).where(eq(printJobs.orderId, made.id)).all()).toMatchObject([
    { purpose: 'cancelled', state: 'queued', content: expect.not.stringContaining(WORDS) },
  ]);
});

it.each<[string, () => Promise<unknown>]>([
  ['is erased', () => admin('/api/staff/privacy/erase', { json: { phone: PHONE } })],
  [
    'was here too long ago',
    () => {
      store.clock.nowMs += 13 * 31 * 86_400_000;
      sell(store, store.clock.nowMs);
      return store.retention.run();
    },
  ],
])(
  'of a person who %s those that ended go, and those that wait for paper lose the words',
  async (_name, forget) => {
    await forget();
    expect(slipsOf(order)).toEqual(WAIT_FOR_PAPER.map((state) => [state, false]));
  },
);

it('all go with the history, but for those of no order', async () => {
  store.db
    .insert(printJobs)
    .values({
      printerId: 'p',
      purpose: 'close',
      orderId: null,
      copy: 1,
      content: '{}',
      state: 'printed',
      attempts: 0,
      nextAtMs: 0,
      createdAtMs: 0,
      updatedAtMs: 0,
    })
    .run();
  expect((await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } })).status).toBe(200);
  expect(
    store.db
      .select()
      .from(printJobs)
      .all()
      .map(({ purpose }) => purpose),
  ).toEqual(['close']);
});
