// The four statuses that an administrator may choose. An unpaid order is paid first.
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import { useState } from 'react';
import { useAction } from '../../../data/staff/action.ts';
import { STATUS_NAMES } from '../../../text/staff.ts';
import { orderTitle } from '../../../ui/staff/order-text.ts';
import { useToast } from '../../../ui/toast.tsx';
import { moveOrder } from '../../../data/staff/board/move.ts';
import { useStoreAway } from '../../../data/staff/session/shell.tsx';
import { PayFirst } from './pay-first.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

const CHOICES = ['RECEBIDO', 'PREPARING', 'READY', 'DELIVERED'] as const;
type Choice = (typeof CHOICES)[number];

type Props = {
  order: Order;
  onChanged: (order: Order) => void;
  /** It may be another's by now: its list is read again. */
  onRefused: () => void;
};

export function StatusSelect({ order, onChanged, onRefused }: Props) {
  const action = useAction();
  const toast = useToast();
  const away = useStoreAway();
  const [wanted, setWanted] = useState<Choice | null>(null);

  const set = async (current: Order, status: Choice) => {
    const done = await action.run('Erro ao atualizar status', async () => {
      const moved = await moveOrder(current.id, { kind: 'set-status', status, seen: current.status });
      onChanged(moved);
      toast({
        title: 'Status atualizado',
        text: `Pedido ${orderTitle(order)}: ${STATUS_NAMES[status]}.`,
        tone: 'success',
      });
    });
    if (!done) onRefused();
  };

  if (order.status === 'CANCELLED')
    return <span className="badge badge-error font-semibold">{STATUS_NAMES.CANCELLED}</span>;
  if (away) {
    return (
      <span className="badge font-semibold">
        {order.status === 'PENDING' ? 'Aguardando' : STATUS_NAMES[order.status]}
      </span>
    );
  }
  const shown: OrderStatus = order.status === 'PENDING' ? 'RECEBIDO' : order.status;
  return (
    <>
      <select
        aria-label={`Status do pedido ${order.simpleId}`}
        className="select select-sm min-h-9 w-32 xl:w-36 @max-[16rem]:w-full"
        value={shown}
        disabled={action.busy}
        onChange={(event) => {
          const status = CHOICES.find((choice) => choice === event.target.value);
          if (!status) return;
          if (order.status === 'PENDING') setWanted(status);
          else void set(order, status);
        }}
      >
        {CHOICES.map((status) => (
          <option key={status} value={status}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </select>
      <Failed text={action.failed} className="max-w-36 text-xs" />
      {wanted && (
        <PayFirst
          order={order}
          onClose={() => setWanted(null)}
          onPaid={(paid) => {
            setWanted(null);
            onChanged(paid);
            if (wanted !== 'RECEBIDO') void set(paid, wanted);
          }}
        />
      )}
    </>
  );
}
