// What 'Cancelar pedido' asks, and the cancelling. Loaded when somebody wants it.
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { cancelOrder } from './orders.ts';
import { sentenceOf } from './request.ts';

type Props = { code: string; onClose: () => void; onEnd: () => void };

export default function CancelDialog({ code, onClose, onEnd }: Props) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    try {
      await cancelOrder(code);
      onClose();
    } catch (error) {
      setFailed(sentenceOf(error));
    } finally {
      setBusy(false);
      onEnd();
    }
  };
  return (
    <ConfirmDialog
      title="Cancelar este pedido?"
      confirm="Cancelar pedido"
      size="customer"
      busy={busy}
      failed={failed}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <p>Nada foi pago ainda, e nada será cobrado.</p>
    </ConfirmDialog>
  );
}
