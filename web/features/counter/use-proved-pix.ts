// Waits for the provider's code to be paid: the store's board says so first, a look at the provider every few seconds sees to it.
import type { Order } from '@balcao/shared/order/order.ts';
import { useEffect, useState } from 'react';
import { call } from '../../data/request.ts';
import { useMoneyState, usePaidOrder } from './use-paid-order.ts';

const LOOK_MS = 3_000;

/** `over`: nobody can pay this code any more; `came`, `no-room`: it was paid, and the order does not have the part, or never will. */
export type ProvedPixState = 'open' | 'paid' | 'over' | 'came' | 'no-room';

/** Follows one code, of a part where it is said; `onPaid` is told once, with the order as the store has it then. */
export function useProvedPix(
  orderId: string,
  attemptId: string,
  onPaid: (order: Order) => void,
  partId?: string,
): ProvedPixState {
  const isPaid = usePaidOrder(orderId, onPaid, partId);
  const [looked, setLooked] = useState<'open' | 'paid' | 'over'>('open');
  // What becomes of the money later does not make a code of it that nobody paid.
  const isApproved = looked === 'paid';
  const money = useMoneyState(isPaid, isApproved, partId);

  useEffect(() => {
    if (isPaid || isApproved) return;
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
  }, [isPaid, isApproved, orderId, attemptId]);

  return money === 'none' ? (looked === 'over' ? 'over' : 'open') : money;
}
