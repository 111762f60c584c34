// Waits for an order to be paid by itself, as the store's board says it.
import type { Order } from '@balcao/shared/order/order.ts';
import { provedPartsOf } from '@balcao/shared/payment/paid-difference.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { boardAtom, orderEventAtom } from '../../data/staff/board/live.ts';

/** So long the green stays before the customer's number takes its place. */
const GREEN_MS = 1_200;

/** Whether it is paid, or the part of it that came through the provider is; `onPaid` is told once, with the order as the store has it then. */
export function usePaidOrder(orderId: string, onPaid: (order: Order) => void, partId?: string): boolean {
  const board = useAtomValue(boardAtom);
  const { order: newest } = useAtomValue(orderEventAtom);
  const tell = useRef(onPaid);
  tell.current = onPaid;
  const order =
    newest?.id === orderId ? newest : (board?.orders.get(orderId) ?? board?.begun.get(orderId) ?? null);
  const paidOrder = order !== null && isPaidOf(order, partId) ? order : null;

  const isWaiting = paidOrder === null;
  const paid = useRef(paidOrder);
  paid.current = paidOrder;

  // Later news of the same order, such as a first step in the kitchen, do not begin the green anew.
  useEffect(() => {
    if (isWaiting) return;
    const timer = setTimeout(() => {
      if (paid.current !== null) tell.current(paid.current);
    }, GREEN_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  return !isWaiting;
}

const isPaidOf = (order: Order, partId: string | undefined): boolean =>
  partId === undefined
    ? order.paymentStatus === 'approved'
    : provedPartsOf(order).some(({ id }) => id === partId);

/** So long a part that was paid may be on its way into the order. */
const ROOM_MS = 10_000;

/** What money is of which the provider says that it came, and the order whether it has it. */
export type MoneyState = 'none' | 'came' | 'no-room' | 'paid';

/** Green is what the order has; of a whole order also what the provider says, which no other money takes the room of. */
export function moneyStateOf(money: {
  isTaken: boolean;
  isApproved: boolean;
  isPart: boolean;
  isLate: boolean;
}): MoneyState {
  if (money.isTaken || (money.isApproved && !money.isPart)) return 'paid';
  if (!money.isApproved) return 'none';
  return money.isLate ? 'no-room' : 'came';
}

/** The same over time: what the order does not have after a while, it had no room for. */
export function useMoneyState(isTaken: boolean, isApproved: boolean, partId: string | undefined): MoneyState {
  const [isLate, setLate] = useState(false);
  const state = moneyStateOf({ isTaken, isApproved, isPart: partId !== undefined, isLate });
  const isAwaited = state === 'came';
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setLate(true), ROOM_MS);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return state;
}
