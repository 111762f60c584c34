// A refund as the provider tells it.
import { z } from 'zod';
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import { dateOf } from './mercado-pago-payment.ts';
import { centsOfReais } from './reais.ts';

export const RefundJson = z.looseObject({
  id: z.union([z.string(), z.number()]),
  amount: z.unknown().optional(),
  status: z.string().nullish(),
  date_created: z.string().nullish(),
});
export const RefundsJson = z.array(RefundJson);

/** The refund in our words; one that is neither over nor under way is done. */
export function refundOf({ id, amount, status, date_created }: z.infer<typeof RefundJson>): ListedRefund {
  const isOver = status === 'rejected' || status === 'cancelled';
  return {
    id: String(id),
    amountCents: centsOfReais(amount),
    state: isOver ? 'rejected' : status === 'in_process' ? 'in_process' : 'done',
    createdAtMs: dateOf(date_created),
  };
}
