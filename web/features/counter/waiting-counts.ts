// What waits on each screen of the counter, as the number beside its name says. Pure.
import type { Order } from '@balcao/shared/order/order.ts';
import { byAge, type BoardState } from '../../data/staff/board/board.ts';
import { isUnsold, type WaitingSale } from './waiting-sales.ts';

/** Of what changed after it was paid, what is still to be taken or given back; also of what was handed over: what is to go back is owed on. */
export const openDifferencesOf = (board: BoardState | null): Order[] =>
  [...(board?.orders.values() ?? []), ...(board?.delivered ?? [])]
    .filter(({ balanceCents }) => balanceCents !== undefined)
    .sort(byAge);

export function countsOf(
  board: BoardState | null,
  kept: readonly WaitingSale[],
): Record<'sale' | 'pending' | 'pickup', number> {
  const open = [...(board?.orders.values() ?? [])];
  return {
    sale: kept.length,
    pending:
      open.filter((order) => order.status === 'PENDING').length +
      (board?.begun.size ?? 0) +
      kept.filter(isUnsold).length +
      openDifferencesOf(board).length +
      (board?.unpaidMore ?? 0),
    pickup: open.filter((order) => order.status === 'READY').length,
  };
}
