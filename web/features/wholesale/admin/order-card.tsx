// One wholesale order, with what may be done with it now.
import type { WholesaleMove } from '@balcao/shared/http/wholesale.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { useSetAtom } from 'jotai';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { useStoreAway } from '../../../data/staff/session/shell.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { OPERATOR } from '../texts.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderContents } from './order-contents.tsx';
import { PaymentMark } from './payment-mark.tsx';
import { WholesaleBadge } from '../status-badge.tsx';

type Props = {
  order: WholesaleOrder;
  /** Nobody has seen it, or done anything with it, since it came: the bell rings. */
  fresh: boolean;
  onSeen: () => void;
  onChanged: (order: WholesaleOrder) => void;
};

export function OrderCard({ order, fresh, onSeen, onChanged }: Props) {
  const action = useAction();
  const away = useStoreAway();
  const toast = useToast();
  const turn = useSetAtom(wholesaleTurnAtom);
  const { dateTime } = useTimes();
  const [cancelling, setCancelling] = useState(false);

  const move = (kind: WholesaleMove['kind']) => {
    onSeen();
    void action.run({ lead: OPERATOR.statusFailed, beside: OPERATOR.statusNotUpdated }, async () => {
      try {
        const moved = await call('POST /api/staff/wholesale/orders/{id}/moves', {
          params: { id: order.id },
          body: { kind, seen: order.status },
        });
        setCancelling(false);
        toast({ ...OPERATOR.statusChanged, tone: 'success' });
        onChanged(moved.order);
      } catch (error) {
        // Somebody else was quicker: the list shows it.
        if (error instanceof ApiError && error.status === 409) turn((now) => now + 1);
        throw error;
      }
    });
  };

  const print = () => {
    onSeen();
    void action
      .run('Não foi possível imprimir', () =>
        call('POST /api/staff/wholesale/orders/{id}/print', { params: { id: order.id } }),
      )
      .then((done) => {
        if (done) toast({ title: `Pedido nº ${order.orderNumber} foi para a impressora`, tone: 'success' });
      });
  };

  return (
    <li
      className={`flex flex-col gap-3 rounded-3xl bg-base-100 p-5 ${fresh ? 'outline-3 outline-accent' : ''}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 className="text-xl">Pedido nº {order.orderNumber}</h2>
          <p className="text-sm">{dateTime(order.createdAtMs)}</p>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-1">
          <WholesaleBadge status={order.status} />
          {fresh && (
            <button
              type="button"
              className="btn btn-sm min-h-9 bg-accent text-accent-content"
              aria-label={`Vi o pedido nº ${order.orderNumber}`}
              onClick={onSeen}
            >
              <Eye aria-hidden className="size-4" /> Vi
            </button>
          )}
        </div>
      </div>
      <OrderContents order={order} />
      <PaymentMark order={order} onChanged={onChanged} />
      {action.failed !== null && (
        <p role="alert" className="text-sm font-semibold text-error">
          {action.failed}
        </p>
      )}
      <OrderActions
        order={order}
        isAway={away}
        busy={action.busy}
        onMove={move}
        onCancel={() => {
          // What failed before is no word about this question.
          action.forgive();
          setCancelling(true);
        }}
        onPrint={print}
        onSeen={onSeen}
      />
      {cancelling && !away && (
        <ConfirmDialog
          title={`Cancelar o pedido nº ${order.orderNumber}?`}
          confirm="Cancelar o pedido"
          busy={action.busy}
          failed={action.failed}
          onConfirm={() => move('cancel')}
          onClose={() => setCancelling(false)}
        >
          <p>Não dá para desfazer. Combine antes com {order.customerName ?? 'quem pediu'}.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
