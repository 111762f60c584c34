// The open orders as staff screens hold them: the board once, then every change from the store's log. Bounded: closed
// orders leave, the history keeps twelve. Never decides a status.
import type { Board } from '@balcao/shared/http/staff.ts';
import { isCancelledInWork } from '@balcao/shared/order/decide.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { UNPAID_SHOWN_MAX } from '@balcao/shared/order/unpaid.ts';

export type BoardState = {
  /** Open orders by id. */
  orders: ReadonlyMap<string, Order>;
  /** So many more wait for cash than are among `orders`. */
  unpaidMore: number;
  /** Sales of the counter that were begun and not paid, by id. */
  begun: ReadonlyMap<string, Order>;
  /** Newest first. */
  delivered: readonly Order[];
  deliveredToday: number;
  /** Cancelled after the kitchen had begun them, newest first. */
  cancelled: readonly Order[];
  /** What the stream goes on from. */
  seq: number;
  updatedAtMs: number;
  /** Current panel day and series; an order of another one shows its number as a past one. */
  panel: { date: string; series: number } | null;
  /** From how many minutes on a card turns yellow and red. */
  ageLimits: NonNullable<Board['ageLimits']>;
};

const HISTORY_MAX = 12;
export const CANCELLED_MAX = 12;
/** Where nobody tells the shop's own. */
const AGE_LIMITS = { warnMinutes: 5, lateMinutes: 8 };

export function boardOf(board: Board, nowMs: number): BoardState {
  return {
    orders: new Map(board.orders.map((order) => [order.id, order])),
    unpaidMore: board.unpaidMore,
    begun: new Map((board.begun ?? []).map((order) => [order.id, order])),
    delivered: board.delivered.slice(0, HISTORY_MAX),
    deliveredToday: board.deliveredToday,
    cancelled: (board.cancelled ?? []).slice(0, CANCELLED_MAX),
    seq: board.seq,
    updatedAtMs: nowMs,
    panel: board.panel ?? null,
    ageLimits: board.ageLimits ?? AGE_LIMITS,
  };
}

/**
 * A board that was read anew, with the day's cancelled orders that the one before has shown: of an order that is deleted the store knows
 * nothing any more, and somebody may have its cup in hand.
 */
export function withShownCancelled(board: BoardState, before: BoardState | null): BoardState {
  const knownIds = new Set([...board.orders.keys(), ...board.cancelled.map(({ id }) => id)]);
  const shown = (before?.cancelled ?? []).filter(
    (order) => !knownIds.has(order.id) && order.panelDate === board.panel?.date,
  );
  return { ...board, cancelled: [...board.cancelled, ...shown].slice(0, CANCELLED_MAX) };
}

/** On the board: paid and not yet handed over, or cash that waits. */
export const isOpen = (order: Order): boolean =>
  order.status === 'RECEBIDO' ||
  order.status === 'PREPARING' ||
  order.status === 'READY' ||
  (order.status === 'PENDING' && order.paymentMethod === 'cash');

/** Waits for its money in no list but the counter's. */
const isBegun = (order: Order): boolean =>
  order.status === 'PENDING' && order.source === 'counter' && order.paymentMethod !== 'cash';

/** One order as the store just told it. Events come in the log's order, so the last one heard is the newest. */
export function withOrder(board: BoardState, order: Order, nowMs: number): BoardState {
  const orders = new Map(board.orders);
  if (isOpen(order)) orders.set(order.id, order);
  else orders.delete(order.id);
  const dropped = dropUnpaidBeyondMax(orders);
  const begun = new Map(board.begun);
  if (isBegun(order)) begun.set(order.id, order);
  else begun.delete(order.id);

  const before = board.delivered.some((one) => one.id === order.id);
  const now = order.status === 'DELIVERED';
  const others = board.delivered.filter((one) => one.id !== order.id);
  const delivered = now ? [order, ...others].sort(byDelivery).slice(0, HISTORY_MAX) : others;
  // Known to the board as open, or fresh from there: only a change of side counts.
  const step = now && !before && board.orders.has(order.id) ? 1 : !now && before ? -1 : 0;
  const stillCancelled = board.cancelled.filter((one) => one.id !== order.id);
  return {
    ...board,
    orders,
    cancelled: isCancelledInWork(order) ? [order, ...stillCancelled].slice(0, CANCELLED_MAX) : stillCancelled,
    unpaidMore: board.unpaidMore + dropped,
    begun,
    delivered,
    deliveredToday: Math.max(0, board.deliveredToday + step),
    updatedAtMs: nowMs,
  };
}

const SOURCES = ['counter', 'lan', 'relay'];
/** As the store chooses among them: the counter's first, then those of the shop's Wi-Fi, then the newest. */
const byRelevance = (a: Order, b: Order): number =>
  SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) || b.createdAtMs - a.createdAtMs;

/** However many unpaid orders come in, the screen holds no more of them than the store lists. Answers how many went. */
function dropUnpaidBeyondMax(orders: Map<string, Order>): number {
  const unpaid = [...orders.values()].filter((order) => order.status === 'PENDING');
  if (unpaid.length <= UNPAID_SHOWN_MAX) return 0;
  const beyond = unpaid.sort(byRelevance).slice(UNPAID_SHOWN_MAX);
  for (const { id } of beyond) orders.delete(id);
  return beyond.length;
}

/** An answer to our own call: applied unless the stream has told something newer already. */
export function withReply(board: BoardState, order: Order, nowMs: number): BoardState {
  const current = board.orders.get(order.id) ?? board.delivered.find((one) => one.id === order.id);
  return current && current.updatedAtMs > order.updatedAtMs ? board : withOrder(board, order, nowMs);
}

const byDelivery = (a: Order, b: Order): number => (b.deliveredAtMs ?? 0) - (a.deliveredAtMs ?? 0);

/** Oldest first: by the time the kitchen got it, then by number. */
export const byAge = (a: Order, b: Order): number =>
  waitingSince(a) - waitingSince(b) || a.simpleId - b.simpleId;

export const waitingSince = (order: Order): number => order.receivedAtMs ?? order.createdAtMs;
