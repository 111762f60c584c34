// What a part, or a difference, that was paid to the shop's own static code does to its order once it is known not to have come, or to have come after
// all. Pure; rule P34.
import { owing } from '@balcao/shared/order/change-lines.ts';
import { decide, type Decision } from '@balcao/shared/order/decide.ts';
import { withoutTender } from '@balcao/shared/order/in-parts.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { leftOf } from '@balcao/shared/payment/tender.ts';

/**
 * An order that waits, waits for that money too; one that was paid owes it, and is not handed over without. What comes after all fills what is
 * left of an order that waits; whatever is more than that is to be given back.
 */
export function withStaticPart(
  order: Order,
  { id, cents }: { id: string; cents: number },
  isPaid: boolean,
  at: Parameters<typeof decide>[2],
): Decision {
  const unchanged: Decision = { order, changed: false, ticket: null };
  if (order.status === 'CANCELLED') return unchanged;
  if (order.status !== 'PENDING')
    return { ...unchanged, ...owingMore(order, isPaid ? -cents : cents, at.nowMs) };
  if (!isPaid) {
    const withoutPart = withoutTender(order, id);
    return withoutPart === null
      ? unchanged
      : { ...unchanged, order: { ...withoutPart, updatedAtMs: at.nowMs }, changed: true };
  }
  const takenCents = Math.min(cents, leftOf(order));
  const tender = { id, method: 'pix_manual', card: null, cents: takenCents, receivedCents: null } as const;
  const decision = decide(order, { kind: 'take-tender', tender }, at);
  if (!decision.ok) return unchanged;
  return takenCents === cents
    ? decision.value
    : { ...decision.value, ...owingMore(decision.value.order, takenCents - cents, at.nowMs) };
}

const owingMore = (order: Order, cents: number, nowMs: number): Pick<Decision, 'order' | 'changed'> => ({
  order: { ...owing(order, (order.balanceCents ?? 0) + cents), updatedAtMs: nowMs },
  changed: true,
});
