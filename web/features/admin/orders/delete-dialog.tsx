// Deleting says what is lost. An order that is still open is called off with it, and what was paid goes back first, also of one that was called off
// while its money stayed.
import { formatCents } from '@balcao/shared/money.ts';
import { isPaidInParts } from '@balcao/shared/payment/paid-difference.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isPaidByHand, isPaidOnline } from '@balcao/shared/payment/store-answer.ts';
import { useState } from 'react';
import { ApiError, call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { backSentences, METHOD_NAMES } from '../../../text/staff.ts';
import { orderTitle } from '../../../ui/staff/order-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { refundOrder } from './refund.ts';

type Props = { order: Order; onClose: () => void; onChanged: () => void };

export function DeleteDialog({ order, onClose, onChanged }: Props) {
  const action = useAction();
  const toast = useToast();
  const isOpen = order.status !== 'DELIVERED' && order.status !== 'CANCELLED';
  /** Only the store knows whether what was paid for an order that is over was asked back. */
  const [isKept, setKept] = useState(false);
  const refundsFirst = isKept || (isOpen && isPaidOnline(order));

  const remove = async () => {
    let isAsked = false;
    const isDone = await action.run('Erro ao excluir pedido', async () => {
      if (refundsFirst) {
        const { refundedCents } = await refundOrder(order.id, null);
        toast({
          title: 'Devolução pedida',
          text: `${formatCents(refundedCents)} voltam pelo Mercado Pago.`,
          tone: 'success',
        });
      }
      try {
        await call('DELETE /api/staff/orders/{id}', { params: { id: order.id } });
      } catch (error) {
        if (isOpen || !(error instanceof ApiError) || error.problem.code !== 'refund-first') throw error;
        isAsked = true;
        setKept(true);
        return;
      }
      toast({ title: 'Pedido excluído', text: `Pedido ${orderTitle(order)}.`, tone: 'success' });
    });
    // Also after a failure: what was given back has called the order off.
    onChanged();
    if (isDone && !isAsked) onClose();
  };

  return (
    <ConfirmDialog
      title="Excluir pedido"
      confirm={refundsFirst ? 'Devolver e excluir' : 'Excluir'}
      busy={action.busy}
      failed={action.failed === null ? null : `Erro ao excluir pedido. ${action.failed}`}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {isOpen && (
        <p className="mb-3 font-semibold">
          Este pedido ainda está aberto e será cancelado.
          {order.status !== 'PENDING' && ' A cozinha recebe um aviso “CANCELADO” na impressora.'}
        </p>
      )}
      {refundsFirst && (
        <p role="status" className="mb-3 rounded-2xl bg-warning p-3 text-warning-content">
          {isKept && 'Este pedido foi cancelado sem devolver o que foi pago, e ainda não foi excluído. '}
          Antes de excluir, o que foi pago volta ao cliente pelo Mercado Pago, na mesma forma em que pagou.
        </p>
      )}
      {isOpen && !refundsFirst && isPaidInParts(order) && (
        <p className="mb-3 rounded-2xl bg-warning p-3 text-warning-content">
          Pago em partes: {backSentences(order, 'devolva ao cliente no balcão')}
        </p>
      )}
      {isOpen && isPaidByHand(order) && order.paymentMethod !== null && !isPaidInParts(order) && (
        <p className="mb-3 rounded-2xl bg-warning p-3 text-warning-content">
          Pago em {METHOD_NAMES[order.paymentMethod]}: devolva{' '}
          {formatCents(order.totalCents - (order.balanceCents ?? 0))} ao cliente no balcão.
        </p>
      )}
      <p>
        O pedido {orderTitle(order)} some das listas e dos relatórios. Isto não pode ser desfeito, e fica
        registrado na auditoria. Tem certeza?
      </p>
    </ConfirmDialog>
  );
}
