// Waits for an order to be paid by itself, as the store's board says it.
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { boardAtom, orderEventAtom } from '../../data/staff/board/live.ts';

/** So long the green stays before the customer's number takes its place. */
const GREEN_MS = 1_200;

/** Whether it is paid; `onPaid` is told once, with the order as the store has it then. */
export function usePaidOrder(orderId: string, onPaid: (order: Order) => void): boolean {
  const board = useAtomValue(boardAtom);
  const { order: newest } = useAtomValue(orderEventAtom);
  const tell = useRef(onPaid);
  tell.current = onPaid;
  const order = newest?.id === orderId ? newest : (board?.orders.get(orderId) ?? null);
  const paidOrder = order !== null && order.paymentStatus === 'approved' ? order : null;

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
