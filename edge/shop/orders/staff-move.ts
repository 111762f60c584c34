// What staff do to one order: who may, what else is written in the same transaction, and whom it wakes.
import type { Me, StaffMove } from '@balcao/shared/http/staff.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { MoveRefusal } from '@balcao/shared/http/refusals/order-routes.ts';
import { cancelRightOf } from '@balcao/shared/order/cancel-right.ts';
import type { StationShare } from '@balcao/shared/order/command.ts';
import type { GivenBack, Order, Tender } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { splitByStation, stationRulesOf } from '@balcao/shared/order/stations.ts';
import { isPaidOnline, partsUnknownTo } from '@balcao/shared/payment/store-answer.ts';
import { isPartlyPaid, withTender } from '@balcao/shared/payment/tender.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { approvedText, keptText, moveText } from '../audit/sentences.ts';
import type { Cash } from '../cash/cash.ts';
import type { Approver, ManagerPins } from '../users/manager-pins.ts';
import { changeOrder, setOrderStatus, type Alongside } from './change-order.ts';
import type { OrderContext } from './context.ts';
import type { OnlinePayments } from './online-payments.ts';
import { askOfOpenCodes, wasPaidByCode, type OpenCodes } from './open-codes.ts';

type Cancel = Extract<StaffMove, { kind: 'cancel' }>;
type TakeTender = Extract<StaffMove, { kind: 'take-tender' }>;
type GiveTenderBack = Extract<StaffMove, { kind: 'give-tender-back' }>;
type Allowed = { move: StaffMove; approver: Approver | null };
type Mover = { me: Me; actor: Actor };

const MOVES_MONEY: ReadonlySet<StaffMove['kind']> = new Set([
  'confirm-payment',
  'take-tender',
  'give-tender-back',
]);
const isTaking = ({ kind }: StaffMove): boolean => kind === 'confirm-payment' || kind === 'take-tender';

const tenderOf = ({ id, method, card, cents, receivedCents }: TakeTender): Omit<Tender, 'atMs'> => ({
  id,
  method,
  card: method === 'terminal' ? (card ?? null) : null,
  cents,
  receivedCents: receivedCents ?? null,
});

/**
 * Whether a part that is sent under a name that is in the books is that money: sent again, or said by hand of what the terminal took and the
 * order has by itself (P38). Whatever else was handed over under it is money beside it, which nobody would book.
 */
const isThatMoney = (
  { tenders = [] }: Order,
  { id, method, cents }: TakeTender,
  taken: NonNullable<ReturnType<Cash['takenPart']>>,
): boolean =>
  cents === taken.cents &&
  (method === taken.method ||
    (method === 'terminal' && taken.isAtTerminal && tenders.some((one) => one.id === id)));

const hasRoomFor = (order: Order, move: TakeTender): boolean =>
  order.status === 'PENDING' && withTender(order, { ...tenderOf(move), atMs: 0 }).ok;

/** Whether the money of this move is not in the order yet. */
const isAwaited = (order: Order | null, move: StaffMove): boolean =>
  order?.status === 'PENDING' &&
  !(move.kind === 'take-tender' && (order.tenders ?? []).some(({ id }) => id === move.id));

export function createStaffMoves(deps: {
  orders: OrderContext;
  cash: Cash;
  audit: Audit;
  pins: ManagerPins;
  payments: OpenCodes & { refunds: Pick<OnlinePayments['refunds'], 'keptCents'> };
}) {
  const { orders, cash, audit, pins, payments } = deps;

  /** The status that a cancelled order must have, and who approved it. */
  async function mayCancel(
    { me, actor }: Mover,
    id: string,
    move: Cancel,
  ): Promise<Result<Allowed, MoveRefusal | Problem>> {
    const order = orders.repository.byId(id);
    const right = cancelRightOf(me.role, order);
    if (right === 'yes') return accepted({ move, approver: null });
    // Paid for all to see: it is no mistake of who asks, and nobody here can approve it.
    const isSeenPaid =
      move.seen !== 'PENDING' && order?.status !== 'PENDING' && order?.status !== 'CANCELLED';
    if (right === 'manager' && order?.source === 'counter' && isSeenPaid && !pins.any())
      return refused({ code: 'manager-needed', hasPin: false });
    // A sale that is taken off the ticket is meant while it is unpaid: no PIN changes what became of it.
    const isMeantUnpaid =
      order?.source === 'counter' && (!pins.any() || (move.seen === 'PENDING' && !isPartlyPaid(order)));
    if (right === 'unpaid' || (right === 'manager' && isMeantUnpaid))
      return accepted({ move: { ...move, seen: 'PENDING' }, approver: null });
    if (right === 'no' || !pins.any()) return refused({ code: 'forbidden' });
    return byManager({ me, actor }, move);
  }

  async function byManager(
    { me, actor }: Mover,
    move: Cancel | GiveTenderBack,
  ): Promise<Result<Allowed, MoveRefusal | Problem>> {
    const approved = await pins.approverOf(me, actor, move.pin);
    if (!approved.ok)
      return approved.refusal === 'wrong-pin' ? refused({ code: 'wrong-pin' }) : refused(approved.refusal);
    return approved.value === null
      ? refused({ code: 'manager-needed', hasPin: true })
      : accepted({ move, approver: approved.value });
  }

  /** What leaves the drawer again is a manager's to approve; where there is none, what was not paid in full is corrected without. */
  const mayMove = async (
    mover: Mover,
    id: string,
    move: StaffMove,
  ): Promise<Result<Allowed, MoveRefusal | Problem>> => {
    if (move.kind === 'cancel') return await mayCancel(mover, id, move);
    const asks = move.kind === 'give-tender-back' && mover.me.role !== 'ADMIN' && pins.any();
    return asks ? await byManager(mover, move) : accepted({ move, approver: null });
  };

  /**
   * The question whether a part by hand is money that came by itself; null where it is none, or where the order has no room for it anyhow. A
   * page of before parts were named sends none: a second tap there looks as the first one sent again, and counts nothing.
   */
  function askWhetherItCame(order: Order, move: TakeTender): Refusal | null {
    if (!hasRoomFor(order, move)) return null;
    const partIds = partsUnknownTo(order.tenders, move, (id) => cash.takenPart(order.id, id)?.cents);
    const { method, cents, besideParts } = move;
    return partIds.length === 0
      ? null
      : { code: 'part-came', method, cents, partIds, canNameParts: besideParts !== undefined };
  }

  /** Whether a part would be taken, and was not before. */
  const isNew = (order: Order, move: TakeTender): boolean =>
    hasRoomFor(order, move) && !cash.takenPart(order.id, move.id);

  /** What was paid online for all of it and stays with the shop if it is called off. */
  const keptOf = (order: Order | null): number =>
    order !== null && order.status !== 'CANCELLED' && isPaidOnline(order)
      ? payments.refunds.keptCents(order)
      : 0;

  /** The money of it, in the books of the drawer; answers what goes back. */
  function book(actor: Actor, after: Order, move: StaffMove, keptCents: number): GivenBack[] {
    if (move.kind === 'confirm-payment') cash.took(actor, after, move.method, move.card ?? null);
    if (move.kind === 'take-tender') cash.tookTender(actor, after.id, tenderOf(move));
    if (move.kind === 'give-tender-back') return cash.gaveBack(actor, after, move.id);
    // Where what came online is not given back, nor is what was paid by hand beside it.
    return move.kind === 'cancel' && keptCents === 0 ? cash.gaveBack(actor, after) : [];
  }

  /** The station that a step names, and where else the order has shares; nothing for a step of the whole order. */
  function shareOf(id: string, station: string | undefined): StationShare | undefined {
    const order = station === undefined ? null : orders.repository.byId(id);
    if (station === undefined || order === null) return undefined;
    const parts = splitByStation(order.items, stationRulesOf(orders.menu.catalog()));
    return { station, stations: parts.map((part) => part.station.id) };
  }

  const stationName = (id: string | undefined): string | undefined =>
    orders.menu.catalog().settings.stations.find((one) => one.id === id)?.name;

  function apply(
    actor: Actor,
    id: string,
    move: StaffMove,
    approver: Approver | null,
    keptCents: number,
  ): Result<Order, Refusal> {
    const alongside: Alongside = (before, after) => {
      const back = book(actor, after, move, keptCents);
      audit.record(
        actor,
        'order',
        move.kind,
        `${moveText(before, after, move, back, stationName)}${keptText(keptCents)}${approvedText(actor, approver)}`,
      );
    };
    switch (move.kind) {
      case 'set-status':
        return setOrderStatus(orders, id, move.status, move.seen, alongside);
      case 'confirm-payment':
        return changeOrder(
          orders,
          id,
          {
            kind: 'approve',
            method: move.method,
            receivedCents: move.receivedCents,
            expectedTotalCents: move.expectedTotalCents,
          },
          alongside,
        );
      case 'cancel':
        return changeOrder(
          orders,
          id,
          { kind: 'cancel', reason: move.reason, givesBack: true, seen: move.seen },
          alongside,
        );
      case 'take-tender': {
        // Taken, and perhaps given back since: a repeat books nothing, so it pays nothing.
        const order = orders.repository.byId(id);
        const taken = order && cash.takenPart(id, move.id);
        if (order && taken)
          return isThatMoney(order, move, taken)
            ? accepted(order)
            : refused({ code: 'paid-otherwise', method: taken.method });
        const asking = order && askWhetherItCame(order, move);
        if (asking) return refused(asking);
        return changeOrder(orders, id, { kind: 'take-tender', tender: tenderOf(move) }, alongside);
      }
      case 'give-tender-back':
        return changeOrder(orders, id, { kind: 'give-tender-back', tenderId: move.id }, alongside);
      case 'mark-ready':
      case 'back-to-preparing':
        return changeOrder(orders, id, { ...move, share: shareOf(id, move.station) }, alongside);
      default:
        return changeOrder(orders, id, move, alongside);
    }
  }

  return async (
    mover: Mover,
    id: string,
    asked: StaffMove,
  ): Promise<Result<Order, MoveRefusal | Problem>> => {
    const { role } = mover.me;
    if (
      (MOVES_MONEY.has(asked.kind) && role === 'KITCHEN') ||
      (asked.kind === 'set-status' && role !== 'ADMIN')
    )
      return refused({ code: 'forbidden' });
    // Once it is paid a repeat is answered as before, whatever became of the drawer.
    if (
      (asked.kind === 'confirm-payment' || asked.kind === 'take-tender') &&
      asked.method === 'cash' &&
      asked.drawer === 'open' &&
      cash.session() === null &&
      isAwaited(orders.repository.byId(id), asked)
    )
      return refused({ code: 'drawer-closed' });
    const allowed = await mayMove(mover, id, asked);
    if (!allowed.ok) return allowed;
    const { move, approver } = allowed.value;
    const order = orders.repository.byId(id);
    if (move.kind === 'take-tender' && order !== null && isNew(order, move)) {
      const asking = await askOfOpenCodes(payments, order, move);
      if (asking) return refused(asking);
    }
    const isSaid = move.kind === 'confirm-payment' && move.method === 'pix_manual';
    if (isSaid && isAwaited(order, move) && (await wasPaidByCode(payments, id)))
      return refused({ code: 'already-paid' });
    const onlineCents = move.kind === 'cancel' ? keptOf(order) : 0;
    const keptCents = onlineCents === 0 ? 0 : onlineCents + cash.heldCents(id);
    // With its money it goes through the refunds, which call it off in the same transaction.
    if (keptCents > 0 && move.kind === 'cancel' && move.keepsMoney !== true)
      return refused({ code: 'paid-online' });
    const moved = apply(mover.actor, id, move, approver, keptCents);
    // A customer's code that is still open must not be paid as well; the relay sees to it, nobody here waits.
    if (moved.ok && (move.kind === 'cancel' || isTaking(move))) void payments.cancelOpen(id);
    return moved;
  };
}
