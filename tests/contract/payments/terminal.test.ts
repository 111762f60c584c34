// A card terminal at the counter, from the store's question to the fact that it hears: sent once, settled by notice or by looking, and never two
// payments of one order.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { TerminalPayment } from '@balcao/shared/http/terminals.ts';
import { rowsOf } from '../../harness/database.ts';
import { onBothDatabases } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';
import {
  BY_ITSELF,
  keep,
  paymentIdOf,
  READY,
  send,
  sendRaw,
  withTerminal,
  type Placed,
} from '../../harness/terminals.ts';

const read = async (relay: TestRelay, { order }: Placed, { attemptId }: TerminalPayment) => {
  relay.advance(3000);
  return (await relay.edge('GET', `/edge/payments/terminal/${attemptId}?orderId=${order.id}`)).body;
};
const attempts = (relay: TestRelay) =>
  rowsOf<{ status: string }>(relay.db, sql`select status from payment_attempts order by created_at_ms`);
const refunds = (relay: TestRelay) => rowsOf(relay.db, sql`select reason, state from payment_refunds`);
const settle = async (relay: TestRelay) => {
  await relay.quiet();
  await relay.deliver();
  await relay.quiet();
};

onBothDatabases('[P36] an order at a terminal', (start) => {
  test.each([
    ['credit', 'master', 'credit_card'],
    ['debit', 'debmaster', 'debit_card'],
  ])('is paid by %s there: the store hears it by itself', async (_, card, method) => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder(2490);
    const sent = await send(relay, placed);
    expect(sent).toMatchObject({ terminalId: READY, amountCents: 2490, state: 'sent', method: null });
    const id = await paymentIdOf(relay, sent);
    relay.control.atTerminal(id, 'shows');
    expect(await read(relay, placed, sent)).toMatchObject({ state: 'shown' });
    relay.control.approve(id, card);
    await settle(relay);
    expect(await read(relay, placed, sent)).toMatchObject({ state: 'approved', method });
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: method,
    });
    expect(relay.store.heard.at(-1)).toMatchObject({ payload: { terminal: true, method } });
    // Once in the day's books and in the month's, and it goes back as any other.
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body).toMatchObject({
      totals: { approvedCents: 2490, payments: 1, differences: 0 },
      foreign: 0,
    });
    expect((await relay.edge('GET', '/edge/payments/booked?month=2026-11')).body['payments']).toMatchObject([
      { providerPaymentId: id, paidCents: 2490 },
    ]);
    const back = { attemptId: sent.attemptId, amountCents: 490, refundId: randomUUID() };
    expect(await relay.edge('POST', '/edge/payments/refund', back)).toMatchObject({
      body: { state: 'done' },
    });
    expect(relay.control.payment(id)).toMatchObject({ transaction_amount_refunded: 4.9 });
  });

  test.each(['refused', 'cancelled', 'expired'] as const)(
    'that ends %s is told so, and may be sent again',
    async (how) => {
      const relay = await withTerminal(start);
      const placed = relay.placeOrder();
      const sent = await send(relay, placed);
      const id = await paymentIdOf(relay, sent);
      relay.control.atTerminal(id, 'shows');
      if (how === 'refused') relay.control.reject(id, 'cc_rejected_insufficient_amount');
      if (how === 'cancelled') relay.control.atTerminal(id, 'cancels');
      if (how === 'expired') relay.advance(10 * 60_000);
      expect(await read(relay, placed, sent)).toMatchObject({ state: how });
      await settle(relay);
      expect(relay.store.order(placed.order.id).status).toBe('PENDING');
      const again = await send(relay, placed);
      expect(again.attemptId).not.toBe(sent.attemptId);
      relay.control.approve(await paymentIdOf(relay, again));
      await settle(relay);
      expect(relay.store.order(placed.order.id).paymentStatus).toBe('approved');
      expect(relay.alarms).toEqual([]);
    },
  );

  test('that the terminal is not sure of is asked about until it is known, without any notice', async () => {
    const relay = await withTerminal(start);
    relay.control.setFaults({ orderSignaturesInvalid: true });
    const placed = relay.placeOrder();
    const sent = await send(relay, placed);
    const id = await paymentIdOf(relay, sent);
    relay.control.atTerminal(id, 'is-unsure');
    expect(await read(relay, placed, sent)).toMatchObject({ state: 'checking' });
    relay.control.approve(id);
    relay.advance(4 * 60_000);
    await settle(relay);
    expect(relay.store.order(placed.order.id).paymentStatus).toBe('approved');
  });

  test('is none where a code was asked for: nobody waits beside a terminal for that', async () => {
    const relay = await withTerminal(start);
    const { order } = relay.placeOrder(2490);
    const { body } = await relay.edge('POST', '/edge/payments/pix', { order });
    const asked = `/edge/payments/terminal/${String(body['attemptId'])}?orderId=${order.id}`;
    expect(await relay.edge('GET', asked)).toMatchObject({
      status: 404,
      body: { code: 'attempt-not-found' },
    });
  });

  test('[P36] of another amount is said to be set aside, for nothing more comes of it by itself', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder(2490);
    const sent = await send(relay, placed);
    const id = await paymentIdOf(relay, sent);
    expect(await read(relay, placed, sent)).not.toHaveProperty('isSetAside');
    relay.control.setFaults({ tamperFetches: { count: 500, field: 'amount' } });
    relay.control.approve(id);
    await settle(relay);
    expect(relay.store.facts.get(sent.attemptId)).toMatchObject({ status: 'approved', mismatch: 'amount' });
    expect(await read(relay, placed, sent)).toMatchObject({ state: 'checking', isSetAside: true });
    expect(relay.store.order(placed.order.id).paymentStatus).not.toBe('approved');
    // Taken by a person, it is money of that terminal still, which waits for the store however long, and of the day on which it was sent there.
    const { attemptId } = sent;
    const taken = await relay.edge('POST', '/edge/payments/attention/accept', { attemptId });
    expect(taken.body).toEqual({ accepted: true });
    const paid = sql`select terminal_id, created_at_ms = min(created_at_ms) over () as sent_then from payment_attempts order by status desc`;
    expect(await rowsOf(relay.db, paid)).toEqual([
      { terminal_id: READY, sent_then: true },
      { terminal_id: READY, sent_then: true },
    ]);
  });

  test('refused three times is no try of numbers: the customer’s own card is not made to wait', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder();
    for (let tries = 0; tries < 3; tries += 1) {
      const sent = await send(relay, placed);
      relay.control.reject(await paymentIdOf(relay, sent));
      await settle(relay);
    }
    expect(await relay.card(placed, 'APRO')).toMatchObject({ body: { status: 'approved' } });
  });

  test('[P38] is never given back for the store’s silence: whoever paid stands in the shop', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder();
    const sent = await send(relay, placed);
    relay.control.approve(await paymentIdOf(relay, sent));
    await relay.quiet();
    relay.advance(20 * 60_000);
    await relay.quiet();
    expect(await refunds(relay)).toEqual([]);
    expect(relay.alarms).not.toEqual([]);
    await settle(relay);
    expect(relay.store.order(placed.order.id).paymentStatus).toBe('approved');
    expect(await refunds(relay)).toEqual([]);
  });

  test('whose sending was never answered is the same payment once it is heard of', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder();
    relay.control.setFaults({ failCreatesAfterStoring: 3 });
    const sent = await send(relay, placed);
    expect(sent.state).toBe('sending');
    // Nothing in it names the attempt: it is known by order, amount and terminal.
    expect(await read(relay, placed, sent)).toMatchObject({ attemptId: sent.attemptId, state: 'sent' });
    relay.control.approve(await paymentIdOf(relay, sent));
    await settle(relay);
    expect(await attempts(relay)).toEqual([{ status: 'approved' }]);
    expect(relay.store.order(placed.order.id).paymentStatus).toBe('approved');
  });
});

onBothDatabases('[P37] beside an order at a terminal', (start) => {
  test('one tap, or two at once, is one payment', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder();
    const [one, other] = await Promise.all([sendRaw(relay, placed), sendRaw(relay, placed)]);
    const sent = [one, other].find(({ status }) => status === 200)?.body as unknown as TerminalPayment;
    expect((await send(relay, placed)).attemptId).toBe(sent.attemptId);
    expect(await attempts(relay)).toHaveLength(1);
    expect(relay.control.payments()).toHaveLength(1);
  });

  test('a terminal that waits for another order says so, and the order can be paid otherwise', async () => {
    const relay = await withTerminal(start);
    await send(relay, relay.placeOrder());
    const placed = relay.placeOrder();
    expect(await sendRaw(relay, placed)).toMatchObject({ status: 409, body: { code: 'terminal-busy' } });
    expect(await sendRaw(relay, placed, { terminalId: BY_ITSELF })).toMatchObject({
      body: { code: 'terminal-unknown' },
    });
    expect(await relay.pix(placed)).toMatchObject({ status: 'pending' });
    expect(relay.alarms).toEqual([]);
  });

  test('another total takes the first off the terminal, or waits until that lets go', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder(1000);
    const first = await send(relay, placed);
    const more = await sendRaw(relay, placed, { totalCents: 1500 });
    expect(more.body).toMatchObject({ state: 'sent', amountCents: 1500 });
    const second = more.body as unknown as TerminalPayment;
    expect(await read(relay, placed, first)).toMatchObject({ state: 'cancelled' });
    relay.control.atTerminal(await paymentIdOf(relay, second), 'shows');
    // The store's total is what is asked for: what the terminal shows is asked back first.
    expect(await sendRaw(relay, placed, { totalCents: 1000 })).toMatchObject({
      status: 409,
      body: { code: 'at-terminal' },
    });
    relay.advance(2000);
    expect((await sendRaw(relay, placed, { totalCents: 1000 })).body).toMatchObject({ state: 'sent' });
  });

  test('another terminal gets it once the first one is asked to let go', async () => {
    const relay = await withTerminal(start);
    expect((await keep(relay, BY_ITSELF, 'Caixa 2')).status).toBe(200);
    const placed = relay.placeOrder(1000);
    const first = await send(relay, placed);
    const { body } = await sendRaw(relay, placed, { terminalId: BY_ITSELF });
    expect(body).toMatchObject({ state: 'sent', terminalId: BY_ITSELF });
    expect(body['attemptId']).not.toBe(first.attemptId);
    expect(await read(relay, placed, first)).toMatchObject({ state: 'cancelled' });
  });

  test('no code is shown while the terminal shows the amount and keeps it', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder();
    const sent = await send(relay, placed);
    relay.control.atTerminal(await paymentIdOf(relay, sent), 'shows');
    relay.control.setFaults({ terminalsKeepOrders: true });
    const { order } = placed;
    const pix = await relay.edge('POST', '/edge/payments/pix', {
      order: { id: order.id, code: order.code, totalCents: order.totalCents },
    });
    expect(pix).toMatchObject({ status: 409, body: { code: 'at-terminal' } });
    expect(await relay.card(placed, 'APRO')).toMatchObject({ status: 409, body: { code: 'at-terminal' } });
  });

  test('an order that was paid is not sent', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder();
    relay.control.approve((await relay.pix(placed)).paymentId);
    await settle(relay);
    expect(await sendRaw(relay, placed)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  });

  test('taken off before the terminal shows it, it is over; after, it ends a moment later or is paid', async () => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder();
    const early = await send(relay, placed);
    const cancel = () => relay.edge('POST', '/edge/payments/cancel', { orderId: placed.order.id });
    expect((await cancel()).body).toEqual({ cancelled: true });
    expect(await read(relay, placed, early)).toMatchObject({ state: 'cancelled' });
    const sent = await send(relay, placed);
    relay.control.atTerminal(await paymentIdOf(relay, sent), 'shows');
    expect((await cancel()).body).toEqual({ cancelled: false });
    // What was asked back is not gone on with.
    expect(await sendRaw(relay, placed)).toMatchObject({ status: 409, body: { code: 'at-terminal' } });
    expect(await read(relay, placed, sent)).toMatchObject({ state: 'cancelled' });
  });
});

onBothDatabases('[P38] an order that staff took the money of meanwhile', (start) => {
  const paidAt = (relay: TestRelay, { order }: Placed, paymentMethod: 'cash' | 'terminal') =>
    relay.store.orders.set(order.id, {
      ...order,
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod,
    });

  test.each([
    ['cash', [{ reason: 'second-approval', state: 'done' }]],
    ['terminal', []],
  ] as const)('by %s: what the terminal took all the same', async (method, goesBack) => {
    const relay = await withTerminal(start);
    const placed = relay.placeOrder();
    const sent = await send(relay, placed);
    const id = await paymentIdOf(relay, sent);
    relay.control.atTerminal(id, 'shows');
    relay.control.setFaults({ terminalsKeepOrders: true });
    paidAt(relay, placed, method);
    await relay.edge('POST', '/edge/payments/cancel', { orderId: placed.order.id });
    relay.control.approve(id);
    relay.advance(60_000);
    await settle(relay);
    await relay.quiet();
    expect(await refunds(relay)).toEqual(goesBack);
    expect(relay.control.payment(id)['status']).toBe(goesBack.length > 0 ? 'refunded' : 'approved');
  });
});
