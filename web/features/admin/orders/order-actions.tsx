// What can be done to one order besides its status: see it, print it, cancel it, delete it.
import { Ban, Eye, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '@balcao/shared/order/order.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { orderTitle } from '../../../ui/staff/order-text.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useStoreAway } from '../../../data/staff/session/shell.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

type Props = {
  order: Order;
  onOpen: (id: string) => void;
  onChanged: (order: Order) => void;
  onGone: () => void;
};

export function OrderActions({ order, onOpen, onChanged, onGone }: Props) {
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null);
  const action = useAction();
  const toast = useToast();
  const away = useStoreAway();
  const name = `pedido ${order.simpleId}`;
  const canCancel = order.status !== 'DELIVERED' && order.status !== 'CANCELLED';

  const print = () =>
    void action.run('Erro na impressão', async () => {
      await call('POST /api/staff/orders/{id}/reprint', { params: { id: order.id } });
      toast({
        title: 'Comanda enviada para a impressora',
        text: `Pedido ${orderTitle(order)}.`,
        tone: 'success',
      });
    });

  return (
    <>
      <div className="flex gap-1">
        <button
          type="button"
          className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
          aria-label={`Ver ${name}`}
          title="Ver"
          onClick={() => onOpen(order.id)}
        >
          <Eye aria-hidden className="size-5" />
        </button>
        {!away && (
          <>
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
              aria-label={`Imprimir ${name}`}
              title="Imprimir"
              disabled={action.busy}
              onClick={print}
            >
              <Printer aria-hidden className="size-5" />
            </button>
            {canCancel && (
              <button
                type="button"
                className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
                aria-label={`Cancelar ${name}`}
                title="Cancelar"
                onClick={() => setAsking('cancel')}
              >
                <Ban aria-hidden className="size-5" />
              </button>
            )}
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-square min-h-9 min-w-9"
              aria-label={`Excluir ${name}`}
              title="Excluir"
              onClick={() => setAsking('delete')}
            >
              <Trash2 aria-hidden className="size-5" />
            </button>
          </>
        )}
      </div>
      <Failed text={action.failed} className="max-w-40 text-xs" />
      {asking === 'cancel' && (
        <CancelDialog
          order={order}
          onClose={() => setAsking(null)}
          onCancelled={(cancelled) => {
            setAsking(null);
            onChanged(cancelled);
          }}
        />
      )}
      {asking === 'delete' && (
        <DeleteDialog order={order} onClose={() => setAsking(null)} onChanged={onGone} />
      )}
    </>
  );
}
