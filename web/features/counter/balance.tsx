// What a change left open of a paid order, in words.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';

const balanceText = ({ balanceCents = 0 }: Pick<Order, 'balanceCents'>): string | null =>
  balanceCents === 0
    ? null
    : `${balanceCents > 0 ? 'Falta' : 'Devolver'} ${formatCents(Math.abs(balanceCents))}`;

export function Balance({ order }: { order: Order }) {
  const text = balanceText(order);
  return text === null ? null : (
    <strong className="numbers block text-sm font-extrabold text-error">{text}</strong>
  );
}
