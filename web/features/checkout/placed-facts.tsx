// What an order that was placed holds and costs, under which code it is found, and where the shop is.
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { lazy, Suspense } from 'react';
import { soldLines } from '../../cart/order-items.ts';
import { paymentLabel } from '../../data/money.ts';
import { StatusBadge } from '../../ui/order-status.tsx';
import { Icon } from '../../ui/icon.tsx';
import { mapUrl } from '../../ui/map-url.ts';
import { Fact, FactTotal } from './fact.tsx';
import type { PlacedStage, WholeView } from './placed-stage.ts';

const KeepCopy = lazy(() => import('./keep-copy.tsx'));

type Props = {
  order: WholeView['order'];
  stage: PlacedStage;
  store: StoreInfo | null;
  menu: Parameters<typeof soldLines>[1];
};

export function PlacedFacts({ order, stage: { money, cash, over }, store, menu }: Props) {
  const shownPhone = order.customerPhone === null ? null : formatPhone(order.customerPhone);
  return (
    <section aria-label="Seu pedido" className="rounded-3xl bg-base-100 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-2xl">
          Pedido nº <span className="numbers">{order.simpleId}</span>
        </h2>
        <StatusBadge status={order.status} />
      </div>
      <ul className="mt-3 divide-y divide-base-300">
        {soldLines(order.items, menu).map(({ title, line }) => (
          <li key={title + line} className="py-2">
            <p className="font-semibold">{title}</p>
            <p className="text-sm">{line}</p>
          </li>
        ))}
      </ul>
      <dl className="mt-3 flex flex-col gap-y-1 border-t border-base-300 pt-3">
        <Fact label="Código">{formatCode(order.code)}</Fact>
        {shownPhone && <Fact label="Telefone">{shownPhone}</Fact>}
        <Fact label="Pagamento">{paymentLabel(order, money.state)}</Fact>
        {cash && order.changeForCents !== null && (
          <Fact label="Troco para">{formatCents(order.changeForCents)}</Fact>
        )}
        <FactTotal>{formatCents(order.totalCents)}</FactTotal>
      </dl>
      {store && !over && (
        <p className="mt-3 border-t border-base-300 pt-3">
          Obrigado por pedir em {store.name}!{' '}
          {store.address && (
            <a
              href={mapUrl(store.address)}
              target="_blank"
              rel="noopener"
              className="mt-1 flex min-h-8 items-center gap-2 underline underline-offset-4"
            >
              <Icon name="map-pin" className="size-5 shrink-0" /> {store.address}: ver no mapa
            </a>
          )}
        </p>
      )}
      {store && (
        <Suspense fallback={<div className="mt-3 h-18" />}>
          <KeepCopy order={order} store={store} money={money.state} />
        </Suspense>
      )}
    </section>
  );
}
