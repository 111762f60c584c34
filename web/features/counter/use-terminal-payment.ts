// Follows an amount at a terminal until it is final: the store's board says first that it was paid, a look at the provider every few seconds the rest.
import type { TerminalPayment } from '@balcao/shared/http/terminals.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isTerminalOver } from '@balcao/shared/payment/terminal.ts';
import { useEffect, useState } from 'react';
import { call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { useMoneyState, usePaidOrder } from './use-paid-order.ts';

const LOOK_MS = 3_000;

export function useTerminalPayment(
  order: Order,
  begun: TerminalPayment,
  onPaid: (order: Order) => void,
  partId?: string,
) {
  const isPaid = usePaidOrder(order.id, onPaid, partId);
  const [payment, setPayment] = useState(begun);
  /** Somebody asked for it back: what is open is on its way off the terminal. */
  const [isAskedBack, setIsAskedBack] = useState(false);
  const action = useAction();
  const money = useMoneyState(isPaid, payment.state === 'approved', partId);
  const params = { id: order.id, attemptId: begun.attemptId };
  const isOver = isPaid || isTerminalOver(payment.state);

  useEffect(() => {
    if (isOver) return;
    const look = async () => {
      try {
        setPayment(
          await call('GET /api/staff/orders/{id}/terminal/{attemptId}', {
            params: { id: order.id, attemptId: begun.attemptId },
          }),
        );
      } catch (error) {
        // The line may be gone for a moment: the next look says more.
        console.warn('the terminal could not be looked at', error);
      }
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isOver, order.id, begun.attemptId]);

  const takeBack = () =>
    void action.run('Não deu para tirar da maquininha', async () => {
      setPayment(await call('POST /api/staff/orders/{id}/terminal/{attemptId}/cancel', { params }));
      setIsAskedBack(true);
    });

  return {
    state: isPaid ? ('approved' as const) : payment.state,
    money,
    payment,
    isAskedBack,
    takeBack,
    action,
  };
}
