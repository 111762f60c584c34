// Who takes the money of each way to pay. Without schemas, for screens import what imports this.
import type { PaymentMethod } from './order.ts';

const TAKEN_BY: Record<PaymentMethod, 'hand' | 'provider'> = {
  cash: 'hand',
  terminal: 'hand',
  pix_manual: 'hand',
  pix: 'provider',
  credit_card: 'provider',
  debit_card: 'provider',
};

/** Whether it is staff who take such money and say that it came. */
export const isTakenByHand = (method: PaymentMethod): boolean => TAKEN_BY[method] === 'hand';
