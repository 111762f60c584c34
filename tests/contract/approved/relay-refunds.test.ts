// Money that goes back, is disputed or belongs to nobody, and what a person looks at: compared with a text that a person has read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { become, connectAside, idOf, openShop, placeAside } from '../../harness/record-shop.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

it('money goes back', async () => {
  const { step, ask, device, chapter, control, relay } = record;
  const store = await openShop(record);
  await connectAside(record, store, 'payments');
  const edge = (path: string, json?: object) =>
    device(store, `/edge/payments/${path}`, json === undefined ? {} : { json });
  const refund = (attemptId: string, more: object = {}) => edge('refund', { attemptId, ...more });
  const done = (attemptId: string, kind: string) => edge('attention/done', { attemptId, kind });

  /** An order that waits for its PIX, and one whose money is there, without a word. */
  async function opened(n: number) {
    const placed = await placeAside(record, store, n);
    const pix = await record.aside(async () => {
      const answer = await relay.ask(`/api/orders/${placed.code}/pix`, {
        method: 'POST',
        token: placed.token,
      });
      return (await answer.json()) as { attemptId: string; paymentId: string };
    });
    return { ...placed, ...pix };
  }
  async function paid(n: number) {
    const placed = await opened(n);
    await record.aside(async () => void control.approve(placed.paymentId));
    return placed;
  }

  chapter('whole and in parts');
  const one = await paid(1);
  await step('in two parts, one of them asked twice, and more than there is', async () => {
    await refund(one.attemptId, { amountCents: 500, refundId: idOf(11) });
    await refund(one.attemptId, { amountCents: 500, refundId: idOf(11) });
    await refund(one.attemptId, { amountCents: 300, refundId: idOf(12) });
    await refund(one.attemptId, { amountCents: 5000, refundId: idOf(13) });
    await refund(one.attemptId, { amountCents: 100 });
    await refund(one.attemptId, { amountCents: 0 });
    await refund(idOf(99));
  });
  await step('the rest', async () => {
    await refund(one.attemptId);
    await refund(one.attemptId);
    await ask(`/api/orders/${one.code}`, { token: one.token });
    await edge(`attempts?orderId=${one.id}`);
  });

  chapter('that fail');
  const two = await paid(2);
  await step('the account has not enough: tried again, and done by hand', async () => {
    control.setFaults({ refundsWithoutBalance: 2 });
    await refund(two.attemptId);
    await record.pass(MINUTE_MS);
    await edge('attention');
    await done(two.attemptId, 'refund-no-balance');
    await done(two.attemptId, 'refund-no-balance');
    control.clearFaults();
    await edge('attention');
  });
  const three = await paid(3);
  await step('the answer is lost, and is found', async () => {
    control.setFaults({ loseRefundAnswers: 3 });
    await refund(three.attemptId);
    control.clearFaults();
    await record.pass(MINUTE_MS);
    await edge(`attempts?orderId=${three.id}`);
  });
  const four = await paid(4);
  await step('the provider takes its time, and then does not', async () => {
    control.setFaults({ inProcessRefunds: 1 });
    await refund(four.attemptId);
    control.clearFaults();
    await record.pass(MINUTE_MS);
    control.rejectRefunds(four.paymentId);
    await record.quiet();
    await record.pass(10 * MINUTE_MS);
    await edge('attention');
    await done(four.attemptId, 'refund-failed');
    await done(four.attemptId, 'nothing');
  });
  const five = await paid(5);
  await step('a person gives it back in the provider’s own panel', async () => {
    control.refundByHand(five.paymentId);
    await record.quiet();
    await record.pass(MINUTE_MS);
  });

  chapter('that nobody asked for');
  await step('paid, and the shop does not answer: the owner hears of it, then it goes back', async () => {
    const six = await opened(6);
    store.onCommand = () => ({ httpStatus: 503 });
    control.approve(six.paymentId);
    await record.quiet();
    await record.pass(2 * MINUTE_MS);
    await record.pass(2 * MINUTE_MS);
    await edge('attention');
    await record.pass(12 * MINUTE_MS);
    await record.pass(MINUTE_MS);
    store.onCommand = null;
    await record.pass(MINUTE_MS);
  });
  await step('paid, and the shop cannot make it', async () => {
    const seven = await opened(7);
    store.onCommand = (command, decide) =>
      command.kind === 'payment.fact'
        ? { status: 'refused', refusal: { code: 'order-over', status: 'CANCELLED' } }
        : decide(command);
    control.approve(seven.paymentId);
    await record.quiet();
    store.onCommand = null;
  });
  await step('paid after its time, for an order that is called off', async () => {
    const eight = await opened(8);
    become(store, eight.id, { status: 'CANCELLED', cancelReason: 'expirado' });
    await record.quiet();
    control.approve(eight.paymentId);
    await record.pass(MINUTE_MS);
    await edge('attention');
  });

  chapter('disputes');
  const nine = await paid(9);
  await step('the bank takes it back, and the shop wins', async () => {
    control.chargeback(nine.paymentId);
    await record.quiet();
    await record.pass(16_000);
    await edge('attention');
    control.winChargeback(nine.paymentId);
    await record.quiet();
    await record.pass(HOUR_MS);
    await edge(`attempts?orderId=${nine.id}`);
  });
  for (const [n, kind] of (['claim', 'stop-delivery', 'chargeback'] as const).entries())
    await step(`the payer disputes it, or the provider doubts it: ${kind}`, async () => {
      const ten = await paid(20 + n);
      control.dispute(ten.paymentId, kind, Date.now() + 48 * HOUR_MS);
      await record.quiet();
      await record.pass(16_000);
      await edge('attention');
    });

  chapter('money that differs');
  for (const field of ['amount', 'payee', 'reference', 'currency'] as const)
    await step(`another ${field} than was asked`, async () => {
      const placed = await opened(30 + field.length);
      control.setFaults({ tamperFetches: { count: 1, field } });
      control.approve(placed.paymentId);
      await record.quiet();
      control.clearFaults();
      await record.pass(16_000);
      await edge('attention/accept', { attemptId: placed.attemptId });
      await edge('attention/accept', { attemptId: placed.attemptId });
    });

  chapter('the books');
  await step('a month as we have it, and a day against the provider', async () => {
    control.receive(700, 'Somebody');
    await record.quiet();
    await edge('booked?month=2026-11');
    await edge('booked?month=2026-10&timeZone=Asia/Tokyo');
    await edge('booked?month=2026-13');
    await edge('matching?day=2026-11-21');
    await edge('matching?day=2026-11-20&timeZone=Nowhere');
  });
  await step('a week later nothing of the notices is left', async () => {
    await record.pass(40 * 24 * HOUR_MS);
  });
  await expect(record.text('Money that goes back')).toMatchFileSnapshot('./relay-refunds.txt');
});
