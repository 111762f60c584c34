// 'Cancelar pedido': of one's own, while nothing is paid. Asks first.
import { lazy, Suspense, useState } from 'react';

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));

type Props = {
  code: string;
  className?: string;
  /** It is cancelled, or was paid meanwhile: the order is to be read again. */
  onEnd: () => void;
};

export function CancelOrder({ code, className = 'w-full', onEnd }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={`btn btn-ghost ${className}`} onClick={() => setAsking(true)}>
        Cancelar pedido
      </button>
      {asking && (
        <Suspense>
          <CancelDialog code={code} onClose={() => setAsking(false)} onEnd={onEnd} />
        </Suspense>
      )}
    </>
  );
}
