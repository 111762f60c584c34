// What a refund is called: the same name for the same refund, so that one that is asked for twice goes back once.
import { createHash } from 'node:crypto';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';

/** A name of the form of a UUID, the same for the same words. */
function namedId(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Of a part of a payment. The same amount asked of the same remainder has the same key, so a button pressed twice gives back once. */
export const nameRefundPart = (fact: PaymentFact, askedCents: number, key?: string): string =>
  key === undefined
    ? namedId(fact.attemptId, fact.refundedCents, askedCents)
    : namedId(fact.attemptId, key, askedCents);

/** Of all that is left of a payment: once for each. */
export const nameRefundWhole = (attemptId: string): string => namedId(attemptId, 'whole');
