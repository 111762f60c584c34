// One sale of the counter is one order: what a changed sale was before is called off as it is placed anew. Inside the caller's transaction.
import { decide } from '@balcao/shared/order/decide.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { hasTenders } from '@balcao/shared/payment/tender.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { saveDecision } from './change-order.ts';
import type { OrderContext } from './context.ts';

/** Calls all of them off and answers them, or why none was. What never arrived, or is over already, stands in nobody's way. */
export function callOffReplaced(
  context: OrderContext,
  ids: readonly string[],
  nowMs: number,
): Result<readonly Order[], Refusal> {
  const { repository } = context;
  const before = ids.flatMap((id) => {
    const order = repository.byId(id);
    return order === null || order.status === 'CANCELLED' ? [] : [order];
  });
  if (before.some((order) => order.source !== 'counter')) return refused({ code: 'order-not-found' });
  if (before.some((order) => order.status !== 'PENDING' || hasTenders(order)))
    return refused({ code: 'already-paid' });
  for (const order of before) {
    const at = { nowMs, panel: context.panel.slot(nowMs) };
    const cancelled = decide(order, { kind: 'cancel', reason: 'cliente' }, at);
    if (cancelled.ok) saveDecision(context, order, cancelled.value, nowMs);
  }
  return accepted(before);
}
