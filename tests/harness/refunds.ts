// Payments by PIX at a test relay, and what the tests of refunds ask of them.
import { refused } from '@balcao/shared/result.ts';
import type { Provider } from '../../cloud/payments/provider/provider.ts';
import type { TestRelay } from './payments.ts';

/** A part of a payment that is asked back under its own key. */
export type RefundPart = { amountCents: number; refundId: string };

/** Two parts of `payByPix`'s payment, by different keys. */
export const FIRST_PART: RefundPart = { amountCents: 500, refundId: '0b0a0908-0706-4504-8302-010203040506' };
export const SECOND_PART: RefundPart = { amountCents: 300, refundId: '0b0a0908-0706-4504-8302-010203040507' };

/** An order of R$ 24,90 that was paid by PIX, as the store heard too. */
export async function payByPix(relay: TestRelay) {
  const placed = relay.placeOrder(2490);
  const pix = await relay.pix(placed);
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  await relay.deliver();
  return { ...placed, pix };
}

/** Asks the payment back, or a part of it; answers the refund's state. */
export const askRefund = async (relay: TestRelay, attemptId: string, part?: RefundPart) =>
  (await relay.edge('POST', '/edge/payments/refund', { attemptId, ...part })).body['state'];

/** 'Já devolvi'. */
export const endReview = (relay: TestRelay, attemptId: string, kind: string) =>
  relay.edge('POST', '/edge/payments/attention/done', { attemptId, kind });

/** What the provider has given back of the payment, in reais. */
export const refundedReaisOf = (relay: TestRelay, paymentId: string) =>
  relay.control.payment(paymentId)['transaction_amount_refunded'];

/** The kinds that are listed in 'A resolver', in its order. */
export const listReviews = async (relay: TestRelay): Promise<string[]> =>
  ((await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string }[]).map(
    ({ kind }) => kind,
  );

/** Lets time pass, and the relay do what is due then. */
export async function passTime(relay: TestRelay, ms: number): Promise<void> {
  relay.advance(ms);
  await relay.quiet();
}

/** A provider whose refunds are not answered while `isAway`. */
export function createMutedProvider(): { provider: (real: Provider) => Provider; isAway: boolean } {
  const muted = {
    isAway: false,
    provider: (real: Provider): Provider => ({
      ...real,
      refund: (...sent) =>
        muted.isAway
          ? Promise.resolve(refused({ kind: 'unreachable', detail: 'no answer' }))
          : real.refund(...sent),
    }),
  };
  return muted;
}
