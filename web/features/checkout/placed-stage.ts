// How an order that was placed stands between customer and till: paid, received but not heard of by the shop, given back, to be paid in cash.
import type { OrderView } from '@balcao/shared/http/orders.ts';
import { moneyState } from '../../data/money.ts';

export type WholeView = Extract<OrderView, { access: 'whole' }>;

export type PlacedStage = ReturnType<typeof stageOf>;

export function stageOf(view: WholeView) {
  const { order } = view;
  const money = moneyState(order.paymentStatus, view.money);
  const paid = order.paymentStatus === 'approved' || order.paymentStatus === 'partially_refunded';
  const received = !paid && (money.state === 'unheard' || money.state === 'returning');
  const returned = !paid && money.state === 'returned';
  const cash = !paid && money.state === 'kept' && order.paymentMethod === 'cash';
  const over = order.status === 'CANCELLED';
  return { money, paid, received, returned, cash, over };
}

/** The provider does something with the money while the store is silent. */
export const inMotion = ({ order, money }: WholeView): boolean =>
  ['unheard', 'returning'].includes(moneyState(order.paymentStatus, money).state);
