// Refunds of the store in its log, and in a store that is made anew of it.
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../storage/open.ts';
import { refundIntents } from '../../storage/schema/payments.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';
import { readRefundIntentRows } from './replica.ts';

const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';
const OTHER = '1f0e0d0c-0b0a-4908-8706-050403020100';
let store: TestStore;
afterEach(() => store.close());

const rowsOf = (id: string) =>
  store.db
    .select()
    .from(outbox)
    .all()
    .filter((row) => row.kind === 'setting' && row.aggregateId === `refund.${id}`).length;

/** An order that was paid by PIX on the site, by one code or by several. */
function sellPaid(attemptIds: readonly string[] = [ATTEMPT]) {
  const order = sell(store, store.clock.nowMs, {
    status: 'RECEBIDO',
    deliveredAtMs: null,
    paymentMethod: 'pix',
    totalCents: 5000,
  });
  const fact = {
    orderId: order.id,
    provider: 'mercadopago',
    method: 'pix',
    status: 'approved',
    statusDetail: null,
    amountCents: 5000,
    refundedCents: 0,
    mismatch: null,
    observedAtMs: 1,
  };
  for (const [at, attemptId] of attemptIds.entries())
    store.db.$client
      .prepare('insert into payments (attempt_id, order_id, fact, updated_at_ms) values (?, ?, ?, 1)')
      .run(attemptId, order.id, JSON.stringify({ ...fact, attemptId, providerPaymentId: String(at) }));
  return order;
}

it('[P20] is written to the log with the refund, and its end when the relay has it', async () => {
  let answers = false;
  store = await openTestStore({
    relay: {
      request: async (path: string) => {
        if (!answers || path !== '/edge/payments/refund') throw new TypeError('fetch failed');
        return Response.json({ state: 'done', lastError: null });
      },
    },
  });
  const admin = await asRole(store, 'ADMIN');
  const order = sellPaid();
  await admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: null } });
  const [intent] = store.db.select().from(refundIntents).all();
  if (intent === undefined) throw new Error('the refund is not in the books');
  // The tries in between are nobody's to know.
  expect(rowsOf(intent.id)).toBe(1);
  answers = true;
  await admin(`/api/staff/payments/${intent.id}.refund-waiting/resolve`, { json: { action: 'retry' } });
  expect(store.db.select().from(refundIntents).all()).toEqual([]);
  expect(rowsOf(intent.id)).toBe(2);
});

it('[P20] is in the log as refused once the relay has said no', async () => {
  const no = { type: 'about:blank', status: 409, title: '', detail: 'não dá', code: 'not-refundable' };
  store = await openTestStore({
    relay: {
      request: async (path: string) => {
        if (path !== '/edge/payments/refund') throw new TypeError('fetch failed');
        return Response.json(no, { status: 409 });
      },
    },
  });
  const admin = await asRole(store, 'ADMIN');
  await admin(`/api/staff/orders/${sellPaid().id}/refund`, { json: { amountCents: 1000 } });
  const [intent] = store.db.select().from(refundIntents).all();
  expect(intent).toMatchObject({ state: 'refused' });
  // It is asked for, and then refused.
  expect(rowsOf(intent?.id ?? '')).toBe(2);
});

it('[P20] hands a part that waits over before the whole of what is left', async () => {
  let answers = false;
  const asked: unknown[] = [];
  store = await openTestStore({
    relay: {
      request: async (path: string, { body }: RequestInit = {}) => {
        if (!answers || path !== '/edge/payments/refund') throw new TypeError('fetch failed');
        asked.push((JSON.parse(body as string) as { amountCents: unknown }).amountCents);
        return Response.json({ state: 'done', lastError: null });
      },
    },
  });
  const admin = await asRole(store, 'ADMIN');
  const order = sellPaid();
  await admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: 700 } });
  store.clock.nowMs += 1;
  answers = true;
  await admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: null } });
  expect(asked).toEqual([700, null]);
  expect(store.db.select().from(refundIntents).all()).toEqual([]);
});

it('[P20] leaves the whole of what is left waiting until the part before it is handed over', async () => {
  let goesThrough: (amountCents: unknown) => boolean = () => false;
  const asked: unknown[] = [];
  store = await openTestStore({
    relay: {
      request: async (path: string, { body }: RequestInit = {}) => {
        if (path !== '/edge/payments/refund') throw new TypeError('fetch failed');
        const { amountCents } = JSON.parse(body as string) as { amountCents: unknown };
        asked.push(amountCents);
        if (!goesThrough(amountCents)) throw new TypeError('fetch failed');
        return Response.json({ state: 'done', lastError: null });
      },
    },
  });
  const admin = await asRole(store, 'ADMIN');
  const order = sellPaid();
  const { runDue } = store.payments.refundIntents;
  const askedNow = () => asked.splice(0);
  const waiting = () => store.db.select().from(refundIntents).all();
  await admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: 700 } });
  expect(askedNow()).toEqual([700]);
  store.clock.nowMs += 1;
  // The line fails for the part alone: what comes after it is not even tried, by nobody.
  goesThrough = (amountCents) => amountCents === null;
  await admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: null } });
  expect(askedNow()).toEqual([700]);
  const whole = waiting().find(({ amountCents }) => amountCents === null);
  expect(waiting()).toHaveLength(2);
  const again = await admin(`/api/staff/payments/${whole?.id ?? ''}.refund-waiting/resolve`, {
    json: { action: 'retry' },
  });
  expect([again.ok, askedNow()]).toEqual([false, [700]]);
  // The whole is due, the part not yet.
  await runDue();
  expect(askedNow()).toEqual([]);
  store.clock.nowMs += 3_600_000;
  await runDue();
  expect(askedNow()).toEqual([700]);
  goesThrough = () => true;
  store.clock.nowMs += 3_600_000;
  await runDue();
  await runDue();
  expect(askedNow()).toEqual([700, null]);
  expect(waiting()).toEqual([]);
});

it('[P20] hands a part over before the whole that was refused earlier and is asked for anew', async () => {
  let answer = (_json: unknown): Response => {
    throw new TypeError('fetch failed');
  };
  store = await openTestStore({
    relay: {
      request: async (_path: string, { body }: RequestInit = {}) => answer(JSON.parse(body as string)),
    },
  });
  const admin = await asRole(store, 'ADMIN');
  const order = sellPaid();
  const refund = (amountCents: number | null) =>
    admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents } });
  const silent = answer;
  answer = () =>
    Response.json(
      { type: 'about:blank', title: 'Não', status: 422, detail: 'Nada a devolver.', code: 'no' },
      { status: 422 },
    );
  await refund(null);
  store.clock.nowMs += 1;
  answer = silent;
  await refund(700);
  store.clock.nowMs += 1;
  const asked: unknown[] = [];
  answer = (json) => {
    asked.push((json as { amountCents: unknown }).amountCents);
    return Response.json({ state: 'done', lastError: null });
  };
  await refund(null);
  expect(asked).toEqual([700, null]);
});

// Whatever they are called: a name is drawn from the attempt's id.
it.each([[[ATTEMPT, OTHER]], [[OTHER, ATTEMPT]]])(
  '[P20] hands over what goes back of several payments in the order in which they came',
  async (attemptIds) => {
    const asked: unknown[] = [];
    store = await openTestStore({
      relay: {
        request: async (path: string, { body }: RequestInit = {}) => {
          if (path !== '/edge/payments/refund') throw new TypeError('fetch failed');
          asked.push((JSON.parse(body as string) as { attemptId: unknown }).attemptId);
          return Response.json({ state: 'done', lastError: null });
        },
      },
    });
    const admin = await asRole(store, 'ADMIN');
    const order = sellPaid(attemptIds);
    await admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: null } });
    expect(asked).toEqual(attemptIds);
  },
);

it('[P20] takes of several payments all that each has, and of the last one the rest', async () => {
  const asked: unknown[] = [];
  store = await openTestStore({
    relay: {
      request: async (path: string, { body }: RequestInit = {}) => {
        if (path !== '/edge/payments/refund') throw new TypeError('fetch failed');
        asked.push((JSON.parse(body as string) as { amountCents: unknown }).amountCents);
        return Response.json({ state: 'done', lastError: null });
      },
    },
  });
  const admin = await asRole(store, 'ADMIN');
  // R$ 50,00 each.
  const order = sellPaid([ATTEMPT, OTHER, '2f0e0d0c-0b0a-4908-8706-050403020100']);
  const given = await admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: 12_000 } });
  expect(await given.json()).toEqual({ state: 'done', refundedCents: 12_000 });
  expect(asked).toEqual([5000, 5000, 2000]);
});

it('[P20] is in the audit once while it waits, and once more when it was refused and is asked for anew', async () => {
  let answer = (): Response => {
    throw new TypeError('fetch failed');
  };
  store = await openTestStore({ relay: { request: async () => answer() } });
  const admin = await asRole(store, 'ADMIN');
  const order = sellPaid();
  const refund = () => admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: null } });
  const audited = () =>
    store.db.$client.prepare("select count(*) from audit where action = 'refund'").pluck().get();
  await refund();
  await refund();
  expect(audited()).toBe(1);
  answer = () =>
    Response.json(
      { type: 'about:blank', title: 'Não', status: 422, detail: 'Nada a devolver.', code: 'no' },
      { status: 422 },
    );
  await refund();
  expect(audited()).toBe(1);
  await refund();
  expect(audited()).toBe(2);
});

it('[P20] comes back as it was asked, due at once; a refused one waits for a person; one that is over is gone', () => {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const { restore } = readRefundIntentRows(db);
  const body = {
    orderId: 'o',
    attemptId: ATTEMPT,
    amountCents: null,
    cents: 5000,
    refused: false,
    lastError: null,
    createdAtMs: 7,
  };
  const put = (id: string, text: object) =>
    restore(`refund.${id}`, { seq: 1, atMs: 9, text: JSON.stringify(text) });
  put('a', body);
  put('a', body);
  put('b', { ...body, refused: true, lastError: 'Nada a devolver.' });
  put('c', body);
  put('c', { deleted: true });
  const kept = { orderId: 'o', attemptId: ATTEMPT, amountCents: null, cents: 5000, createdAtMs: 7, tries: 0 };
  expect(db.select().from(refundIntents).all()).toEqual([
    { ...kept, id: 'a', state: 'planned', nextTryAtMs: 9, lastError: null },
    { ...kept, id: 'b', state: 'refused', nextTryAtMs: null, lastError: 'Nada a devolver.' },
  ]);
});
