// Pedidos: what is to be done, newest first, and what was done or cancelled.
import type { WholesaleList } from '@balcao/shared/http/wholesale.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { request } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { BUYER } from '../../../text/wholesale.ts';
import type { Bell } from '../../../data/staff/board/new-order-bell.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { Tabs } from '../../../ui/staff/tabs.tsx';
import { useWholesaleOrders } from './live.ts';
import { OrderCard } from './order-card.tsx';

const LISTS = { pendentes: 'Nenhum pedido pendente', finalizados: 'Nenhum pedido finalizado' } as const;

export function OrdersTab({ sub, open, bell }: { sub: string; open: Resource<WholesaleList>; bell: Bell }) {
  const navigate = useNavigate();
  const over = useWholesaleOrders('over');
  const turn = useSetAtom(wholesaleTurnAtom);
  const current = sub === 'finalizados' ? 'finalizados' : 'pendentes';
  const shown = current === 'pendentes' ? open : over;
  const counts = open.value ?? over.value;
  const show = (id: string) => void navigate(`/atacado/admin/pedidos/${id}`);
  return (
    <Tabs
      small
      label="Pedidos do atacado"
      tabs={[
        { id: 'pendentes', label: `Pendentes (${counts?.open ?? 0})` },
        { id: 'finalizados', label: `Finalizados (${counts?.over ?? 0})` },
      ]}
      current={current}
      onChange={show}
    >
      <Loaded of={shown} rows={4} title="Erro: Erro ao carregar pedidos" retry={BUYER.tryAgain} stale>
        {(list) => (
          <Cards
            key={current}
            list={list}
            empty={LISTS[current]}
            bell={bell}
            onChanged={(order) => {
              turn((now) => now + 1);
              if (order.status === 'FINALIZADO') show('finalizados');
            }}
          />
        )}
      </Loaded>
    </Tabs>
  );
}

function Cards({
  list,
  empty,
  bell,
  onChanged,
}: {
  list: WholesaleList;
  empty: string;
  bell: Bell;
  onChanged: (order: WholesaleOrder) => void;
}) {
  const action = useAction();
  const [older, setOlder] = useState<readonly WholesaleOrder[]>([]);
  const [end, setEnd] = useState(false);
  const known = new Set(list.orders.map((order) => order.id));
  const orders = [...list.orders, ...older.filter((order) => !known.has(order.id))];
  const last = orders.at(-1);
  const more = () =>
    void action.run('Erro ao carregar pedidos', async () => {
      const page = await request<WholesaleList>(
        `/api/staff/wholesale/orders?state=over&before=${last?.orderNumber ?? 1}`,
      );
      setOlder((before) => [...before, ...page.orders]);
      setEnd(!page.more);
    });

  if (orders.length === 0) return <p className="rounded-2xl bg-base-100 p-8 text-center text-lg">{empty}</p>;
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {orders.map((order) => (
          <OrderCard
            key={order.id}
            order={order}
            fresh={bell.unseen.has(order.id)}
            onSeen={() => bell.see([order.id])}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {(list.more || older.length > 0) && !end && (
        <button type="button" className="btn mx-auto mt-4 flex" disabled={action.busy} onClick={more}>
          Mostrar mais antigos
        </button>
      )}
    </>
  );
}
