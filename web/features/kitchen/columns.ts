// Which card stands where, taps that wait included. Pure: the board decides nothing, it shows.
import type { Order } from '@balcao/shared/order/order.ts';
import { byAge, type BoardState } from '../../data/staff/board/board.ts';
import { isPastNumber } from '../../ui/staff/order-text.ts';
import { projectOrder, type PendingMove } from '../../data/staff/board/pending-moves.ts';

export type Card = {
  /** With the status that the taps on this screen lead to. */
  order: Order;
  /** When the oldest unconfirmed tap was made; null when the store knows all. */
  tappedAtMs: number | null;
  /** The panel number belongs to an earlier series. */
  past: boolean;
  /** Of an order that several stations make: what is made elsewhere, or made already, in words. */
  elsewhere?: string | null;
  /** On a station's screen: its share of the order, and which other stations still make theirs. */
  part?: { station: string; made: boolean; awaits: string[] };
};
/** `awaiting`: on a station's screen, what it has made its share of and others have not. */
export type Columns = { received: Card[]; preparing: Card[]; awaiting?: Card[]; ready: Card[] };
/** How many cards stand in them. */
export const cardCount = ({ received, preparing, awaiting = [], ready }: Columns): number =>
  received.length + preparing.length + awaiting.length + ready.length;
/** Cancelled after they were begun, by where the cup stands. */
export type Cancelled = { preparing: Order[]; ready: Order[] };

/** What this screen must still be told is not to be made, newest first; `bumped` are the ids that somebody here took away. */
export function cancelledOf(board: BoardState | null, bumped: readonly string[]): Cancelled {
  const shown = (board?.cancelled ?? []).filter(({ id }) => !bumped.includes(id));
  return {
    preparing: shown.filter((order) => order.readyAtMs === null),
    ready: shown.filter((order) => order.readyAtMs !== null),
  };
}

export function columnsOf(board: BoardState | null, pendingMoves: readonly PendingMove[]): Columns {
  const columns: Columns = { received: [], preparing: [], ready: [] };
  if (!board) return columns;
  const undone = board.delivered.filter((order) => pendingMoves.some((tap) => tap.orderId === order.id));
  for (const held of [...board.orders.values(), ...undone].sort(byAge)) {
    const order = projectOrder(held, pendingMoves);
    const tappedAtMs = pendingMoves.find((tap) => tap.orderId === held.id)?.atMs ?? null;
    const card = { order, tappedAtMs, past: isPastNumber(order, board.panel) };
    if (order.status === 'PREPARING') columns.preparing.push(card);
    // A delivery that the store has not heard of stays in sight.
    else if (order.status === 'READY' || order.status === 'DELIVERED') columns.ready.push(card);
    else if (order.status === 'RECEBIDO' || order.status === 'PENDING') columns.received.push(card);
  }
  // Cash that waits is nothing to make yet: it stands below.
  columns.received.sort(
    (a, b) =>
      Number(a.order.status === 'PENDING') - Number(b.order.status === 'PENDING') || byAge(a.order, b.order),
  );
  return columns;
}
