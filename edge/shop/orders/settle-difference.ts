// What a change of a paid order left open: taken by hand as a part of its own, given back over the counter, or asked of the provider. In one
// transaction with the order, the drawer's books or the refund, audit and log.
import type { DifferenceAsk } from '@balcao/shared/http/difference.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import { ORDER_REFUSALS } from '@balcao/shared/http/refusals/order.ts';
import type { MoveRefusal } from '@balcao/shared/http/refusals/order-routes.ts';
import type { Me } from '@balcao/shared/http/staff.ts';
import { settleDifference } from '@balcao/shared/order/change-lines.ts';
import type { GivenBack, Order } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { isTakenByHand } from '@balcao/shared/order/taken-by-hand.ts';
import { withGivenBack } from '@balcao/shared/payment/given-back.ts';
import { provedPartsOf } from '@balcao/shared/payment/paid-difference.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { differenceText } from '../audit/sentences.ts';
import type { Cash } from '../cash/cash.ts';
import { wakeAfterChange } from './change-order.ts';
import type { OrderContext } from './context.ts';
import type { OnlinePayments } from './online-payments.ts';
import { wasPaidByCode, type OpenCodes } from './open-codes.ts';

type Take = Extract<DifferenceAsk, { kind: 'take' }>;

export function createDifferences(deps: {
  orders: OrderContext;
  cash: Cash;
  audit: Audit;
  payments: OpenCodes & { refunds: Pick<OnlinePayments['refunds'], 'refund'> };
}) {
  const { orders, cash, audit, payments } = deps;

  /** In the running transaction. `back`: by which ways it went back. */
  function write(
    actor: Actor,
    before: Order,
    ask: DifferenceAsk,
    back: readonly GivenBack[] = [],
  ): Result<Order, Refusal> {
    const settled = settleDifference(before, ask, orders.clock());
    if (!settled.ok) return settled;
    // Of what was given away whole, this is the first money.
    const method = ask.kind === 'take' ? (before.paymentMethod ?? ask.method) : before.paymentMethod;
    const order = withGivenBack({ ...settled.value, paymentMethod: method }, back);
    orders.repository.update(order);
    if (back.length > 0) orders.repository.updateChanges(order);
    orders.log(order);
    audit.record(actor, 'order', 'difference', differenceText(order, ask, back));
    return accepted(order);
  }

  const byHand = (actor: Actor, id: string, ask: DifferenceAsk): Result<Order, Refusal> =>
    inTransaction(orders.db, (): Result<Order, Refusal> => {
      const before = orders.repository.byId(id);
      if (!before) return refused({ code: 'order-not-found' });
      if (cash.hasPart(id, ask.id)) return accepted(before);
      const wrong = settleDifference(before, ask, orders.clock());
      if (!wrong.ok) return wrong;
      if (ask.kind === 'give-back')
        return write(actor, before, ask, cash.gaveDifferenceBack(actor, before, ask));
      const { method, cents } = ask;
      const card = method === 'terminal' ? (ask.card ?? null) : null;
      cash.tookTender(actor, id, { id: ask.id, method, card, cents, receivedCents: null });
      return write(actor, before, ask);
    });

  /**
   * The order leaves the books of what is owed in the transaction that writes the refund down. What staff hold of it goes back over the
   * counter with that, and only the rest over the provider.
   */
  async function online(
    actor: Actor,
    order: Order,
    ask: DifferenceAsk,
    heldCents: number,
  ): Promise<Result<Order, Problem>> {
    const wrong = settleDifference(order, ask, orders.clock());
    if (!wrong.ok) return refused(ORDER_REFUSALS.problemOf(wrong.refusal));
    const given = await payments.refunds.refund(
      actor,
      order.id,
      { amountCents: ask.cents - heldCents },
      {
        key: ask.id,
        along: (goesBack) => {
          const byHand =
            heldCents > 0 ? cash.gaveDifferenceBack(actor, order, { id: ask.id, cents: heldCents }) : [];
          const back = [...byHand, ...goesBack.map((way) => ({ ...way, card: null }))];
          const written = write(actor, orders.repository.byId(order.id) ?? order, ask, back);
          if (!written.ok) throw new Error('a difference changed while it was given back');
        },
      },
    );
    return given.ok ? accepted(orders.repository.byId(order.id) ?? order) : given;
  }

  return async (
    { me, actor }: { me: Me; actor: Actor },
    id: string,
    ask: DifferenceAsk,
  ): Promise<Result<Order, MoveRefusal | Problem>> => {
    const order = orders.repository.byId(id);
    if (!order) return refused({ code: 'order-not-found' });
    if (ask.kind === 'take' && isAboutToMiss(ask) && !cash.hasPart(id, ask.id))
      return refused({ code: 'drawer-closed' });
    if (ask.kind === 'take' && ask.receivedCents !== undefined && ask.receivedCents < ask.cents)
      return refused({ code: 'change-too-small' });
    const isOnline =
      (order.paymentMethod !== null && !isTakenByHand(order.paymentMethod)) ||
      provedPartsOf(order).length > 0;
    if (ask.kind === 'give-back' && isOnline) {
      if (cash.hasPart(id, ask.id)) return accepted(order);
      const heldCents = cash.heldCents(id);
      if (heldCents < ask.cents) {
        if (me.role !== 'ADMIN') return refused({ code: 'forbidden' });
        return await online(actor, order, ask, heldCents);
      }
    }
    // By PIX it may be what was paid to its own code, which then comes by itself.
    const isByPix = ask.kind === 'take' && ask.method === 'pix_manual' && !cash.hasPart(id, ask.id);
    if (isByPix && (await wasPaidByCode(payments, id, 'difference')))
      return refused({ code: 'already-paid' });
    const settled = byHand(actor, id, ask);
    if (settled.ok) wakeAfterChange(orders);
    // What it was to be paid by online must not be paid as well; the relay sees to it, nobody here waits.
    if (settled.ok && ask.kind === 'take') void payments.cancelOpen(id);
    return settled;
  };

  function isAboutToMiss({ method, drawer }: Take): boolean {
    return method === 'cash' && drawer === 'open' && cash.session() === null;
  }
}
