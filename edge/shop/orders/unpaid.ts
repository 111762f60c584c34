// Customers' orders that are open and unpaid: counted, and bounded where an order is placed and where cash is chosen. Inside the caller's
// transaction: what was counted is still so when the order is written.
import { decide } from '@balcao/shared/order/decide.ts';
import type { Order, OrderSource } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { boundReached, hasRoomForCash, type UnpaidBounds } from '@balcao/shared/order/unpaid.ts';
import type { Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { changeOrder, saveDecision } from './change-order.ts';
import type { OrderContext } from './context.ts';

/**
 * Makes room for one more order of a customer: where a bound is reached, the oldest order of the same phone and address for which no
 * payment was begun gives way. A customer who changed the cart and ordered again is not told to pay what was left behind. Answers the
 * refusal when there is no room.
 */
export function makeRoomForUnpaid(
  context: OrderContext,
  asked: { phone: string | null; caller: string | null; source: OrderSource; nowMs: number },
): Refusal | null {
  const { repository } = context;
  const { phone, caller, source, nowMs } = asked;
  if (source === 'counter') return null;
  const bounds = unpaidBoundsOf(context);
  const refusal = () => boundReached(source, repository.openUnpaid(phone, caller), bounds);
  const reached = refusal();
  if (reached === null || reached.by === 'store') return reached;
  const left = repository.oldestUnbegun(phone, caller);
  if (left === null) return reached;
  const expired = decide(left, { kind: 'expire' }, { nowMs, panel: context.panel.slot(nowMs) });
  if (expired.ok) saveDecision(context, left, expired.value, nowMs);
  return refusal();
}

/** The owner's settings, multiplied where a machine is loaded on purpose. */
export function unpaidBoundsOf({ menu, unpaidOrdersFactor: factor }: OrderContext): UnpaidBounds {
  const { settings } = menu.catalog();
  return {
    unpaidPerPhoneMax: settings.unpaidPerPhoneMax * factor,
    unpaidPerAddressMax: settings.unpaidPerAddressMax * factor,
    unpaidPerLanAddressMax: settings.unpaidPerLanAddressMax * factor,
    remoteCashOrdersMax: settings.remoteCashOrdersMax * factor,
  };
}

/** The customer will pay at the counter. Of remote orders only so many may wait there. */
export const chooseCash = (
  context: OrderContext,
  orderId: string,
  changeForCents: number | null,
): Result<Order, Refusal> =>
  inTransaction(context.db, () => {
    const { repository } = context;
    const order = repository.byId(orderId);
    const isFull =
      order !== null &&
      order.source === 'relay' &&
      order.paymentMethod !== 'cash' &&
      !hasRoomForCash(repository.openUnpaid(null, null), unpaidBoundsOf(context));
    return changeOrder(context, orderId, { kind: 'choose-cash', changeForCents, isFull });
  });
