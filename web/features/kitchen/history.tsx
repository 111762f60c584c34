// The newest twelve handed over, with a way back while it is still possible.
import { UNDO_DELIVERY_MS_MAX } from '@balcao/shared/order/decide.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import { tapAtom } from '../../data/staff/board/taps.ts';
import { OrderItems } from '../../ui/staff/order-items.tsx';
import { besideName, orderName } from '../../ui/staff/order-text.ts';
import { ScrollRegion } from '../../ui/staff/scroll-region.tsx';
import { useTimes } from '../../data/staff/times.ts';
import { CONSUMPTION } from '../../text/staff.ts';

export function DeliveredList({ orders, now }: { orders: readonly Order[]; now: number }) {
  const { timeText } = useTimes();
  const panel = useAtomValue(panelAtom);
  const tap = useSetAtom(tapAtom);
  if (orders.length === 0)
    return <p className="text-lg">Nenhum pedido entregue ainda. Os 12 últimos aparecem aqui.</p>;
  return (
    <ScrollRegion label="Últimos entregues" className="max-h-full">
      <ul className="flex flex-col gap-3">
        {orders.map((order) => (
          <li key={order.id} className="flex items-start gap-4 rounded-2xl bg-base-200 p-3">
            <p className="numbers w-20 shrink-0 text-4xl leading-none font-extrabold">
              {order.panelNumber === null ? '–' : orderName(order, panel)}
              <span className="mt-1 block text-base font-normal">{besideName(order, panel)}</span>
            </p>
            <div className="min-w-0 flex-1">
              <p className="text-sm">
                Pedido às {timeText(order.createdAtMs)}
                {order.readyAtMs !== null && ` · pronto às ${timeText(order.readyAtMs)}`}
                {order.deliveredAtMs !== null && ` · entregue às ${timeText(order.deliveredAtMs)}`}
              </p>
              <p className="text-sm font-semibold">{CONSUMPTION[order.consumptionType]}</p>
              <OrderItems items={order.items} />
            </div>
            {now - (order.deliveredAtMs ?? 0) < UNDO_DELIVERY_MS_MAX && (
              <button
                type="button"
                className="btn h-16 shrink-0"
                onClick={() => void tap(order.id, { kind: 'undo-delivery', seen: 'DELIVERED' })}
              >
                Desfazer entrega
              </button>
            )}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
