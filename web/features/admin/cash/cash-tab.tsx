// Cash that customers said they would bring: one tap when it lies on the counter.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isPartlyPaid, leftOf } from '@balcao/shared/payment/tender.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '../../../data/request.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { orderEventAtom } from '../../../data/staff/board/live.ts';
import { moveOrder } from '../../../data/staff/board/move.ts';
import { OrderItems } from '../../../ui/staff/order-items.tsx';
import { minutesSince, phoneText } from '../../../ui/staff/order-text.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { useLoaded } from '../../../data/staff/resource.ts';
import { CashSessionPanel } from '../../../data/staff/cash/cash-session.tsx';
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
import { CancelUnpaidDialog } from './cancel-unpaid-dialog.tsx';
import { Closes } from './closes.tsx';
import { useNow } from '../../../ui/now.ts';
import { useToast } from '../../../ui/toast.tsx';

export function CashTab() {
  return (
    <TabRoutes
      small
      base="/admin/dinheiro"
      label="Dinheiro"
      tabs={[
        { id: 'pendentes', label: 'Pendentes', element: <PendingCash /> },
        { id: 'caixa', label: 'Caixa', element: <CashSessionPanel /> },
        { id: 'fechamentos', label: 'Fechamentos', element: <Closes /> },
      ]}
    />
  );
}

/** Let a burst of events settle before asking again. */
const REFETCH_MS = 300;

function PendingCash() {
  const { turn, order } = useAtomValue(orderEventAtom);
  const cash = useLoaded('GET /api/staff/cash');
  const { reload } = cash;
  const now = useNow(30_000);
  const [clearing, setClearing] = useState(false);

  useEffect(() => {
    if (turn === 0 || (order !== null && order.paymentMethod !== 'cash' && order.status !== 'RECEBIDO'))
      return;
    const timer = setTimeout(() => void reload(), REFETCH_MS);
    return () => clearTimeout(timer);
  }, [turn, order, reload]);

  if (cash.value === null) return <Loaded of={cash} />;
  const { orders, more } = cash.value;
  return (
    <section aria-labelledby="dinheiro-titulo">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="dinheiro-titulo" className="text-2xl">
          Pagamentos em dinheiro pendentes
        </h2>
        <p className="numbers">
          {orders.length} {orders.length === 1 ? 'pedido' : 'pedidos'} ·{' '}
          {formatCents(orders.reduce((sum, one) => sum + leftOf(one), 0))}
          {more > 0 && ` · e mais ${more}, que aparecem quando estes saírem`}
        </p>
        {orders.length > 1 && (
          <button type="button" className="btn" onClick={() => setClearing(true)}>
            Cancelar vários
          </button>
        )}
      </div>
      {orders.length === 0 && (
        <p className="rounded-2xl bg-base-100 p-6">
          Nenhum pagamento em dinheiro esperando. Quando um cliente escolher dinheiro, o pedido aparece aqui.
        </p>
      )}
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {orders.map((one) => (
          <CashCard
            key={one.id}
            order={one}
            now={now}
            onDone={() =>
              cash.set(({ orders: before, ...rest }) => ({
                ...rest,
                orders: before.filter((other) => other.id !== one.id),
              }))
            }
            onStale={() => void reload()}
          />
        ))}
      </ul>
      {clearing && (
        <CancelUnpaidDialog
          orders={orders}
          now={now}
          onClose={() => setClearing(false)}
          onDone={() => {
            setClearing(false);
            void reload();
          }}
        />
      )}
    </section>
  );
}

/** Exported for its test. */
export function CashCard({
  order,
  now,
  onDone,
  onStale,
}: {
  order: Order;
  now: number;
  onDone: () => void;
  onStale: () => void;
}) {
  const { timeText } = useTimes();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  const confirm = async () => {
    setBusy(true);
    setFailed(null);
    try {
      await moveOrder(order.id, { kind: 'confirm-payment', method: 'cash', seen: 'PENDING' });
      toast({
        title: 'Pagamento confirmado',
        text: `Pedido ${formatCode(order.code)} pago em dinheiro. Já foi para a cozinha.`,
        tone: 'success',
      });
      onDone();
    } catch (error) {
      const isApiError = error instanceof ApiError;
      toast({
        title: isApiError ? 'Erro ao confirmar pagamento' : 'Erro inesperado ao confirmar pagamento',
        text: sentenceOf(error),
        tone: isApiError && error.problem.code === 'stale' ? 'info' : 'error',
        // The card goes with it, and what to do with the money is said nowhere else.
        durationMs: 8_000,
      });
      setFailed(sentenceOf(error));
      if (isApiError && error.status === 409) onStale();
    } finally {
      setBusy(false);
    }
  };

  return (
    <li className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <div className="flex items-start justify-between gap-3">
        <p>
          <span className="numbers block text-3xl leading-none font-extrabold">
            {order.panelNumber !== null ? `Nº ${order.panelNumber}` : `#${order.simpleId}`}
          </span>
          <span className="numbers text-sm">
            #{order.simpleId} · {formatCode(order.code)}
          </span>
        </p>
        <p className="text-right text-sm">
          {timeText(order.createdAtMs)}
          <br />
          há {minutesSince(order.createdAtMs, now)} min
        </p>
      </div>
      <p className="text-sm">{phoneText(order.customerPhone)}</p>
      <OrderItems items={order.items} />
      <div className="mt-auto flex items-end justify-between gap-2">
        <p className="numbers text-2xl font-extrabold whitespace-nowrap">{formatCents(order.totalCents)}</p>
        <p className="text-right text-sm">
          {order.changeForCents === null
            ? 'Sem troco'
            : `Troco para ${formatCents(order.changeForCents)}: devolver ${formatCents(order.changeForCents - leftOf(order))}`}
        </p>
      </div>
      {failed !== null && (
        <p role="alert" className="text-sm font-semibold text-error">
          {failed}
        </p>
      )}
      {isPartlyPaid(order) ? (
        <p className="font-semibold">
          Falta {formatCents(leftOf(order))}. Receba o resto no balcão, em Pendentes.
        </p>
      ) : (
        <button type="button" className="btn btn-success" disabled={busy} onClick={() => void confirm()}>
          Confirmar pagamento
        </button>
      )}
    </li>
  );
}
