// An order of the list of what is pending: its number, and what beside it tells whose it is; its buttons are a group by its name.
import { readCustomerName } from '@balcao/shared/order/customer-name.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { panelAtom } from '../../data/staff/board/live.ts';
import { besideName, orderName, phoneText } from '../../ui/staff/order-text.ts';

type Props = { order: Order; note: string; children: ReactNode };

export function WaitingCard({ order, note, children }: Props) {
  const panel = useAtomValue(panelAtom);
  const name = orderName(order, panel);
  const beside = besideName(order, panel);
  return (
    <li>
      <div
        role="group"
        aria-label={`Pedido ${name}`}
        className="flex h-full flex-col gap-2 rounded-2xl bg-base-100 p-3"
      >
        <p className="flex items-start justify-between gap-2">
          <span className="numbers text-5xl leading-none font-extrabold">{name}</span>
          <span className="text-right text-sm">
            {beside !== name && `${beside} · `}
            {note}
            <br />
            {readCustomerName(order.observations).name || phoneText(order.customerPhone)}
          </span>
        </p>
        {children}
      </div>
    </li>
  );
}
