// What 'Cancelar pedido' asks, and the cancelling. Loaded when somebody wants it.
import type { Order } from '@balcao/shared/order/order.ts';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { cancelOrder } from './orders.ts';
import { sentenceOf } from './request.ts';

type Props = { order: Pick<Order, 'code' | 'paymentStatus'>; onClose: () => void; onEnd: () => void };

export default function CancelDialog({ order: { code, paymentStatus }, onClose, onEnd }: Props) {
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
      <p>
        {paymentStatus === 'in_process'
          ? 'Se o pagamento em análise for aprovado, o valor volta para você.'
          : 'Nada foi pago ainda, e nada será cobrado.'}
      </p>
    </ConfirmDialog>
  );
}
