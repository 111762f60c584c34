// 'Cancelar pedido': of one's own, while nothing is paid. Asks first.
import type { Order } from '@balcao/shared/order/order.ts';
import { lazy, Suspense, useState } from 'react';

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));

type Props = {
  order: Pick<Order, 'code' | 'paymentStatus'>;
  className?: string;
  /** It is cancelled, or was paid meanwhile: the order is to be read again. */
  onEnd: () => void;
};

export function CancelOrder({ order, className = 'w-full', onEnd }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={`btn btn-ghost ${className}`} onClick={() => setAsking(true)}>
        Cancelar pedido
      </button>
      {asking && (
        <Suspense>
          <CancelDialog order={order} onClose={() => setAsking(false)} onEnd={onEnd} />
        </Suspense>
      )}
    </>
  );
}
