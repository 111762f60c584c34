// /meu-pedido: the orders of this device at once, others by phone or by code; followed live.
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { STATUS_LABELS } from '../../text/order.ts';
import { Cup } from '../../ui/cup.tsx';
import { useTitle } from '../../ui/title.ts';
import { OrderCard } from './order-card.tsx';
import { SearchForm } from './search-form.tsx';
import { hasOwn, useTrackedOrders, type Entry } from './use-tracking.ts';

const ReadyBell = lazy(() => import('./ready-bell.tsx'));

// Few look for an order of somebody else's device: nobody else carries it.
const StatusCard = lazy(() => import('./status-card.tsx'));

type Filter = { label: string; has: (status: OrderStatus) => boolean };

const ALL: Filter = { label: 'Todos', has: () => true };
const FILTERS: Filter[] = [
  ALL,
  { label: 'Recebido', has: (status) => status === 'PENDING' || status === 'RECEBIDO' },
  { label: 'Em Preparo', has: (status) => status === 'PREPARING' },
  { label: 'Pronto', has: (status) => status === 'READY' },
  { label: 'Entregue', has: (status) => status === 'DELIVERED' },
];

export default function TrackingPage() {
  const { entries, source, loading, failure, search, open, showKept, again, readyCount } = useTrackedOrders();
  const { search: address } = useLocation();
  const [own] = useState(() => hasOwn(address));
  const [filter, setFilter] = useState(ALL);
  useTitle(readyCount > 0 ? 'Pronto! Acompanhar Pedido' : 'Acompanhar Pedido');

  // On a phone what was found, or not, stands below the form: out of sight.
  const results = useRef<HTMLElement>(null);
  const answered = source === 'search' && !loading;
  useEffect(() => {
    const below = results.current?.getBoundingClientRect().top ?? 0;
    if (answered && (below > innerHeight / 2 || below < 0)) results.current?.scrollIntoView();
  }, [answered]);

  const listed = entries.filter(isKnown);
  const shown = listed.filter(({ order }) => filter.has(order.status));

  // Until the orders of this device have come nothing stands below them, where it would be pushed away.
  const arriving = own && loading && listed.length === 0;

  const waiting = listed.some(({ order }) => order.status !== 'DELIVERED' && order.status !== 'CANCELLED');
  const form = (
    <SearchPanel
      codes={waiting ? listed.map(({ query }) => query) : []}
      own={own}
      busy={loading}
      onSearch={search}
    />
  );

  return (
    <div
      className={`mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 py-5 lg:grid lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8 lg:gap-y-4 lg:py-8 ${own ? 'lg:grid-cols-[minmax(0,1fr)_min(22rem,36%)]' : 'lg:grid-cols-[min(22rem,36%)_minmax(0,1fr)]'}`}
    >
      <h1 className="text-3xl sm:text-4xl lg:col-span-2 lg:mb-2">Acompanhar Pedido</h1>
      {!own && form}
      <section
        ref={results}
        aria-label="Pedidos"
        className={`mt-5 scroll-mt-20 lg:mt-0 ${arriving ? 'min-h-svh' : 'min-h-96'}`}
      >
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <h2 className="text-xl">
            {source === 'device' ? 'Pedidos deste aparelho' : 'Pedidos encontrados'}
          </h2>
          {source === 'search' && (
            <button type="button" className="btn btn-ghost btn-sm min-h-11" onClick={showKept}>
              Ver os deste aparelho
            </button>
          )}
        </div>
        <Filters known={listed} chosen={filter} onChoose={setFilter} />
        <div aria-live="polite" aria-busy={loading}>
          {failure && (
            <p role="alert" className="mb-4 rounded-2xl bg-error px-4 py-3 text-error-content">
              {failure}
            </p>
          )}
          {loading && listed.length === 0 && (
            <div role="status" aria-label="Procurando" className="skeleton h-64 w-full" />
          )}
          {!loading && !failure && shown.length === 0 && (
            <Empty source={source} filtered={listed.length > 0} />
          )}
        </div>
        <ul className="flex flex-col gap-4">
          {shown.map(({ name, order, query, money }) => (
            <li key={name}>
              {order.access === 'public' ? (
                <OrderCard order={order} money={money} onChanged={again} />
              ) : (
                <Suspense fallback={<div className="skeleton h-64 w-full" />}>
                  <StatusCard order={order} title={name} onDigits={(lastFour) => open({ query, lastFour })} />
                </Suspense>
              )}
            </li>
          ))}
        </ul>
      </section>
      {own && !arriving && form}
    </div>
  );
}

type SearchPanelProps = Parameters<typeof SearchForm>[0] & { codes: string[]; own: boolean };

/** The bell, and the form for another order: folded away where this device has orders of its own. */
function SearchPanel({ codes, own, ...form }: SearchPanelProps) {
  return (
    <div className="mt-3 lg:sticky lg:top-24 lg:mt-0">
      <Suspense>
        <ReadyBell codes={codes} />
      </Suspense>
      {own ? (
        <details className="mt-3 rounded-3xl bg-base-100">
          <summary className="min-h-11 cursor-pointer px-5 py-3 font-semibold">Procurar outro pedido</summary>
          <SearchForm {...form} />
        </details>
      ) : (
        <SearchForm {...form} />
      )}
    </div>
  );
}

type FiltersProps = { known: Entry[]; chosen: Filter; onChoose: (filter: Filter) => void };

function Filters({ known, chosen, onChoose }: FiltersProps) {
  return (
    <div
      role="group"
      aria-label="Filtrar por status"
      className="-mx-4 mt-1 mb-3 flex gap-2 overflow-x-auto px-4 py-1 sm:flex-wrap"
    >
      {FILTERS.map((one) => (
        <button
          key={one.label}
          type="button"
          aria-pressed={chosen === one}
          onClick={() => onChoose(one)}
          className={`min-h-11 shrink-0 rounded-full border-2 px-2.5 text-sm font-semibold sm:px-4 ${chosen === one ? 'border-primary bg-primary text-primary-content' : 'border-base-300 bg-base-100'}`}
        >
          {one.label}{' '}
          <span className="numbers">({known.filter(({ order }) => one.has(order.status)).length})</span>
        </button>
      ))}
    </div>
  );
}

function Empty({ source, filtered }: { source: 'device' | 'search'; filtered: boolean }) {
  if (filtered) return <p className="rounded-2xl bg-base-100 p-5">Nenhum pedido com este status agora.</p>;
  return (
    <div className="flex flex-col items-center gap-3 rounded-3xl bg-base-100 px-6 py-10 text-center">
      <Cup content={{ shape: 'copo', base: null, iceCreams: [], toppings: [] }} label="" className="h-28" />
      <p className="font-display text-xl font-bold">
        {source === 'search' ? 'Nenhum pedido encontrado' : 'Nenhum pedido por aqui ainda'}
      </p>
      <p>
        {source === 'search'
          ? 'Confira o que digitou. Aparecem os pedidos das últimas 48 horas.'
          : 'Os pedidos feitos neste aparelho aparecem aqui sozinhos. Para achar outro, busque pelo telefone ou pelo código.'}
      </p>
      <Link to="/pedido" className="btn btn-primary">
        Fazer Pedido
      </Link>
    </div>
  );
}

/** A newer server may know a status that this page does not. */
function isKnown({ order }: Entry): boolean {
  const isKnownStatus = order.status in STATUS_LABELS;
  if (!isKnownStatus) console.warn('an order with an unknown status was skipped', order.status);
  return isKnownStatus;
}
