// Money that was set aside and that a person takes for the order: 'Aceitar' in 'A resolver'.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { onBothApis } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { listReviews } from '../../harness/refunds.ts';

type Field = 'amount' | 'currency' | 'payee';

async function setAside(relay: TestRelay, field: Field, looks = 20) {
  const placed = relay.placeOrder(2490);
  const pix = await relay.pix(placed);
  await relay.quiet();
  relay.control.setFaults({ tamperFetches: { count: looks, field } });
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  await relay.deliver();
  return { ...placed, pix };
}
const accept = (relay: TestRelay, attemptId: string) =>
  relay.edge('POST', '/edge/payments/attention/accept', { attemptId });

onBothApis('[P23] money that was set aside, accepted by a person', (start) => {
  test('of another amount pays the order with what came, and counts as that', async () => {
    const relay = await start();
    const { order, pix } = await setAside(relay, 'amount', 500);
    expect(await listReviews(relay)).toEqual(['mismatch']);
    expect((await accept(relay, pix.attemptId)).body).toEqual({ accepted: true });
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
    expect(await listReviews(relay)).toEqual([]);
    expect(await relay.payments.moneyOf(relay.storeId, order.id)).toMatchObject({ receivedCents: 1 });
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body).toMatchObject({
      totals: { approvedCents: 1, payments: 1, differences: 0 },
    });
    // Once.
    expect(await accept(relay, pix.attemptId)).toMatchObject({
      status: 409,
      body: { code: 'not-set-aside' },
    });
  });

  test('that is asked back whole instead is listed no more, though nobody says so beside the refund', async () => {
    const relay = await start();
    const { pix } = await setAside(relay, 'currency', 500);
    expect(await listReviews(relay)).toEqual(['mismatch']);
    const { attemptId } = pix;
    // A part of it leaves the rest to be judged.
    const part = { attemptId, amountCents: 1, refundId: '0f0e0d0c-0b0a-4908-8706-050403020100' };
    await relay.edge('POST', '/edge/payments/refund', part);
    expect(await listReviews(relay)).toContain('mismatch');
    expect((await relay.edge('POST', '/edge/payments/refund', { attemptId })).status).toBe(200);
    expect(await listReviews(relay)).not.toContain('mismatch');
  });

  test('of a part is that part of its order, with what came', async () => {
    const relay = await start();
    const { order, code } = relay.placeOrder(2490);
    const part = randomUUID();
    const json = { order: { id: order.id, code, totalCents: 1000 }, part };
    const { body } = await relay.edge('POST', '/edge/payments/parts/pix', json);
    await relay.quiet();
    relay.control.setFaults({ tamperFetches: { count: 500, field: 'amount' } });
    relay.control.approve(String(body['paymentId']));
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).tenders ?? []).toEqual([]);
    expect((await accept(relay, String(body['attemptId']))).body).toEqual({ accepted: true });
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id)).toMatchObject({
      status: 'PENDING',
      tenders: [{ id: part, cents: 1 }],
    });
  });

  test('of a bad answer that is right now, it pays too, and goes back whole afterwards', async () => {
    const relay = await start();
    const { order, pix } = await setAside(relay, 'payee');
    relay.control.clearFaults();
    await accept(relay, pix.attemptId);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('approved');
    const { body } = await relay.edge('GET', `/edge/payments/attempts?orderId=${order.id}`);
    const paying = (
      body['attempts'] as { attemptId: string; status: string; mismatch: string | null }[]
    ).find(({ status }) => status === 'approved');
    expect(paying?.mismatch).toBeNull();
    await relay.edge('POST', '/edge/payments/refund', { attemptId: paying?.attemptId });
    expect(relay.control.payments()).toMatchObject([{ status: 'refunded' }]);
  });

  test('and given back instead, it is no difference of its day any more', async () => {
    const relay = await start();
    const { pix } = await setAside(relay, 'payee');
    relay.control.clearFaults();
    const differences = async () =>
      (
        (await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body['rows'] as {
          differences: string[];
        }[]
      ).flatMap((row) => row.differences);
    expect(await differences()).toContain('mismatch');
    await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
    await relay.quiet();
    await relay.deliver();
    expect(relay.control.payment(pix.paymentId).status).toBe('refunded');
    expect(await differences()).toEqual([]);
  });

  test('that is not the shop’s is not to be had, with words that say why', async () => {
    const relay = await start();
    const { order, pix } = await setAside(relay, 'payee', 500);
    const refused = await accept(relay, pix.attemptId);
    expect(refused).toMatchObject({ status: 409, body: { code: 'still-different' } });
    expect(refused.body['detail']).toContain('outra conta');
    expect(await listReviews(relay)).toEqual(['mismatch']);
    expect(relay.store.order(order.id).status).toBe('PENDING');
  });

  test('is nobody’s to take while it goes back', async () => {
    const relay = await start();
    const { order, pix } = await setAside(relay, 'amount', 500);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(
      (await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).body,
    ).toMatchObject({
      state: 'under-way',
    });
    expect(await accept(relay, pix.attemptId)).toMatchObject({
      status: 409,
      body: { code: 'not-set-aside' },
    });
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).status).toBe('PENDING');
  });

  test('accepted twice at once it pays once', async () => {
    const relay = await start();
    const { order, pix } = await setAside(relay, 'amount', 500);
    const answers = await Promise.all([accept(relay, pix.attemptId), accept(relay, pix.attemptId)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await relay.quiet();
    await relay.deliver();
    expect(await relay.payments.moneyOf(relay.storeId, order.id)).toMatchObject({ receivedCents: 1 });
  });

  test('what is in order, or of another store, is nothing to accept', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    const pix = await relay.pix(placed);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    expect(await accept(relay, pix.attemptId)).toMatchObject({ status: 409 });
    expect(await accept(relay, '01890a5d-ac96-774b-bcce-b302099a8057')).toMatchObject({ status: 404 });
  });
});
