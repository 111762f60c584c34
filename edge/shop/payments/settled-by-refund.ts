// What of a difference that an order is owed is over with a refund that was asked for elsewhere than in the list of differences. Pure.
import { owing } from '@balcao/shared/order/change-lines.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { withGivenBack } from '@balcao/shared/payment/given-back.ts';
import type { GoingBack } from '../orders/online-payments.ts';

/** The order as it is then; null where it is owed nothing, or nothing goes back. What is beyond the difference is none of it. */
export function settledByRefund(order: Order, goesBack: readonly GoingBack[], nowMs: number): Order | null {
  const { balanceCents = 0 } = order;
  let restCents = Math.max(0, -balanceCents);
  const ways = goesBack.flatMap(({ method, cents }) => {
    const settledCents = Math.min(cents, restCents);
    restCents -= settledCents;
    return settledCents === 0 ? [] : [{ method, card: null, cents: settledCents } as const];
  });
  if (ways.length === 0) return null;
  return { ...withGivenBack(owing(order, -restCents), ways), updatedAtMs: nowMs };
}
