// What was tapped and not yet confirmed by the store. Kept on the device, sent in order, one order's taps one after
// another; the store makes a step asked for twice have one effect.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import { readJson, writeStored } from '../../device.ts';

export type PendingMove = { key: string; orderId: string; move: StaffMove; atMs: number };

const PENDING_MOVES_KEY = 'balcao-staff-taps';
export const PENDING_MOVES_MAX = 200;
/** An old tap says nothing about now: a screen that wakes the next morning must not act. */
const TAP_MS_MAX = 30 * 60_000;

export const loadPendingMoves = (nowMs: number): PendingMove[] =>
  (readJson(PENDING_MOVES_KEY, isPendingMoves) ?? [])
    .filter((tap) => nowMs - tap.atMs < TAP_MS_MAX)
    .slice(-PENDING_MOVES_MAX);
export const savePendingMoves = (pendingMoves: readonly PendingMove[]): void =>
  writeStored(PENDING_MOVES_KEY, JSON.stringify(pendingMoves));

const LEADS_TO: Record<StaffMove['kind'], OrderStatus | null> = {
  start: 'PREPARING',
  'mark-ready': 'READY',
  deliver: 'DELIVERED',
  'back-to-received': 'RECEBIDO',
  'back-to-preparing': 'PREPARING',
  'undo-delivery': 'READY',
  'confirm-payment': 'RECEBIDO',
  // Money is never kept as a tap: what is taken or given back is told to the store at once.
  'take-tender': 'PENDING',
  'give-tender-back': 'PENDING',
  'set-status': null,
  cancel: 'CANCELLED',
};

export const statusAfter = (move: StaffMove): OrderStatus =>
  LEADS_TO[move.kind] ?? (move.kind === 'set-status' ? move.status : 'RECEBIDO');

/** The order as it will be once the store has heard the taps that wait. */
export function projectOrder(order: Order, pendingMoves: readonly PendingMove[]): Order {
  let shown = order;
  for (const tap of pendingMoves) if (tap.orderId === order.id) shown = withTap(shown, tap.move);
  return shown;
}

/** Whether a station's own step was the last one that the order waited for is the store's to say. */
function withTap(order: Order, move: StaffMove): Order {
  const station = 'station' in move ? move.station : undefined;
  if (station === undefined) return { ...order, status: statusAfter(move) };
  const others = (order.madeAt ?? []).filter((one) => one !== station);
  return {
    ...order,
    status: 'PREPARING',
    madeAt: move.kind === 'mark-ready' ? [...others, station] : others,
  };
}

const isPendingMoves = (value: unknown): value is PendingMove[] =>
  Array.isArray(value) &&
  value.every(
    (tap: unknown) =>
      typeof tap === 'object' &&
      tap !== null &&
      'orderId' in tap &&
      'move' in tap &&
      'atMs' in tap &&
      'key' in tap,
  );
