// Waits for the provider's code to be paid: the store's board says so first, a look at the provider every few seconds sees to it.
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../data/request.ts';
import { boardAtom, orderEventAtom } from '../../data/staff/board/live.ts';

const LOOK_MS = 3_000;
/** So long the green stays before the customer's number takes its place. */
const GREEN_MS = 1_200;

/** `over`: nobody can pay this code any more. */
export type ProvedPixState = 'open' | 'paid' | 'over';

/** Follows one code; `onPaid` is told once, with the order as the store has it then. */
export function useProvedPix(
  orderId: string,
  attemptId: string,
  onPaid: (order: Order) => void,
): ProvedPixState {
  const board = useAtomValue(boardAtom);
  const { order: newest } = useAtomValue(orderEventAtom);
  const [looked, setLooked] = useState<ProvedPixState>('open');
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

  useEffect(() => {
    if (!isWaiting) return;
    const look = async () => {
      try {
        const { status } = await call('GET /api/staff/orders/{id}/counter-pix/{attemptId}', {
          params: { id: orderId, attemptId },
        });
        if (status !== 'pending') setLooked(status === 'approved' ? 'paid' : 'over');
      } catch (error) {
        // The line may be gone for a moment: the next look says more.
        console.warn('the PIX could not be looked at', error);
      }
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, orderId, attemptId]);

  return paidOrder !== null ? 'paid' : looked;
}
