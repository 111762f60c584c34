// What the relay says of a payment over the link, and what of money said by hand is in the store's books.
import { v7 } from 'uuid';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { handPayments } from '../storage/schema/cash.ts';
import type { TestStore } from './open-test-store.ts';

/** Sends the fact of a PIX of R$ 10,00 that was approved; `changes` says of which attempt and order, and what else it is. */
export const sendPaymentFact = (
  store: TestStore,
  changes: Partial<PaymentFact> & Pick<PaymentFact, 'attemptId' | 'orderId'>,
) =>
  store.askLink('/link/commands', {
    json: {
      id: v7(),
      kind: 'payment.fact',
      payload: {
        provider: 'mercadopago',
        providerPaymentId: '1',
        method: 'pix',
        status: 'approved',
        statusDetail: 'accredited',
        amountCents: 1000,
        refundedCents: 0,
        mismatch: null,
        observedAtMs: store.clock.nowMs,
        ...changes,
      },
    },
  });

/** What came and went by hand: in or out, the way, the amount in centavos. */
export const listHandPayments = (store: TestStore): string[] =>
  store.db
    .select()
    .from(handPayments)
    .all()
    .map(({ kind, method, amountCents }) => `${kind} ${method} ${amountCents}`);
