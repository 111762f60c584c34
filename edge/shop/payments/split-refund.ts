// An amount that goes back, divided among the payments that brought the money. Pure; amounts in centavos.
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import type { RefundPart } from './refund-intents.ts';
import { nameRefundPart, nameRefundWhole } from './refund-names.ts';

/** Takes `cents` from the payments, one after another; `isAll`: that is all that they have left. */
export function splitRefund(
  goodPayments: readonly { fact: PaymentFact; leftCents: number }[],
  cents: number,
  { key, isAll }: { key: string | undefined; isAll: boolean },
): RefundPart[] {
  const parts: RefundPart[] = [];
  let restCents = cents;
  for (const { fact, leftCents } of goodPayments) {
    const part = Math.min(restCents, leftCents);
    if (part === 0) continue;
    const isRest = isAll && key === undefined;
    parts.push({
      attemptId: fact.attemptId,
      amountCents: isRest ? null : part,
      cents: part,
      id: isRest ? nameRefundWhole(fact.attemptId) : nameRefundPart(fact, cents, key),
    });
    restCents -= part;
  }
  return parts;
}
