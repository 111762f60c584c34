// A change of an order that is open, as it is put together at the counter: what comes, what goes, and what that makes of the money. The
// store prices it; the same change sent twice has one effect.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { LINE_CHANGES, paidAsOf, pricedAnew, type LineStep } from '@balcao/shared/order/change-lines.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { newId } from '../../data/new-id.ts';
import type { CartItem } from '../../cart/cart.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { call } from '../../data/request.ts';
import { askedItem } from './sale.ts';

export type Amendment = {
  /** Of the change. */
  id: string;
  /** As it stood when the change was begun. */
  order: Order;
  add: readonly CartItem[];
  takeOff: readonly string[];
};

export const newAmendment = (order: Order): Amendment => ({ id: newId(), order, add: [], takeOff: [] });

/** Another content is another change. */
export const changeAmendment = (
  before: Amendment,
  fields: Partial<Pick<Amendment, 'add' | 'takeOff'>>,
): Amendment => ({
  ...before,
  ...fields,
  id: newId(),
});

/** A line that was sold goes, or stays after all. */
export const toggleTakenOff = (before: Amendment, itemId: string): Amendment =>
  changeAmendment(before, {
    takeOff: before.takeOff.includes(itemId)
      ? before.takeOff.filter((one) => one !== itemId)
      : [...before.takeOff, itemId],
  });

export const isEmptyAmendment = ({ add, takeOff }: Amendment): boolean => add.length + takeOff.length === 0;

/** Whether the order stands where that can be done; by whom is the store's to say. */
export const mayChange = (order: Order, step: LineStep): boolean =>
  !('refuse' in LINE_CHANGES[order.status][paidAsOf(order)][step]);

export type AmendedPrice = {
  totalCents: number;
  /** Of a paid order: still to be paid, or below 0 to be given back; null of one that is not paid. */
  balanceCents: number | null;
};

/** What the order costs then, or why it cannot be so. */
export function amendedPrice(
  { order, add, takeOff }: Amendment,
  menu: Menu,
): AmendedPrice | { refusal: string } {
  const stay = order.items.filter(({ id }) => !takeOff.includes(id));
  if (stay.length + add.length === 0) return { refusal: 'Para tirar tudo, cancele o pedido.' };
  const come = add.map((item) => ({ priceCents: itemPriceCents(item, menu) ?? item.priceCents }));
  const priced = pricedAnew(order, [...stay, ...come]);
  if (!priced.ok)
    return { refusal: 'errors' in priced.refusal ? (priced.refusal.errors[0]?.message ?? '') : '' };
  const { totalCents } = priced.value;
  const isPaid = order.status !== 'PENDING';
  return {
    totalCents,
    balanceCents: isPaid ? (order.balanceCents ?? 0) + totalCents - order.totalCents : null,
  };
}

/** The order after it. Throws ApiError. */
export async function sendAmendment(
  { id, order, add, takeOff }: Amendment,
  expectedTotalCents: number,
  pin: { pin?: string },
): Promise<Order> {
  const reply = await call('POST /api/staff/orders/{id}/lines', {
    params: { id: order.id },
    body: {
      id,
      add: add.map(askedItem),
      takeOff: [...takeOff],
      seen: { changes: order.changes?.length ?? 0, paid: order.status !== 'PENDING' },
      expectedTotalCents,
      ...pin,
    },
  });
  return reply.order;
}
