// What staff do to one order: who may, what else is written in the same transaction, and whom it wakes.
import type { Me, StaffMove } from '@balcao/shared/http/staff.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { MoveRefusal } from '@balcao/shared/http/refusals/order.ts';
import { cancelRightOf } from '@balcao/shared/order/cancel-right.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { approvedText, moveText } from '../audit/sentences.ts';
import type { Cash } from '../cash/cash.ts';
import type { RelayPayments } from '../payments/relay-payments.ts';
import type { Approver, ManagerPins } from '../users/manager-pins.ts';
import { changeOrder, setOrderStatus, type Alongside } from './change-order.ts';
import type { OrderContext } from './context.ts';

type Cancel = Extract<StaffMove, { kind: 'cancel' }>;
type Mover = { me: Me; actor: Actor };

export function createStaffMoves(deps: {
  orders: OrderContext;
  cash: Cash;
  audit: Audit;
  pins: ManagerPins;
  payments: Pick<RelayPayments, 'cancelOpen'>;
}) {
  const { orders, cash, audit, pins, payments } = deps;

  /** The status that a cancelled order must have, and who approved it. */
  async function mayCancel(
    { me, actor }: Mover,
    id: string,
    move: Cancel,
  ): Promise<Result<{ move: Cancel; approver: Approver | null }, MoveRefusal | Problem>> {
    const order = orders.repository.byId(id);
    const right = cancelRightOf(me.role, order);
    if (right === 'yes') return accepted({ move, approver: null });
    // A sale that is taken off the ticket is meant while it is unpaid: no PIN changes what became of it.
    const isMeantUnpaid = order?.source === 'counter' && (move.seen === 'PENDING' || !pins.any());
    if (right === 'unpaid' || (right === 'manager' && isMeantUnpaid))
      return accepted({ move: { ...move, seen: 'PENDING' }, approver: null });
    if (right === 'no' || !pins.any()) return refused({ code: 'forbidden' });
    const approved = await pins.approverOf(me, actor, move.pin);
    if (!approved.ok)
      return approved.refusal === 'wrong-pin' ? refused({ code: 'wrong-pin' }) : refused(approved.refusal);
    return approved.value === null
      ? refused({ code: 'manager-needed', hasPin: true })
      : accepted({ move, approver: approved.value });
  }

  function apply(
    actor: Actor,
    id: string,
    move: StaffMove,
    approver: Approver | null,
  ): Result<Order, Refusal> {
    const alongside: Alongside = (before, after) => {
      if (move.kind === 'confirm-payment') cash.took(actor, after, move.method, move.card ?? null);
      if (move.kind === 'cancel') cash.gaveBack(actor, after);
      audit.record(
        actor,
        'order',
        move.kind,
        `${moveText(before, after, move)}${approvedText(actor, approver)}`,
      );
    };
    switch (move.kind) {
      case 'set-status':
        return setOrderStatus(orders, id, move.status, move.seen, alongside);
      case 'confirm-payment':
        return changeOrder(
          orders,
          id,
          { kind: 'approve', method: move.method, receivedCents: move.receivedCents },
          alongside,
        );
      case 'cancel':
        return changeOrder(orders, id, { kind: 'cancel', reason: move.reason, seen: move.seen }, alongside);
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
      (asked.kind === 'confirm-payment' && role === 'KITCHEN') ||
      (asked.kind === 'set-status' && role !== 'ADMIN')
    )
      return refused({ code: 'forbidden' });
    // Once it is paid a repeat is answered as before, whatever became of the drawer.
    if (
      asked.kind === 'confirm-payment' &&
      asked.method === 'cash' &&
      asked.drawer === 'open' &&
      cash.session() === null &&
      orders.repository.byId(id)?.status === 'PENDING'
    )
      return refused({ code: 'drawer-closed' });
    const allowed =
      asked.kind === 'cancel' ? await mayCancel(mover, id, asked) : accepted({ move: asked, approver: null });
    if (!allowed.ok) return allowed;
    const { move, approver } = allowed.value;
    const moved = apply(mover.actor, id, move, approver);
    // A customer's code that is still open must not be paid as well; the relay sees to it, nobody here waits.
    if (moved.ok && (move.kind === 'confirm-payment' || move.kind === 'cancel')) void payments.cancelOpen(id);
    return moved;
  };
}
