// What a person gives back by hand while the relay tries: it never goes out as well.
import { expect, test } from 'vitest';
import { refused } from '@balcao/shared/result.ts';
import type { Provider } from '../../../cloud/payments/provider/provider.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';

const DAY = 86_400_000;
const KIND = 'refund-no-balance';
const FIRST = { amountCents: 500, refundId: '0b0a0908-0706-4504-8302-010203040506' };
const SECOND = { amountCents: 300, refundId: '0b0a0908-0706-4504-8302-010203040507' };

async function paid(relay: TestRelay) {
  const order = relay.placeOrder(2490);
  const pix = await relay.pix(order);
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  await relay.deliver();
  return pix;
}
const giveBack = async (relay: TestRelay, attemptId: string, part?: typeof FIRST) =>
  (await relay.edge('POST', '/edge/payments/refund', { attemptId, ...part })).body['state'];
const end = (relay: TestRelay, attemptId: string, kind = KIND) =>
  relay.edge('POST', '/edge/payments/attention/done', { attemptId, kind });
const backReais = (relay: TestRelay, paymentId: string) =>
  relay.control.payment(paymentId)['transaction_amount_refunded'];
const listed = async (relay: TestRelay): Promise<string[]> =>
  ((await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string }[]).map(
    (item) => item.kind,
  );
const pass = async (relay: TestRelay, ms: number) => {
  relay.advance(ms);
  await relay.quiet();
};

/** A provider whose refunds are not answered while `isAway`. */
function mute(): { provider: (real: Provider) => Provider; isAway: boolean } {
  const muted = {
    isAway: false,
    provider: (real: Provider): Provider => ({
      ...real,
      refund: (...given) =>
        muted.isAway
          ? Promise.resolve(refused({ kind: 'unreachable', detail: 'no answer' }))
          : real.refund(...given),
    }),
  };
  return muted;
}

onBothApis('[P18] a refund without balance whose next try is not answered', (start) => {
  test('is over once a person gave it back by hand: it does not go out as well', async () => {
    const muted = mute();
    const relay = await start({ provider: muted.provider });
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    expect(await giveBack(relay, pix.attemptId)).toBe('asked');
    muted.isAway = true;
    await pass(relay, DAY);
    expect(await listed(relay)).toEqual([KIND]);
    await end(relay, pix.attemptId);
    muted.isAway = false;
    for (let day = 0; day < 3; day += 1) await pass(relay, DAY);
    expect(backReais(relay, pix.paymentId)).toBe(0);
    expect(await listed(relay)).toEqual([]);
  });

  test('stays listed when another part goes back, and is tried again soon', async () => {
    const muted = mute();
    const relay = await start({ provider: muted.provider });
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1, loseWebhooks: 50 });
    expect(await giveBack(relay, pix.attemptId, FIRST)).toBe('asked');
    muted.isAway = true;
    await pass(relay, DAY);
    muted.isAway = false;
    expect(await giveBack(relay, pix.attemptId, SECOND)).toBe('done');
    expect(await listed(relay)).toEqual([KIND]);
    await pass(relay, 5000);
    expect(backReais(relay, pix.paymentId)).toBe(8);
    expect(await listed(relay)).toEqual([]);
  });
});
