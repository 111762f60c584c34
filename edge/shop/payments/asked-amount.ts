// What of an order is asked of the provider: all of it, a part that is still to be paid, or what a paid order still owes.
import type { Order } from '@balcao/shared/order/order.ts';
import { provedPartsOf } from '@balcao/shared/payment/paid-difference.ts';
import { hasTenders, leftOf, withTender } from '@balcao/shared/payment/tender.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';

/** A part, under the id that it will have in the order. */
type AskedPart = { id: string; cents: number };
/** `order.totalCents` is what is asked. */
export type AskedAmount = {
  order: Pick<Order, 'id' | 'code' | 'totalCents'>;
  part: string | null;
  isDifference: boolean;
};
type AmountRefusal = OverRefusal | { code: 'tender-too-much'; leftCents: number };
type DifferenceRefusal = OverRefusal | { code: 'difference-changed'; cents: number };
type OverRefusal = { code: 'already-paid' } | { code: 'order-over'; status: Order['status'] };

/** Of an order that is paid in part only its parts can be asked for, and of a part no more than is left. */
export function askedAmount(order: Order, part: AskedPart | null): Result<AskedAmount, AmountRefusal> {
  const { id, code, totalCents, tenders = [] } = order;
  const isIn = part === null ? hasTenders(order) : tenders.some((one) => one.id === part.id);
  if (order.paymentStatus === 'approved' || isIn) return refused({ code: 'already-paid' });
  if (order.status !== 'PENDING') return refused({ code: 'order-over', status: order.status });
  if (part === null) return accepted({ order: { id, code, totalCents }, part: null, isDifference: false });
  const asCash = {
    id: part.id,
    method: 'cash',
    card: null,
    cents: part.cents,
    receivedCents: null,
    atMs: 0,
  } as const;
  if (!withTender(order, asCash).ok) return refused({ code: 'tender-too-much', leftCents: leftOf(order) });
  return accepted({ order: { id, code, totalCents: part.cents }, part: part.id, isDifference: false });
}

/** What is owed by an order that was paid, as it stood on the screen. */
export function askedDifference(order: Order, part: AskedPart): Result<AskedAmount, DifferenceRefusal> {
  const { id, code, status, balanceCents = 0 } = order;
  if (provedPartsOf(order).some((one) => one.id === part.id)) return refused({ code: 'already-paid' });
  if (status === 'CANCELLED') return refused({ code: 'order-over', status });
  if (balanceCents !== part.cents) return refused({ code: 'difference-changed', cents: balanceCents });
  return accepted({ order: { id, code, totalCents: part.cents }, part: part.id, isDifference: true });
}
