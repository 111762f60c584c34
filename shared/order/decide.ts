// Decides what a command does to an order. Pure: clock, ids, prices and the next panel number are inputs.
// Never does I/O; the caller writes the decision in one transaction with its outbox row and print job.
import { accepted, refused, type Result } from '../result.ts';
import { hasTenders, isPartlyPaid, leftOf } from '../payment/tender.ts';
import type { OrderCommand, StationShare } from './command.ts';
import { paidOtherwise, takeTender, withoutTender } from './in-parts.ts';
import type { CancelReason, Order, OrderStatus } from './order.ts';
import type { Refusal } from './refusal.ts';
import { isTakenByHand } from './taken-by-hand.ts';
import { ORDER_TRANSITIONS, type OrderCommandKind } from './transitions.ts';

/** So long after a delivery it can be taken back, by the store's clock. */
export const UNDO_DELIVERY_MS_MAX = 2 * 60_000;

/** Whether the kitchen had begun what is now not to be made: it may be half in a cup. */
export const isCancelledInWork = (order: Pick<Order, 'status' | 'preparingAtMs'>): boolean =>
  order.status === 'CANCELLED' && order.preparingAtMs !== null;

/** The number that the next order with a reason to be seen in the kitchen would get. */
export type PanelSlot = { date: string; series: number; number: number };

/** The ticket that a decision asks for; the print queue keeps one per order and purpose. */
export type TicketPurpose = 'kitchen' | 'cancelled';
/** The order after the command; `changed` false: write nothing. `ticket`: what is to be printed in the same transaction. */
export type Decision = { order: Order; changed: boolean; ticket: TicketPurpose | null };

/** What the command does to the order, by the rules of SPEC.md. Refuses what the table refuses, and `stale` for a status no longer true. */
export function decide(
  order: Order,
  command: OrderCommand,
  at: { nowMs: number; panel: PanelSlot },
): Result<Decision, Refusal> {
  const cell = ORDER_TRANSITIONS[order.status][command.kind];
  // A step already taken is answered with the present state, also to someone who saw an older one: a tap kept
  // while offline must not turn into an error.
  const alreadyThere = 'stay' in cell;
  const seen = 'seen' in command ? command.seen : undefined;
  if (!alreadyThere && seen !== undefined && seen !== order.status)
    return refused({ code: 'stale', status: order.status });
  if ('refuse' in cell) return refused(refusalOf(cell.refuse, order));

  switch (command.kind) {
    case 'approve':
      return approve(order, command, at, alreadyThere);
    case 'choose-cash':
      return chooseCash(order, command, at);
    case 'take-tender':
    case 'give-tender-back':
      return takeOrGiveTender(order, command, at);
    case 'cancel':
    case 'expire':
      // Money that lies in the drawer is not forgotten with the order: who calls it off gives it back.
      if (isPartlyPaid(order) && !(command.kind === 'cancel' && command.givesBack))
        return refused({ code: 'already-paid' });
      return accepted(
        alreadyThere
          ? unchanged(order)
          : cancel(order, command.kind === 'cancel' ? command.reason : 'expirado', at.nowMs),
      );
    default: {
      const ofShare = command.share && moveShare(order, command.kind, command.share, at.nowMs);
      if (ofShare) return accepted(ofShare);
      if (alreadyThere) return accepted(unchanged(order));
      if (command.kind === 'undo-delivery' && at.nowMs - (order.deliveredAtMs ?? 0) > UNDO_DELIVERY_MS_MAX) {
        return refused({ code: 'too-late-to-undo' });
      }
      if (command.kind === 'deliver' && (order.balanceCents ?? 0) > 0)
        return refused({ code: 'difference-due', cents: order.balanceCents ?? 0 });
      return accepted(
        moved(
          order,
          'to' in cell ? cell.to : order.status,
          at.nowMs,
          command.kind === 'start' ? 'kitchen' : null,
        ),
      );
    }
  }
}

/** What a station's own step does while others still have to make theirs, or made it; null: it is a step of the whole order. */
function moveShare(
  order: Order,
  kind: OrderCommandKind,
  { station, stations }: StationShare,
  nowMs: number,
): Decision | null {
  const withMade = (made: readonly string[]): Order => ({
    ...withoutShares(order),
    ...(made.length === 0 ? {} : { madeAt: [...made] }),
    updatedAtMs: nowMs,
  });
  const { status, madeAt = [] } = order;
  // A screen of before the stations were changed: it has no share of this order that it could move.
  if (!stations.includes(station)) return unchanged(order);
  if (kind === 'mark-ready' && status === 'PREPARING') {
    const isNews = !madeAt.includes(station);
    const made = isNews ? [...madeAt, station] : madeAt;
    // Also where a station is gone since: nobody else would end it.
    if (stations.every((one) => made.includes(one))) return null;
    return isNews ? { order: withMade(made), changed: true, ticket: null } : unchanged(order);
  }
  if (kind === 'back-to-preparing' && status === 'PREPARING')
    return madeAt.includes(station)
      ? { order: withMade(madeAt.filter((one) => one !== station)), changed: true, ticket: null }
      : unchanged(order);
  if (kind === 'back-to-preparing' && status === 'READY') {
    const others = stations.filter((one) => one !== station);
    return { order: { ...withMade(others), status: 'PREPARING' }, changed: true, ticket: null };
  }
  return null;
}

/** Moves a paid order freely among the four statuses of the admin's dropdown. */
export function setStatus(
  order: Order,
  to: 'RECEBIDO' | 'PREPARING' | 'READY' | 'DELIVERED',
  at: { nowMs: number; seen?: OrderStatus | undefined },
): Result<Decision, Refusal> {
  if (order.status === to) return accepted(unchanged(order));
  if (at.seen !== undefined && at.seen !== order.status)
    return refused({ code: 'stale', status: order.status });
  if (to === 'DELIVERED' && (order.balanceCents ?? 0) > 0)
    return refused({ code: 'difference-due', cents: order.balanceCents ?? 0 });
  if (order.status === 'CANCELLED') return refused({ code: 'order-over', status: order.status });
  if (order.status === 'PENDING') return refused({ code: 'unpaid' });
  return accepted(moved(order, to, at.nowMs, to === 'PREPARING' ? 'kitchen' : null));
}

function approve(
  order: Order,
  command: Extract<OrderCommand, { kind: 'approve' }>,
  at: { nowMs: number; panel: PanelSlot },
  alreadyThere: boolean,
): Result<Decision, Refusal> {
  if (alreadyThere) {
    // What the provider reports of a paid order is sorted out by its attempts; money in somebody's hand is known to nobody else.
    const takenBeside =
      command.method !== null &&
      isTakenByHand(command.method) &&
      (command.method !== order.paymentMethod || hasTenders(order));
    return takenBeside ? refused(paidOtherwise(order)) : accepted(unchanged(order));
  }
  if (hasTenders(order)) return refused({ code: 'partly-paid', leftCents: leftOf(order) });
  if (command.method === null && order.totalCents > 0) return refused({ code: 'unpaid' });
  const late = order.status === 'CANCELLED';
  const mayComeBack =
    order.cancelReason === 'expirado' || (order.cancelReason === 'estornado' && command.replacesRefund);
  if (late && !(mayComeBack && command.lateButMakeable)) {
    return refused({ code: 'order-over', status: order.status });
  }
  const { receivedCents, expectedTotalCents = order.totalCents } = command;
  if (expectedTotalCents !== order.totalCents)
    return refused({ code: 'price-changed', totalCents: order.totalCents });
  if (receivedCents !== undefined && receivedCents < order.totalCents)
    return refused({ code: 'change-too-small' });
  const received = moved(order, 'RECEBIDO', at.nowMs, 'kitchen');
  return accepted({
    ...received,
    order: {
      ...received.order,
      ...panelFor(order, at.panel),
      paymentStatus: 'approved',
      paymentMethod: command.method,
      changeForCents:
        command.method === 'cash' ? changeFor(order, receivedCents ?? order.changeForCents) : null,
      cancelReason: null,
      late,
      // What had been paid of it before it was called off was given back then.
      ...(late && order.tenders !== undefined && { tenders: undefined }),
    },
  });
}

/** One part more, or one less. The part that ends it pays the order. */
function takeOrGiveTender(
  order: Order,
  command: Extract<OrderCommand, { kind: 'take-tender' | 'give-tender-back' }>,
  at: { nowMs: number; panel: PanelSlot },
): Result<Decision, Refusal> {
  if (command.kind === 'give-tender-back') {
    const rest = withoutTender(order, command.tenderId);
    return accepted(
      rest === null
        ? unchanged(order)
        : { order: { ...rest, updatedAtMs: at.nowMs }, changed: true, ticket: null },
    );
  }
  const taken = takeTender(order, { ...command.tender, atMs: at.nowMs });
  if (!taken.ok) return taken;
  if (taken.value === null) return accepted(unchanged(order));
  const isPaid = taken.value.paymentStatus === 'approved';
  const after = moved(order, isPaid ? 'RECEBIDO' : order.status, at.nowMs, isPaid ? 'kitchen' : null);
  return accepted({ ...after, order: { ...after.order, ...panelFor(order, at.panel), ...taken.value } });
}

// Nothing comes back of the exact amount: it is no note to give change for.
const changeFor = ({ totalCents }: Order, noteCents: number | null): number | null =>
  noteCents !== null && noteCents > totalCents ? noteCents : null;

function chooseCash(
  order: Order,
  { changeForCents, isFull = false }: Extract<OrderCommand, { kind: 'choose-cash' }>,
  at: { nowMs: number; panel: PanelSlot },
): Result<Decision, Refusal> {
  // It waits at the counter already, and staff who take the rest see the note themselves.
  if (isPartlyPaid(order)) return accepted(unchanged(order));
  if (changeForCents !== null && changeForCents < order.totalCents)
    return refused({ code: 'change-too-small' });
  const change = changeFor(order, changeForCents);
  if (order.paymentMethod === 'cash' && order.changeForCents === change) return accepted(unchanged(order));
  if (isFull) return refused({ code: 'cash-full' });
  return accepted({
    order: {
      ...order,
      ...panelFor(order, at.panel),
      paymentMethod: 'cash',
      paymentStatus: 'pending',
      changeForCents: change,
      updatedAtMs: at.nowMs,
    },
    changed: true,
    ticket: null,
  });
}

function cancel(order: Order, reason: CancelReason, nowMs: number): Decision {
  const inKitchen = order.status !== 'PENDING';
  // All that was paid goes back: there is no difference any more.
  const { balanceCents: _gone, ...rest } = order;
  return {
    order: { ...withoutShares(rest), status: 'CANCELLED', cancelReason: reason, updatedAtMs: nowMs },
    changed: true,
    ticket: inKitchen ? 'cancelled' : null,
  };
}

const STATUS_TIMES = {
  RECEBIDO: 'receivedAtMs',
  PREPARING: 'preparingAtMs',
  READY: 'readyAtMs',
  DELIVERED: 'deliveredAtMs',
} as const;

// The first time a status is reached is kept, so that undo and recall show the original time.
function moved(order: Order, status: OrderStatus, nowMs: number, ticket: TicketPurpose | null): Decision {
  const times =
    status in STATUS_TIMES
      ? {
          [STATUS_TIMES[status as keyof typeof STATUS_TIMES]]:
            order[STATUS_TIMES[status as keyof typeof STATUS_TIMES]] ?? nowMs,
        }
      : {};
  const redelivered = status === 'DELIVERED' ? { deliveredAtMs: nowMs } : {};
  // Whatever moves as a whole is made at every station, or at none.
  const whole = withoutShares(order);
  return { order: { ...whole, ...times, ...redelivered, status, updatedAtMs: nowMs }, changed: true, ticket };
}

const panelFor = (order: Order, slot: PanelSlot) =>
  order.panelNumber === null
    ? { panelNumber: slot.number, panelDate: slot.date, panelSeries: slot.series }
    : {};

const withoutShares = ({ madeAt: _made, ...order }: Order): Order => order;

const unchanged = (order: Order): Decision => ({ order, changed: false, ticket: null });

function refusalOf(code: Refusal['code'], order: Order): Refusal {
  switch (code) {
    case 'unpaid':
    case 'already-paid':
    case 'too-late-to-undo':
      return { code };
    case 'order-over':
    case 'not-from-here':
      return { code, status: order.status };
    default:
      throw new Error(`the transition table cannot refuse with ${code}`);
  }
}
