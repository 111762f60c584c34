// Facts of the provider about a payment, as the relay passes them on: what each makes of the order, and when a person has to look.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { payments } from '../../storage/schema/payments.ts';
import { printJobs } from '../../storage/schema/printing.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

async function command(kind: string, payload: object): Promise<Record<string, unknown>> {
  const answer = await store.askLink('/link/commands', { json: { id: v7(), kind, payload } });
  return (await answer.json()) as Record<string, unknown>;
}
async function place(items?: object[]): Promise<Order> {
  const order = sampleRequest({ id: v7(), ...(items === undefined ? {} : { items }) });
  expect(await command('order.place', { order })).toMatchObject({ status: 'done' });
  return now(order);
}
const now = ({ id }: { id: string }): Order => store.orders.repository.byId(id) as Order;
async function hear(order: Order, changes: Partial<PaymentFact> = {}): Promise<string> {
  const attemptId = changes.attemptId ?? v7();
  const answer = await command('payment.fact', {
    attemptId,
    orderId: order.id,
    provider: 'mercadopago',
    providerPaymentId: null,
    method: 'pix',
    status: 'approved',
    statusDetail: null,
    amountCents: order.totalCents,
    refundedCents: 0,
    mismatch: null,
    observedAtMs: store.clock.nowMs,
    ...changes,
  });
  expect(answer).toMatchObject({ status: 'done', order: { id: order.id, status: now(order).status } });
  store.clock.nowMs += 1000;
  return attemptId;
}
const attention = (attemptId: string) =>
  store.db
    .select()
    .from(payments)
    .all()
    .find((row) => row.attemptId === attemptId)?.attention;
const move = async (order: Order, json: object) =>
  expect((await admin(`/api/staff/orders/${order.id}/moves`, { json })).status).toBe(200);
const end = (order: Order, reason: string) =>
  admin('/api/staff/orders/cancel-unpaid', { json: { ids: [order.id], reason } });
const chooseCash = (order: Order, changeForCents: number | null) =>
  command('order.choose-cash', { orderId: order.id, changeForCents });

describe('money that came', () => {
  it.each(['pix', 'credit_card', 'debit_card'] as const)(
    'approves the order by %s, with a number and a ticket',
    async (method) => {
      store.printing.printers.save(null, {
        name: 'Cozinha',
        enabled: true,
        transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
        columns: 48,
        codePage: 'PC850',
        purposes: ['kitchen'],
      });
      const order = await place();
      const attemptId = await hear(order, { method });
      expect(now(order)).toMatchObject({
        status: 'RECEBIDO',
        paymentStatus: 'approved',
        paymentMethod: method,
        panelNumber: 1,
        late: false,
      });
      expect(attention(attemptId)).toBeNull();
      expect(store.db.select().from(printJobs).all()).toMatchObject([
        { purpose: 'kitchen', orderId: order.id },
      ]);
    },
  );

  it('[O16] twice never changes the order, and the second payment is listed; a first one that was set aside does not count', async () => {
    const order = await place();
    const wrong = await hear(order, { mismatch: 'amount', amountCents: 1 });
    expect([now(order).status, attention(wrong)]).toEqual(['PENDING', 'mismatch']);
    const first = await hear(order);
    const paid = now(order);
    expect(paid.status).toBe('RECEBIDO');
    const second = await hear(order, { method: 'credit_card' });
    expect(now(order)).toEqual(paid);
    expect([first, second].map(attention)).toEqual([null, 'refund-duplicate']);
  });

  it('stays what it is when an older word about it comes late', async () => {
    const order = await place();
    const observedAtMs = store.clock.nowMs;
    const attemptId = await hear(order, { observedAtMs });
    const paid = now(order);
    for (const status of ['pending', 'in_process'] as const)
      await hear(order, { attemptId, status, observedAtMs: observedAtMs - 1 });
    expect(now(order)).toEqual(paid);
    const [row] = store.db.select().from(payments).all();
    expect(JSON.parse(row?.fact ?? '') as unknown).toMatchObject({
      attemptId,
      status: 'approved',
      observedAtMs,
    });
  });

  it.each(['cash', 'terminal', 'pix_manual'])(
    '[O16] after it was paid by %s is listed, and the order stays paid by hand',
    async (method) => {
      const order = await place();
      await move(order, { kind: 'confirm-payment', method });
      const paid = now(order);
      await hear(order, { status: 'rejected' });
      expect(now(order)).toEqual(paid);
      expect(attention(await hear(order))).toBe('refund-duplicate');
      expect(now(order)).toEqual(paid);
    },
  );

  it('[O15] for an order that somebody called off is listed', async () => {
    const order = await place();
    await end(order, 'cliente');
    const attemptId = await hear(order);
    expect(now(order)).toMatchObject({ status: 'CANCELLED', cancelReason: 'cliente', paymentMethod: null });
    expect(attention(attemptId)).toBe('refund-late');
    // Once it went back nobody has to look at it any more.
    await hear(order, { attemptId, status: 'refunded' });
    expect(attention(attemptId)).toBeNull();
    expect(now(order).paymentStatus).toBe('refunded');
  });

  it('[O15] for an order whose customer had chosen cash, and that was called off, is what it says it is until it went back', async () => {
    const order = await place();
    await chooseCash(order, 10_000);
    await end(order, 'loja');
    const attemptId = await hear(order);
    const called = { status: 'CANCELLED', changeForCents: null, paymentMethod: 'pix' };
    expect(now(order)).toMatchObject({ ...called, paymentStatus: 'approved' });
    expect(attention(attemptId)).toBe('refund-late');
    await hear(order, { attemptId, status: 'refunded' });
    expect(now(order)).toMatchObject({ ...called, paymentStatus: 'refunded' });
    expect(attention(attemptId)).toBeNull();
  });

  it('[O15] of another amount, for such an order, is set aside and says nothing of how it is paid', async () => {
    const order = await place();
    await chooseCash(order, null);
    await end(order, 'loja');
    const attemptId = await hear(order, { mismatch: 'amount', amountCents: 1 });
    expect(now(order)).toMatchObject({ paymentMethod: 'cash', paymentStatus: 'pending' });
    expect(attention(attemptId)).toBe('mismatch');
  });

  it('[O15] for one that staff had taken cash for, and called off, leaves it as it was', async () => {
    const order = await place();
    await move(order, { kind: 'confirm-payment', method: 'cash' });
    await move(order, { kind: 'cancel', reason: 'loja' });
    const attemptId = await hear(order);
    await hear(order, { attemptId, status: 'refunded' });
    expect(now(order)).toMatchObject({
      status: 'CANCELLED',
      paymentMethod: 'cash',
      paymentStatus: 'approved',
    });
  });

  it('taken back by the bank is listed', async () => {
    const order = await place();
    const attemptId = await hear(order);
    await hear(order, { attemptId, status: 'charged_back' });
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'charged_back' });
    expect(attention(attemptId)).toBe('charged-back');
  });

  it('and is told of again changes nothing, and nothing is written', async () => {
    const order = await place();
    const attemptId = await hear(order, { observedAtMs: 5 });
    const rows = () => store.db.select().from(outbox).all().length;
    const before = rows();
    await hear(order, { attemptId, observedAtMs: 5 });
    expect(rows()).toBe(before);
    await hear(order, { attemptId, observedAtMs: 6 });
    expect(rows()).toBeGreaterThan(before);
  });

  it('for an order that is not here is asked about again later', async () => {
    const fact = { attemptId: v7(), provider: 'mercadopago', providerPaymentId: null, method: 'pix' };
    const answer = await command('payment.fact', {
      ...fact,
      orderId: v7(),
      status: 'approved',
      statusDetail: null,
      amountCents: 1,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: 1,
    });
    expect(answer).toEqual({ status: 'refused', refusal: { code: 'order-not-found' } });
  });
});

describe('[O25] money that went back whole without the store', () => {
  it.each(['RECEBIDO', 'PREPARING', 'READY'] as const)(
    'takes a %s order out of the kitchen',
    async (status) => {
      const order = await place();
      const attemptId = await hear(order);
      if (status !== 'RECEBIDO') await move(order, { kind: 'set-status', status });
      await hear(order, { attemptId, status: 'refunded', refundedCents: order.totalCents });
      expect(now(order)).toMatchObject({
        status: 'CANCELLED',
        cancelReason: 'estornado',
        paymentStatus: 'refunded',
      });
    },
  );

  it('leaves alone what was handed over, what only a part of went back, and what is paid another way', async () => {
    const given = await place();
    const first = await hear(given);
    await move(given, { kind: 'set-status', status: 'DELIVERED' });
    await hear(given, { attemptId: first, status: 'refunded' });
    expect(now(given)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'refunded' });

    const part = await place();
    await hear(part, { attemptId: await hear(part), status: 'partially_refunded', refundedCents: 1 });
    expect(now(part).status).toBe('RECEBIDO');

    const twice = await place();
    const second = await hear(twice);
    await hear(twice, { method: 'credit_card' });
    await hear(twice, { attemptId: second, status: 'refunded' });
    expect(now(twice)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });

    const byHand = await place();
    await move(byHand, { kind: 'confirm-payment', method: 'cash' });
    await hear(byHand, { attemptId: await hear(byHand), status: 'refunded' });
    expect(now(byHand)).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'cash' });
  });

  it('brings the order back when the payment that takes its place is told, but none that the shop called off', async () => {
    const order = await place();
    const attemptId = await hear(order);
    await hear(order, { attemptId, status: 'refunded' });
    const next = await hear(order, { method: 'credit_card' });
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved', cancelReason: null });
    expect(attention(next)).toBeNull();

    const over = await place();
    const paid = await hear(over);
    await move(over, { kind: 'cancel', reason: 'cliente', keepsMoney: true });
    await hear(over, { attemptId: paid, status: 'refunded' });
    expect(attention(await hear(over))).toBe('refund-late');
    expect(now(over)).toMatchObject({ status: 'CANCELLED', cancelReason: 'cliente' });
  });
});

describe('[O15] money for an order that expired', () => {
  const CUP = [{ id: 'one', productId: 'taca', toppings: [] }];
  it.each([
    ['its size is off', 'sizes', 'g', undefined],
    ['its base is off', 'bases', 'acai', undefined],
    ['its first flavour is off', 'iceCreams', 'ninho', undefined],
    ['its second flavour is off', 'iceCreams', 'morango', undefined],
    ['a topping is off', 'toppings', 'nutella', undefined],
    ['its cup is off', 'products', 'taca', CUP],
  ])('is listed when %s', async (_case, kind, id, items) => {
    const [order, other] = [await place(items), await place(items)];
    await end(order, 'expirado');
    await end(other, 'expirado');
    await hear(other);
    expect(now(other)).toMatchObject({ status: 'RECEBIDO', late: true, cancelReason: null });
    const changed = await admin(`/api/staff/catalog/${kind}/${id}`, {
      method: 'PATCH',
      json: { active: false },
    });
    expect(changed.status).toBe(200);
    expect(attention(await hear(order))).toBe('refund-late');
    expect(now(order)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'approved' });
  });

  it.each([
    ['products', 'taca', CUP],
    ['toppings', 'nutella', undefined],
  ] as const)('is listed when the menu has one of its %s no more', async (kind, id, items) => {
    const order = await place(items === undefined ? undefined : [...items]);
    await end(order, 'expirado');
    store.menu.edit((doc) => doc.getMap(kind).delete(id));
    expect(attention(await hear(order))).toBe('refund-late');
    expect(now(order)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'approved' });
  });

  it.each([
    ['paused', { pausedUntilMs: START_MS + 3_600_000 }],
    ['closed', { openingHours: { weekly: Array.from({ length: 7 }, () => []), holidays: [] } }],
  ])('is listed while the store is %s', async (_case, settings) => {
    const order = await place();
    await end(order, 'expirado');
    store.menu.setSettings(settings);
    expect(attention(await hear(order))).toBe('refund-late');
    expect(now(order).status).toBe('CANCELLED');
  });
});

describe('what does not pay an order', () => {
  const written = ({ id }: Order): number =>
    store.db
      .select()
      .from(outbox)
      .all()
      .filter((row) => row.kind === 'order' && row.aggregateId === id).length;
  const tickets = (): string[] =>
    store.db
      .select()
      .from(printJobs)
      .all()
      .map(({ purpose }) => purpose);
  beforeEach(() => {
    const transport = { kind: 'tcp' as const, host: '127.0.0.1', port: 9100 };
    const paper = { columns: 48 as const, codePage: 'PC850' as const, purposes: ['kitchen' as const] };
    store.printing.printers.save(null, { name: 'Cozinha', enabled: true, transport, ...paper });
  });

  it.each([
    ['brought another amount', { mismatch: 'amount', amountCents: 1 }],
    ['was taken back by the bank', { status: 'charged_back' }],
    ['was refused', { status: 'rejected' }],
  ] as const)('because it %s is on no paper, and gives no number', async (_case, said) => {
    const order = await place();
    await hear(order, said);
    expect(tickets()).toEqual([]);
    expect(now(order)).toMatchObject({ status: 'PENDING', panelNumber: null });
  });

  it('because it came too late, or once more, writes nothing of the order anew and prints nothing', async () => {
    const [over, paid] = [await place(), await place()];
    await end(over, 'cliente');
    await move(paid, { kind: 'confirm-payment', method: 'cash' });
    const before = [over, paid].map((order) => [now(order).updatedAtMs, written(order)]);
    await hear(paid);
    expect([now(paid).updatedAtMs, written(paid)]).toEqual(before[1]);
    await hear(over);
    // That it was paid is said of it once, and nothing else.
    expect(written(over)).toBe(Number(before[0]?.[1]) + 1);
    expect(now(over)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'approved' });
    expect(tickets()).toEqual(['kitchen']);
  });
});

describe('[O15] money for an order of several items that expired', () => {
  it('is listed when one of them is no longer to be had', async () => {
    const cup = (id: string) => ({ id, productId: 'taca', toppings: [] });
    const [acai] = sampleRequest().items;
    const order = await place([acai as object, cup('two')]);
    await end(order, 'expirado');
    await admin('/api/staff/catalog/products/taca', { method: 'PATCH', json: { active: false } });
    expect(attention(await hear(order))).toBe('refund-late');
    expect(now(order).status).toBe('CANCELLED');
  });
});

describe('an order that waits for its cash', () => {
  const waits = (source: 'counter' | 'lan' | 'relay', paymentMethod: 'cash' | null = 'cash'): Order =>
    sell(store, store.clock.nowMs, {
      source,
      paymentMethod,
      status: 'PENDING',
      paymentStatus: 'pending',
      changeForCents: paymentMethod === null ? null : 5000,
      receivedAtMs: null,
      deliveredAtMs: null,
    });
  const code = { status: 'pending', method: 'pix' } as const;

  it.each([
    ['at the counter, whatever code was shown for it,', 'counter', {}, 'cash'],
    ['though a terminal shows it, at the counter', 'counter', { terminal: true }, 'cash'],
    ['though a terminal shows it, from the site', 'relay', { terminal: true }, 'cash'],
    ['no longer, from the site, once its customer pays online', 'relay', {}, 'pix'],
    ['no longer, from the shop’s Wi-Fi, once its customer pays online', 'lan', {}, 'pix'],
  ] as const)('goes on waiting %s', async (_case, source, said, method) => {
    const order = waits(source);
    await hear(order, { ...code, ...said });
    expect(now(order)).toMatchObject({
      paymentMethod: method,
      changeForCents: method === 'cash' ? 5000 : null,
    });
  });

  it('and one of the counter for which nothing was chosen is paid by the code that is shown', async () => {
    const order = waits('counter', null);
    await hear(order, code);
    expect(now(order).paymentMethod).toBe('pix');
  });
});

describe('an attempt that brought no money', () => {
  it('says how the order is being paid, takes the note of cash off, and is told when it fails', async () => {
    const order = await place();
    await chooseCash(order, 10_000);
    expect(now(order)).toMatchObject({ paymentMethod: 'cash', changeForCents: 10_000 });
    const attemptId = await hear(order, { method: 'credit_card', status: 'in_process' });
    expect(now(order)).toMatchObject({
      status: 'PENDING',
      paymentMethod: 'credit_card',
      paymentStatus: 'in_process',
      changeForCents: null,
      updatedAtMs: store.clock.nowMs - 1000,
    });
    await hear(order, { attemptId, method: 'credit_card', status: 'rejected' });
    expect(now(order)).toMatchObject({ paymentMethod: 'credit_card', paymentStatus: 'rejected' });
    expect(attention(attemptId)).toBeNull();
  });

  it('of several that one says how it is paid that was begun last', async () => {
    const order = await place();
    const first = await hear(order, { method: 'pix', status: 'pending' });
    await hear(order, { method: 'credit_card', status: 'in_process' });
    expect(now(order).paymentMethod).toBe('credit_card');
    await hear(order, { attemptId: first, method: 'pix', status: 'expired' });
    expect(now(order).paymentMethod).toBe('credit_card');
    await hear(order, { method: 'debit_card', status: 'in_process' });
    expect(now(order).paymentMethod).toBe('debit_card');
  });

  it('does not take the order back from cash that was chosen since', async () => {
    const order = await place();
    const attemptId = await hear(order, { status: 'pending' });
    await chooseCash(order, 10_000);
    await hear(order, { attemptId, status: 'expired' });
    expect(now(order)).toMatchObject({ paymentMethod: 'cash', changeForCents: 10_000 });
  });

  it('names no way of payment once the order is over', async () => {
    const order = await place();
    await end(order, 'loja');
    await hear(order, { status: 'pending' });
    expect(now(order)).toMatchObject({ status: 'CANCELLED', paymentMethod: null });
  });
});
