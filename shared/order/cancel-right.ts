// Who may call off an order. Pure; the store asks it with each request.
import type { Order } from './order.ts';
import { isPartlyPaid } from '../payment/tender.ts';
import { isTakenByHand } from './taken-by-hand.ts';

/** `unpaid`: of what is unpaid alone. `manager`: where a manager approves it. */
export type CancelRight = 'yes' | 'unpaid' | 'manager' | 'no';

/**
 * An administrator may always. Who stands at the counter: what was begun there and is unpaid, and with a manager what is paid by hand or
 * waits; what was paid online is an administrator's, who gives it back.
 */
export function cancelRightOf(
  role: 'ADMIN' | 'KITCHEN' | 'ATTENDANT' | 'WHOLESALE' | null,
  order: Pick<Order, 'source' | 'status' | 'paymentMethod' | 'tenders'> | null,
): CancelRight {
  if (role === 'ADMIN') return 'yes';
  if (role !== 'ATTENDANT' || order === null) return 'no';
  const { source, status, paymentMethod } = order;
  // Money of it lies in the drawer.
  if (isPartlyPaid(order)) return 'manager';
  if (source === 'counter' && status === 'PENDING') return 'unpaid';
  // What was called off before it was paid only had a code: a second time changes nothing.
  const isPaid = status !== 'PENDING' && status !== 'CANCELLED';
  const isOnline = isPaid && paymentMethod !== null && !isTakenByHand(paymentMethod);
  return isOnline ? 'no' : 'manager';
}
