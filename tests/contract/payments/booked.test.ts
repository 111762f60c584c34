// A month of ours against the statement that the provider would give of it.
import { expect, test } from 'vitest';
import { BookedMonth } from '@balcao/shared/http/matching.ts';
import { matchStatement } from '@balcao/shared/payment/statement.ts';
import { readStatement } from '@balcao/shared/payment/statement-file.ts';
import { paymentAttempts, paymentRefunds } from '../../../cloud/payments/schema.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';

const HEAD =
  'EXTERNAL_REFERENCE,SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT';

/** As the report 'Todas as transações' has it, with one per cent of fee. */
function statementOf(relay: TestRelay): string {
  const lines = relay.control.payments().flatMap((payment) => {
    const { id, status, external_reference: reference, transaction_amount: amount } = payment;
    if (!['approved', 'refunded', 'charged_back'].includes(String(status))) return [];
    const fee = Math.round(Number(amount)) / 100;
    const came = `${String(reference)},${String(id)},SETTLEMENT,${String(amount)},-${fee},${(Number(amount) - fee).toFixed(2)}`;
    const back = Number(payment['transaction_amount_refunded'] ?? 0);
    return back === 0 ? [came] : [came, `${String(reference)},${String(id)},REFUND,-${back},0,-${back}`];
  });
  return [HEAD, ...lines].join('\n');
}

async function matched(relay: TestRelay, month = '2026-11', ...more: string[]) {
  const { body } = await relay.edge('GET', `/edge/payments/booked?month=${month}`);
  const booked = BookedMonth.parse(body);
  const read = readStatement([statementOf(relay), ...more].join('\n'));
  if (!read.ok) throw new Error(read.refusal.code);
  return { booked, match: matchStatement(read.value, booked.payments, booked) };
}

onBothApis('[P25] the month of a shop', (start, api) => {
  test('agrees with the statement: paid, given back in part and whole, by us and in the panel', async () => {
    const relay = await start();
    const paid = async (cents: number) => {
      const order = relay.placeOrder(cents);
      const pix = await relay.pix(order);
      relay.control.approve(pix.paymentId);
      await relay.quiet();
      await relay.deliver();
      return pix;
    };
    await paid(1001);
    const part = await paid(3333);
    const whole = await paid(2490);
    const panel = await paid(1990);
    await relay.edge('POST', '/edge/payments/refund', {
      attemptId: part.attemptId,
      amountCents: 1111,
      refundId: '01890a5d-ac96-774b-bcce-b302099a8057',
    });
    await relay.edge('POST', '/edge/payments/refund', { attemptId: part.attemptId });
    await relay.edge('POST', '/edge/payments/refund', { attemptId: whole.attemptId });
    relay.control.refundByHand(panel.paymentId);
    await relay.quiet();
    const { match } = await matched(relay);
    expect(match.rows).toHaveLength(4);
    expect(match.rows.flatMap(({ differences }) => differences)).toEqual([]);
    expect(match.totals).toMatchObject({ grossCents: 8814, returnedCents: 7813, differences: 0 });
    // Another month has nothing to compare.
    expect((await matched(relay, '2026-10')).booked.payments).toEqual([]);
    expect((await relay.edge('GET', '/edge/payments/booked?month=2026-13')).status).toBe(422);
  });

  test('of December goes to the end of the year', async () => {
    const relay = await start();
    relay.advance(Date.UTC(2027, 0, 1, 2, 59) - relay.clock());
    // 23:59 of the 31st in the shop.
    const order = relay.placeOrder(1001);
    relay.control.approve((await relay.pix(order)).paymentId);
    await relay.quiet();
    expect((await matched(relay, '2026-12')).booked.payments).toMatchObject([{ orderCode: order.code }]);
    expect((await matched(relay, '2027-01')).booked.payments).toEqual([]);
  });

  test('has what was paid in its last minute and heard of in the next one', async () => {
    const relay = await start();
    // 23:59 of November's last day in the shop.
    relay.advance(Date.UTC(2026, 11, 1, 2, 59) - relay.clock());
    const order = relay.placeOrder(1001);
    const pix = await relay.pix(order);
    await relay.quiet();
    relay.control.setFaults({ loseWebhooks: 50 });
    relay.control.approve(pix.paymentId);
    relay.advance(4 * 60_000);
    await relay.quiet();
    // Of a payment that has the number of its money the order's own id tells nothing.
    const reference = api === 'orders' ? order.order.id : null;
    expect((await matched(relay)).booked.payments).toMatchObject([{ orderCode: order.code, reference }]);
    expect((await matched(relay, '2026-12')).booked.payments).toEqual([]);
  });

  test('has what came, where that is not what was asked', async () => {
    const relay = await start();
    const pix = await relay.pix(relay.placeOrder(2490));
    await relay.quiet();
    relay.control.setFaults({ tamperFetches: { count: 500, field: 'amount' } });
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    expect((await matched(relay)).booked.payments).toMatchObject([{ paidCents: 1 }]);
  });

  test('has what an older version kept less of by when it was heard of, else begun, and as what was asked', async () => {
    const relay = await start();
    const pix = await relay.pix(relay.placeOrder(2490));
    const begunAtMs = relay.clock();
    relay.advance(60_000);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    const heardAtMs = relay.clock();
    const booked = async () => (await matched(relay)).booked.payments;
    await relay.db.update(paymentAttempts).set({ approvedAtMs: null, paidCents: null });
    expect(await booked()).toMatchObject([{ approvedAtMs: heardAtMs, paidCents: 2490 }]);
    await relay.db.update(paymentAttempts).set({ paidAtMs: null });
    expect(await booked()).toMatchObject([{ approvedAtMs: begunAtMs }]);
  });

  test('has no refund that a person gave back by hand, for the provider gave nothing back', async () => {
    const relay = await start();
    const order = relay.placeOrder(2490);
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
    const kind = 'refund-no-balance';
    await relay.edge('POST', '/edge/payments/attention/done', { attemptId: pix.attemptId, kind });
    const { match } = await matched(relay);
    expect(match.rows).toMatchObject([{ ourCents: 2490, ourReturnedCents: 0, differences: [] }]);
  });

  test('has no refund that the bank is still at', async () => {
    const relay = await start();
    const { attemptId, paymentId } = await relay.pix(relay.placeOrder(2490));
    relay.control.approve(paymentId);
    await relay.quiet();
    await relay.deliver();
    relay.control.setFaults({ inProcessRefunds: 1 });
    const { body } = await relay.edge('POST', '/edge/payments/refund', { attemptId });
    expect(body['state']).toBe('under-way');
    const { booked, match } = await matched(relay);
    expect(booked.payments).toMatchObject([{ refundedCents: 0, refunds: [] }]);
    expect(match.rows).toMatchObject([{ ourReturnedCents: 0, differences: [] }]);
  });

  // So long after the payment the provider gives money back.
  test('has what goes back 180 days after it was paid, at the begin of a month too', async () => {
    const relay = await start();
    relay.advance(12 * 86_400_000);
    const order = relay.placeOrder(2490);
    const { attemptId, paymentId } = await relay.pix(order);
    relay.control.approve(paymentId);
    await relay.quiet();
    await relay.deliver();
    relay.advance(180 * 86_400_000);
    await relay.edge('POST', '/edge/payments/refund', { attemptId });
    await relay.quiet();
    const { body } = await relay.edge('GET', '/edge/payments/booked?month=2027-06');
    const { payments, ...bounds } = BookedMonth.parse(body);
    const number = String(relay.control.payments()[0]?.id);
    const read = readStatement([HEAD, `${order.order.id},${number},REFUND,-24.90,0,-24.90`].join('\n'));
    if (!read.ok) throw new Error(read.refusal.code);
    const { rows } = matchStatement(read.value, payments, bounds);
    expect(rows).toMatchObject([{ ourReturnedCents: 2490, differences: [] }]);
  });

  test('has a refund that took the place of one that was turned down once, also when all went back in the end', async () => {
    const relay = await start();
    const order = relay.placeOrder(2490);
    const { attemptId, paymentId } = await relay.pix(order);
    relay.control.approve(paymentId);
    await relay.quiet();
    await relay.deliver();
    const part = { attemptId, amountCents: 500, refundId: '01890a5d-ac96-774b-bcce-b302099a8057' };
    const giveBack = async (asked: object) =>
      (await relay.edge('POST', '/edge/payments/refund', asked)).body['state'];
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await giveBack(part)).toBe('under-way');
    relay.control.rejectRefunds(paymentId);
    relay.advance(120_000);
    await relay.quiet();
    expect(await giveBack(part)).toBe('done');
    expect(await giveBack({ attemptId })).toBe('done');
    const { booked, match } = await matched(relay);
    expect(booked.payments.map(({ refunds }) => refunds.map(({ cents }) => cents))).toEqual([[500, 1990]]);
    expect(match.rows).toMatchObject([{ ourReturnedCents: 2490, differences: [] }]);
  });

  test('has a refund with the provider’s own name of it, though it was not kept when it was through', async () => {
    const relay = await start();
    const order = relay.placeOrder(2490);
    const { attemptId, paymentId } = await relay.pix(order);
    relay.control.approve(paymentId);
    await relay.quiet();
    await relay.deliver();
    await relay.edge('POST', '/edge/payments/refund', { attemptId });
    // As a process of the version before writes it beside this one.
    await relay.db.update(paymentRefunds).set({ doneAtMs: null });
    const { match } = await matched(relay);
    expect(match.rows).toMatchObject([{ ourReturnedCents: 2490, differences: [] }]);
  });

  test('has what was asked for at its end and went back in the next month there', async () => {
    const relay = await start();
    const order = relay.placeOrder(2490);
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    // 30 November, noon; the money is there a day later.
    relay.advance(9 * 86_400_000);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
    relay.advance(86_400_000);
    await relay.quiet();
    const number = String(relay.control.payments()[0]?.id);
    const came = `${order.order.id},${number},SETTLEMENT,24.90,-0.25,24.65`;
    const back = `${order.order.id},${number},REFUND,-24.90,0,-24.90`;
    const differences = async (month: string, ...lines: string[]) => {
      const { body } = await relay.edge('GET', `/edge/payments/booked?month=${month}`);
      const booked = BookedMonth.parse(body);
      const read = readStatement([HEAD, ...lines].join('\n'));
      if (!read.ok) throw new Error(read.refusal.code);
      const { rows } = matchStatement(read.value, booked.payments, booked);
      return rows.flatMap((row) => row.differences);
    };
    expect(await differences('2026-11', came)).toEqual([]);
    expect(await differences('2026-12', back)).toEqual([]);
    // Whether the provider's day is that of the asking is not known.
    expect(await differences('2026-11', came, back)).toEqual([]);
    expect(await differences('2026-12')).toEqual([]);
    // Another amount than ours is a difference in either.
    expect(await differences('2026-12', back.replaceAll('24.90', '24.91'))).toEqual(['refund']);
  });

  test('has a payment contested while the bank keeps it, and no more once the shop won', async () => {
    const relay = await start();
    const order = relay.placeOrder(2490);
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    const number = String(relay.control.payments()[0]?.id);
    const taken = `${order.order.id},${number},CHARGEBACK,-24.90,0,-24.90`;
    const differences = async (): Promise<string[]> =>
      (await matched(relay, '2026-11', taken)).match.rows.flatMap((row) => row.differences);
    expect(await differences()).toEqual(['chargeback']);
    relay.control.chargeback(pix.paymentId);
    await relay.quiet();
    expect((await matched(relay)).booked.payments).toMatchObject([
      { status: 'charged_back', isWonBack: false },
    ]);
    relay.control.winChargeback(pix.paymentId);
    await relay.quiet();
    expect((await matched(relay)).booked.payments).toMatchObject([{ status: 'approved', isWonBack: true }]);
    expect(await differences()).toEqual([]);
    // It goes back later: that the shop had won it stands in its status no longer, and the bank's line is none to see to all the same.
    expect((await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).status).toBe(
      200,
    );
    relay.advance(6_000);
    await relay.quiet();
    expect((await matched(relay)).booked.payments).toMatchObject([{ status: 'refunded', isWonBack: true }]);
    expect(await differences()).toEqual([]);
  });

  test('has a payment of the month before, whose dispute the shop won in this one, as one that it knows', async () => {
    const relay = await start();
    const order = relay.placeOrder(2490);
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    relay.advance(14 * 86_400_000);
    relay.control.chargeback(pix.paymentId);
    await relay.quiet();
    relay.control.winChargeback(pix.paymentId);
    await relay.quiet();
    const number = String(relay.control.payments()[0]?.id);
    const taken = `${order.order.id},${number},CHARGEBACK,-24.90,0,-24.90`;
    const againCame = `${order.order.id},${number},SETTLEMENT,24.90,0,24.90`;
    for (const lines of [[taken], [taken, againCame]]) {
      const read = readStatement([HEAD, ...lines].join('\n'));
      if (!read.ok) throw new Error(read.refusal.code);
      const { body } = await relay.edge('GET', '/edge/payments/booked?month=2026-12');
      const booked = BookedMonth.parse(body);
      const { rows } = matchStatement(read.value, booked.payments, booked);
      expect(rows).toMatchObject([{ orderCode: order.code, ourCents: null, differences: [] }]);
    }
  });
});
