// What is paid for, beside the way of paying it.
import type { OrderView } from '@balcao/shared/http/orders.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { menuAtom } from '../../../data/shop.ts';
import { soldLines } from '../../../cart/order-items.ts';
import { Fact, FactTotal } from '../fact.tsx';

type Props = { order: Extract<OrderView, { access: 'whole' }>['order']; children: ReactNode };

export function OrderSummary({ order, children }: Props) {
  const menu = useAtomValue(menuAtom);
  return (
    <aside aria-label="Resumo do pedido" className="rounded-3xl bg-base-100 p-5 lg:sticky lg:top-24">
      <h2 className="text-xl">Resumo do pedido</h2>
      <ul className="mt-2 mb-2 divide-y divide-base-300 border-b border-base-300">
        {soldLines(order.items, menu).map(({ title, line }) => (
          <li key={title + line} className="py-1.5 leading-snug">
            <span className="font-semibold">{title}</span>{' '}
            <span className="text-sm text-base-content/75">{line}</span>
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-y-1">
        <Fact label="Código">{formatCode(order.code)}</Fact>
        <Fact label="Pedido">nº {order.simpleId}</Fact>
        {order.panelNumber !== null && (
          <Fact label="Número do painel" className="text-2xl font-extrabold">
            {order.panelNumber}
          </Fact>
        )}
        <FactTotal>{formatCents(order.totalCents)}</FactTotal>
      </dl>
      {children}
    </aside>
  );
}
