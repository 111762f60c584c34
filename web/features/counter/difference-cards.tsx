// Paid orders whose lines changed: what is still to be taken or given back of each, until it is.
import { formatCents } from '@balcao/shared/money.ts';
import { readCustomerName } from '@balcao/shared/order/customer-name.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { boardAtom, panelAtom } from '../../data/staff/board/live.ts';
import { STATUS_NAMES } from '../../text/staff.ts';
import { besideName, orderName, phoneText } from '../../ui/staff/order-text.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { openDifferencesOf } from './waiting-counts.ts';

/** Of the board. */
export function useOpenDifferences(): Order[] {
  return openDifferencesOf(useAtomValue(boardAtom));
}

/** In the list of what is pending. */
export function DifferenceCards({ orders }: { orders: readonly Order[] }) {
  const panel = useAtomValue(panelAtom);
  const [settling, setSettling] = useState<Order | null>(null);
  return (
    <>
      {orders.map((order) => {
        const { balanceCents = 0 } = order;
        const label = balanceCents > 0 ? 'Falta' : 'Devolver';
        return (
          <li key={order.id}>
            <div
              role="group"
              aria-label={`Pedido ${orderName(order, panel)}`}
              className="flex h-full flex-col gap-2 rounded-2xl bg-base-100 p-3"
            >
              <p className="flex items-start justify-between gap-2">
                <span className="numbers text-5xl leading-none font-extrabold">
                  {orderName(order, panel)}
                </span>
                <span className="text-right text-sm">
                  {besideName(order, panel)} · {STATUS_NAMES[order.status]}
                  <br />
                  {readCustomerName(order.observations).name || phoneText(order.customerPhone)}
                </span>
              </p>
              <p>O pedido mudou depois de pago. Total agora: {formatCents(order.totalCents)}.</p>
              <button
                type="button"
                className={`btn mt-auto h-16 text-xl! ${balanceCents > 0 ? 'btn-primary' : 'btn-accent'}`}
                onClick={() => setSettling(order)}
              >
                {label} {formatCents(Math.abs(balanceCents))}
              </button>
            </div>
          </li>
        );
      })}
      {settling && <DifferenceDialog order={settling} onClose={() => setSettling(null)} />}
    </>
  );
}
