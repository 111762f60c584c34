// 'Cancelar pedido': of one's own, while nothing is paid. Asks first.
import { lazy, Suspense, useState } from 'react';
import { cancelOrder } from './orders.ts';
import { sentenceOf } from './request.ts';

const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Props = {
  code: string;
  className?: string;
  /** It is cancelled, or was paid meanwhile: the order is to be read again. */
  onEnd: () => void;
};

export function CancelOrder({ code, className = 'w-full', onEnd }: Props) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    try {
      await cancelOrder(code);
      setAsking(false);
    } catch (error) {
      setFailed(sentenceOf(error));
    } finally {
      setBusy(false);
      onEnd();
    }
  };
  return (
    <>
      <button
        type="button"
        className={`btn btn-ghost ${className}`}
        onClick={() => {
          setFailed(null);
          setAsking(true);
        }}
      >
        Cancelar pedido
      </button>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title="Cancelar este pedido?"
            confirm="Cancelar pedido"
            size="customer"
            busy={busy}
            failed={failed}
            onConfirm={() => void cancel()}
            onClose={() => setAsking(false)}
          >
            <p>Nada foi pago ainda, e nada será cobrado.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
