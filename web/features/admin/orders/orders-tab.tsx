// Orders: how the day goes, what is open, what is over, and finding one.
import { useCallback, useEffect, useState } from 'react';
import { useAtomValue } from 'jotai';
import type { Order } from '@balcao/shared/order/order.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { orderEventAtom } from '../../../data/staff/board/live.ts';
import { useLoaded } from '../../../data/staff/resource.ts';
import { AtTheStore, useStoreAway } from '../../../data/staff/session/shell.tsx';
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
import { useNow } from '../../../ui/now.ts';
import { OrderDialog } from './order-dialog.tsx';
import { OrderTable } from './order-table.tsx';
import { SearchForm } from './search-form.tsx';
import { searchQuery, type Search } from './search.ts';
import { ClearHistory } from './clear-history.tsx';
import { Resolve } from './resolve.tsx';
import { TodayCard } from './today-card.tsx';

const REFRESH_MS = 500;
const COUNT_MS = 30_000;
const ACTIVE_MAX = 200;
const FINISHED_SHOWN = 10;

const ACTIVE = new Set(['PENDING', 'RECEBIDO', 'PREPARING', 'READY']);

export function OrdersTab() {
  const [search, setSearch] = useState<Search | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const { turn, order: changed } = useAtomValue(orderEventAtom);
  // Two questions: an order that waits since noon stays in sight, however many were finished after it.
  const list = useLoaded('GET /api/staff/orders', {
    query: search ? searchQuery(search) : { state: 'active', limit: String(ACTIVE_MAX) },
  });
  const over = useLoaded(search ? null : 'GET /api/staff/orders', {
    query: { state: 'finished', limit: String(FINISHED_SHOWN) },
  });
  const [reloadList, reloadOver] = [list.reload, over.reload];
  const reload = useCallback(() => Promise.all([reloadList(), reloadOver()]), [reloadList, reloadOver]);
  const away = useStoreAway();
  // A count beside the tab, so that nobody has to look whether there is something to look at.
  const unresolved = useLoaded(away ? null : 'GET /api/staff/payments/unresolved', {
    turn: useNow(COUNT_MS),
  });
  const waiting = unresolved.value?.payments.length ?? 0;

  useEffect(() => {
    if (turn === 0) return;
    const timer = setTimeout(() => void reload(), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [turn, reload]);

  const replace = (order: Order) => {
    for (const { set } of [list, over])
      set((value) => ({ ...value, orders: value.orders.map((one) => (one.id === order.id ? order : one)) }));
  };
  const orders = list.value?.orders ?? [];
  const all = search ? orders : [...orders, ...(over.value?.orders ?? [])];
  const active = all.filter((order) => ACTIVE.has(order.status));
  const finished = all.filter((order) => !ACTIVE.has(order.status)).slice(0, FINISHED_SHOWN);
  const opened = all.find((order) => order.id === openId) ?? (changed?.id === openId ? changed : null);
  const table = (shown: readonly Order[], empty: string) => (
    <OrderTable
      orders={shown}
      empty={empty}
      onOpen={setOpenId}
      onChanged={replace}
      onGone={() => void reload()}
    />
  );

  return (
    <section aria-label="Pedidos" className="flex flex-col gap-3">
      {!away && <TodayCard unresolved={waiting} turn={turn} />}
      {/* The search stands beside the tabs where its own words leave room for both, not where the window alone is wide. */}
      <div className="@container relative">
        <SearchForm searching={search !== null} busy={search !== null && list.loading} onSearch={setSearch} />
        <Loaded of={list}>
          {(value) =>
            search ? (
              <>
                <h2 className="mb-3 text-lg @3xl:flex @3xl:min-h-9 @3xl:items-center">Resultado da busca</h2>
                {value.panelExpired && (
                  <p role="status" className="mb-3 rounded-2xl bg-warning p-4 text-warning-content">
                    <strong>Número do Painel Expirado</strong>. O painel só mostrou este número em dias ou
                    séries anteriores; abaixo estão os pedidos que o usaram.
                  </p>
                )}
                {table(orders, 'Nenhum pedido encontrado. Confira o que digitou ou busque de outra forma.')}
              </>
            ) : (
              <TabRoutes
                small
                base="/admin/pedidos"
                label="Situação dos pedidos"
                tabs={[
                  {
                    id: 'ativos',
                    label: `Ativos (${active.length})`,
                    element: table(active, 'Nenhum pedido aberto agora.'),
                  },
                  {
                    id: 'finalizados',
                    label: `Finalizados (${finished.length})`,
                    element: (
                      <>
                        {table(finished, 'Nenhum pedido finalizado ainda.')}
                        {!away && <ClearHistory openOrders={active.length} onCleared={() => void reload()} />}
                      </>
                    ),
                  },
                  {
                    id: 'resolver',
                    label: waiting === 0 ? 'A resolver' : `A resolver (${waiting})`,
                    element: away ? <AtTheStore what="Esta lista" /> : <Resolve />,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </div>
      {opened && <OrderDialog order={opened} onClose={() => setOpenId(null)} />}
    </section>
  );
}
