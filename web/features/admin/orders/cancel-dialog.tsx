// Cancelling asks why, and what happens to money that has been paid.
import { formatCents } from '@balcao/shared/money.ts';
import { isPaidInParts } from '@balcao/shared/payment/paid-difference.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useState } from 'react';
import { useAction } from '../../../data/staff/action.ts';
import { SwitchField } from '../../../ui/staff/fields.tsx';
import { orderTitle } from '../../../ui/staff/order-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { backSentences, METHOD_NAMES } from '../../../text/staff.ts';
import { refundOrder, refundWords } from './refund.ts';
import { moveOrder } from '../../../data/staff/board/move.ts';

const ONLINE: readonly (Order['paymentMethod'] | null)[] = ['pix', 'credit_card', 'debit_card'];

export function CancelDialog({
  order,
  onClose,
  onCancelled,
}: {
  order: Order;
  onClose: () => void;
  onCancelled: (order: Order) => void;
}) {
  const action = useAction();
  const toast = useToast();
  const [reason, setReason] = useState<'loja' | 'cliente'>('cliente');
  const paid = order.paymentStatus === 'approved' || order.paymentStatus === 'partially_refunded';
  const online = paid && ONLINE.includes(order.paymentMethod);
  const [refund, setRefund] = useState(true);

  const cancel = () =>
    void action.run('Não deu para cancelar', async () => {
      const seenStatus = order.status;
      if (!online || !refund) {
        onCancelled(
          await moveOrder(order.id, {
            kind: 'cancel',
            reason,
            seen: seenStatus,
            ...(online && { keepsMoney: true }),
          }),
        );
        toast({ title: 'Pedido cancelado', text: `Pedido ${orderTitle(order)}.`, tone: 'success' });
        return;
      }
      // One request: an order must not end called off with its refund forgotten on the way.
      const requested = await refundOrder(order.id, null, { reason, seen: seenStatus });
      onCancelled({ ...order, status: 'CANCELLED', cancelReason: reason });
      toast({ title: 'Pedido cancelado', text: `Pedido ${orderTitle(order)}.`, tone: 'success' });
      toast({ ...refundWords(requested), tone: 'success' });
    });

  return (
    <ConfirmDialog
      title={`Cancelar o pedido ${orderTitle(order)}`}
      confirm="Cancelar pedido"
      busy={action.busy}
      failed={action.failed}
      onConfirm={cancel}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">Por quê?</legend>
        {(
          [
            ['cliente', 'O cliente pediu'],
            ['loja', 'A loja não pode fazer'],
          ] as const
        ).map(([value, label]) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="motivo"
              className="radio radio-primary"
              checked={reason === value}
              onChange={() => setReason(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {online && (
        <div className="mt-4">
          <SwitchField {...givenBackWords(order)} checked={refund} onChecked={setRefund} />
        </div>
      )}
      {paid && !online && order.totalCents > 0 && !isPaidInParts(order) && (
        <p className="mt-4 rounded-2xl bg-warning p-3 text-warning-content">
          Pago em {order.paymentMethod === null ? 'dinheiro' : METHOD_NAMES[order.paymentMethod]}: devolva{' '}
          {formatCents(order.totalCents - (order.balanceCents ?? 0))} ao cliente no balcão.
        </p>
      )}
      {!online && isPaidInParts(order) && (
        <p className="mt-4 rounded-2xl bg-warning p-3 text-warning-content">
          Pago em partes: {backSentences(order, 'devolva ao cliente no balcão')}
        </p>
      )}
      {order.status !== 'PENDING' && (
        <p className="mt-4 text-sm">A cozinha recebe um aviso “CANCELADO” na impressora.</p>
      )}
    </ConfirmDialog>
  );
}

/** What is given back when the order is called off; an amount only where the whole of it is still there. */
function givenBackWords({ paymentStatus, changes, totalCents }: Order): { label: string; hint: string } {
  const isChanged = changes !== undefined;
  const paid = isChanged ? 'ao cliente o que foi pago' : `${formatCents(totalCents)} ao cliente`;
  return {
    label: `Devolver ${paymentStatus === 'partially_refunded' ? 'ao cliente o que ainda não foi devolvido' : paid}`,
    hint: isChanged
      ? 'Pelo Mercado Pago o que veio por lá. O que foi recebido no balcão sai do caixa: devolva em mãos.'
      : 'Pelo Mercado Pago, na mesma forma em que pagou.',
  };
}
