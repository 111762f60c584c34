// The newest orders, to look at and to print again.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { Printer, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { Loaded } from '../../data/staff/loaded.tsx';
import { orderEventAtom, panelAtom } from '../../data/staff/board/live.ts';
import { besideName, orderName, phoneText } from '../../ui/staff/order-text.ts';
import { useTimes } from '../../data/staff/times.ts';
import { useLoaded } from '../../data/staff/resource.ts';
import { STATUS_NAMES, wayText } from '../../text/staff.ts';
import { Balance } from './balance.tsx';
import { OrderCard } from './order-card.tsx';
import { Failed } from '../../ui/staff/failed.tsx';
import { useToast } from '../../ui/toast.tsx';

const LIMIT = 40;
const SEARCH_LENGTH_MAX = 64;
const REFRESH_MS = 500;

/** `onChange`: lines are added to the order, or taken off. */
export function OrdersScreen({ onChange }: { onChange: (order: Order) => void }) {
  const { timeText } = useTimes();
  const { turn } = useAtomValue(orderEventAtom);
  const panel = useAtomValue(panelAtom);
  const [typed, setTyped] = useState('');
  const number = useDeferredValue(typed);
  const list = useLoaded('GET /api/staff/orders', {
    query: { limit: String(LIMIT), ...(number === '' ? {} : { by: 'panel', q: number }) },
  });
  const { reload } = list;
  const [seenId, setSeen] = useState<string | null>(null);
  const action = useAction();
  const toast = useToast();
  useEffect(() => {
    if (turn === 0) return;
    const timer = setTimeout(() => void reload(), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [turn, reload]);

  const [printedId, setPrinted] = useState<string | null>(null);
  const print = (order: Order) => {
    setPrinted(order.id);
    void action
      .run('Erro na impressão', () =>
        call('POST /api/staff/orders/{id}/reprint', { params: { id: order.id } }),
      )
      .then((done) => {
        if (done)
          toast({
            title: '2ª via enviada para a impressora',
            text: `Pedido ${orderName(order, panel)}.`,
            tone: 'success',
          });
      });
  };
  const failedOf = ({ id }: Order) => (id === printedId ? action.failed : null);

  const orders = list.value?.orders ?? [];
  // As it stands now: what is done to it is told with what was seen of it.
  const seenOrder = orders.find(({ id }) => id === seenId) ?? null;
  return (
    <section aria-label="Últimos pedidos" className="h-full overflow-y-auto p-2">
      <label className="mb-2 flex max-w-md items-center gap-3 rounded-2xl bg-base-100 px-4">
        <Search aria-hidden className="size-6 shrink-0" />
        <span className="sr-only">Buscar pelo número</span>
        <input
          type="search"
          inputMode="numeric"
          className="numbers h-14 w-full bg-transparent text-xl outline-none"
          placeholder="Buscar pelo número"
          value={typed}
          onChange={({ target }) => setTyped(target.value.trim().slice(0, SEARCH_LENGTH_MAX))}
        />
      </label>
      {list.value === null && <Loaded of={list} />}
      {list.value !== null && orders.length === 0 && (
        <p className="grid h-1/2 place-items-center text-xl">
          {number === '' ? 'Nenhum pedido ainda hoje.' : `Nenhum pedido com o número ${number}.`}
        </p>
      )}
      <ul className="flex flex-col gap-1">
        {orders.map((order) => (
          <li key={order.id} className="rounded-2xl bg-base-100 px-4 py-1">
            <div className="flex flex-wrap items-center gap-x-4 md:flex-nowrap">
              <button
                type="button"
                className="btn btn-ghost numbers h-14 min-w-20 px-2 text-3xl! font-extrabold"
                aria-label={`Abrir o pedido ${orderName(order, panel)}`}
                onClick={() => setSeen(order.id)}
              >
                {orderName(order, panel)}
              </button>
              <span className="numbers w-28 text-sm">
                {besideName(order, panel)}
                <br />
                {timeText(order.createdAtMs)}
              </span>
              <span className="min-w-0 flex-1 basis-40 truncate">
                {order.items.map((item) => item.productName ?? `Açaí ${item.sizeName ?? ''}`).join(', ')}
                <br />
                <span className="text-sm">{phoneText(order.customerPhone)}</span>
              </span>
              <span className="flex-1 text-sm md:w-36 md:flex-none">
                <strong>
                  {order.status === 'PENDING' ? 'Aguardando pagamento' : STATUS_NAMES[order.status]}
                </strong>
                <br />
                {wayText(order)}
              </span>
              <span className="numbers text-right text-xl font-bold md:w-28">
                {formatCents(order.totalCents)}
                <Balance order={order} />
              </span>
              <button
                type="button"
                className="btn size-16 p-0 max-md:ml-auto"
                disabled={action.busy}
                aria-label={`Imprimir de novo o pedido ${orderName(order, panel)}`}
                onClick={() => print(order)}
              >
                <Printer aria-hidden className="size-6" />
              </button>
            </div>
            <Failed text={failedOf(order)} />
          </li>
        ))}
      </ul>
      {seenOrder && (
        <OrderCard
          order={seenOrder}
          failed={failedOf(seenOrder)}
          onChange={onChange}
          onPrint={() => print(seenOrder)}
          onClose={() => setSeen(null)}
        />
      )}
    </section>
  );
}
