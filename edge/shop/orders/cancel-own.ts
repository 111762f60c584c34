// A customer calls off an order of their own: only one that nobody has paid.
import type { Order } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { refused, type Result } from '@balcao/shared/result.ts';
import { changeOrder } from './change-order.ts';
import type { OrderContext } from './context.ts';

export function cancelOwn(context: OrderContext, orderId: string): Result<Order, Refusal> {
  const cancelled = changeOrder(context, orderId, { kind: 'cancel', reason: 'cliente', seen: 'PENDING' });
  // What is no longer PENDING was paid, and its money is the shop's to give back.
  return !cancelled.ok && cancelled.refusal.code === 'stale' ? refused({ code: 'already-paid' }) : cancelled;
}
