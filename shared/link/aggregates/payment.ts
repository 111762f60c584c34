// A payment attempt as the store knows it: the newest merged fact.
import { z } from 'zod';
import { PaymentFact } from '../../payment/payment.ts';
import type { ReplicatedRow } from './replicated-row.ts';

const PaymentBody = z.object({
  fact: PaymentFact,
  /** Why a person must look at it, or null. */
  attention: z.string().nullable(),
});

/**
 * One row an attempt, under its id. 3: the part of the order that it was asked for; an older reader takes it for all of it. 4: whether that is what a
 * paid order still owed; without it it is a part.
 */
export const paymentRow = {
  kind: 'payment',
  ids: '*',
  version: 4,
  sealed: false,
  body: PaymentBody,
} as const satisfies ReplicatedRow;
