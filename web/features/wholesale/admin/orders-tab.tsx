// Pedidos: what is to be done, newest first, and what was done or cancelled.
import type { WholesaleList } from '@balcao/shared/http/wholesale.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { BarChart3, Users } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { BUYER } from '../texts.ts';
import type { Bell } from '../../../data/staff/board/new-order-bell.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { Failed } from '../../../ui/staff/failed.tsx';
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
import { useWholesaleOrders } from './live.ts';
import { OrderCard } from './order-card.tsx';

const BASE = '/atacado/admin/pedidos';

export function OrdersTab({ open, bell }: { open: Resource<WholesaleList>; bell: Bell }) {
  const navigate = useNavigate();
  const over = useWholesaleOrders('over');
  const turn = useSetAtom(wholesaleTurnAtom);
  const counts = open.value ?? over.value;
  const cards = (shown: Resource<WholesaleList>, empty: string) => (
    <Loaded of={shown} rows={4} title="Erro: Erro ao carregar pedidos" retry={BUYER.tryAgain} stale>
      {(list) => (
        <Cards
          list={list}
          empty={empty}
          bell={bell}
          onChanged={(order) => {
            turn((now) => now + 1);
            if (order.status === 'FINALIZADO') void navigate(`${BASE}/finalizados`);
          }}
        />
      )}
    </Loaded>
  );
  return (
    <>
      <nav aria-label="Clientes e relatórios" className="mb-3 flex flex-wrap gap-2">
        <Link to="/atacado/admin/clientes" className="btn btn-sm min-h-9">
          <Users aria-hidden className="size-4" /> Clientes
        </Link>
        <Link to="/atacado/admin/relatorios" className="btn btn-sm min-h-9">
          <BarChart3 aria-hidden className="size-4" /> Relatórios
        </Link>
      </nav>
      <TabRoutes
        small
        base={BASE}
        label="Pedidos do atacado"
        tabs={[
          {
            id: 'pendentes',
            label: `Pendentes (${counts?.open ?? 0})`,
            element: cards(open, 'Nenhum pedido pendente'),
          },
          {
            id: 'finalizados',
            label: `Finalizados (${counts?.over ?? 0})`,
            element: cards(over, 'Nenhum pedido finalizado'),
          },
        ]}
      />
    </>
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
  const listedIds = new Set(list.orders.map((order) => order.id));
  const orders = [...list.orders, ...older.filter((order) => !listedIds.has(order.id))];
  const last = orders.at(-1);
  const more = () =>
    void action.run('Erro ao carregar pedidos', async () => {
      const page = await call('GET /api/staff/wholesale/orders', {
        query: { state: 'over', before: String(last?.orderNumber ?? 1) },
      });
      const shownIds = new Set(orders.map((order) => order.id));
      // With those above them: what a newer one pushes off the list stays in sight.
      setOlder([...orders, ...page.orders.filter((order) => !shownIds.has(order.id))]);
      setEnd(!page.more);
    });
  const changed = (order: WholesaleOrder) => {
    // The list is read again by whoever hears of it, and what lies behind it is not.
    setOlder((before) => before.map((one) => (one.id === order.id ? order : one)));
    onChanged(order);
  };

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
            onChanged={changed}
          />
        ))}
      </ul>
      {(list.more || older.length > 0) && !end && (
        <button type="button" className="btn mx-auto mt-4 flex" disabled={action.busy} onClick={more}>
          Mostrar mais antigos
        </button>
      )}
      <Failed text={action.failed} className="mt-2 text-center" />
    </>
  );
}
