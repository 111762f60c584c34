// Paying one order: choose how, pay, and back to choosing. The order is read from the server; nothing shown here decides anything.
import type { OrderView } from '@balcao/shared/http/orders.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { readStored, removeStored, writeStored } from '../../../data/device.ts';
import { ApiError, sentenceOf } from '../../../data/request.ts';
import { moneyState, openPart } from '../../../data/money.ts';
import { readOrder } from '../../../data/orders.ts';
import { storeAtom } from '../../../data/shop.ts';
import { useOrderStream } from '../../../data/order-stream.ts';
import { PAYMENT_TEXTS } from './texts.ts';
import { CancelOrder } from '../../../data/cancel-order.tsx';
import { WaitTime } from '../wait-time.tsx';
import { MethodSelect } from './method-select.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PixView } from './pix-view.tsx';
import type { Method, PayableOrder } from './payable-order.ts';

// Who pays by PIX downloads neither.
const CashView = lazy(() => import('./cash-view.tsx'));
const CardView = lazy(() => import('./card-view.tsx'));
const CalledOff = lazy(() => import('./called-off.tsx'));

type Load = { state: 'loading' } | { state: 'ready'; view: OrderView } | { state: 'failed'; error: unknown };
type Props = {
  code: string;
  /** Back to the order's data; null where there is nothing to go back to. */
  onBack: (() => void) | null;
  /** Paid, or to be paid at the counter. */
  onDone: () => void;
};

/** Reads the order, and hears until it is paid or to be paid at the counter: once, however many say so. */
function useOrderToPay(code: string, onDone: () => void) {
  const [load, setLoad] = useState<Load>({ state: 'loading' });
  const done = useRef(false);
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });

  const finish = useCallback(() => {
    // The stream, a poll and the card's answer may all say it.
    if (done.current) return;
    done.current = true;
    latest.current();
  }, []);

  const read = useCallback(async () => {
    try {
      const view = await readOrder(code);
      setLoad({ state: 'ready', view });
      if (view.access === 'whole' && (isSettled(view.order) || isUnheard(view))) finish();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setLoad((before) => (before.state === 'ready' ? before : { state: 'failed', error }));
    }
  }, [code, finish]);

  const again = () => void read();
  useEffect(() => void read(), [read]);
  useOrderStream(load.state === 'ready' ? load.view.ticket : null, code, {
    // Called off, or owing another sum: also by one's own tap, whose answer may be ahead of what can be read.
    onOrder: again,
    onReturn: again,
    onLost: again,
  });
  return { load, read, finish };
}

function NotLoaded({ error }: { error: unknown }) {
  return (
    <section role="alert" className="flex flex-col items-start gap-3 rounded-3xl bg-base-100 p-5">
      <h2 className="text-xl">
        {error instanceof ApiError && error.status === 404
          ? 'Código do pedido não encontrado'
          : 'O pedido não carregou'}
      </h2>
      <p>{sentenceOf(error)}</p>
      <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
        Tentar de novo
      </button>
    </section>
  );
}

/** In sight all the way: what is owed, and to whom. */
function Owed({ isDeciding, cents }: { isDeciding: boolean; cents: number }) {
  return (
    <div className="hold-under z-10 mb-4 flex flex-wrap items-baseline justify-between gap-x-3 rounded-2xl bg-base-100 px-5 py-3 shadow-sm short:static">
      <span>
        {isDeciding ? 'Pagamento em análise' : 'Falta pagar'}{' '}
        <strong className="numbers text-2xl whitespace-nowrap">{formatCents(cents)}</strong>
      </span>
      <span className="text-sm text-base-content/75">{useAtomValue(storeAtom)?.name}</span>
      <WaitTime />
    </div>
  );
}

export function Payment({ code, onBack, onDone }: Props) {
  const [method, setMethod] = useState<Method | null>(() => methodOf(readStored('paymentMethod')));
  const store = useAtomValue(storeAtom);
  const { load, read, finish } = useOrderToPay(code, onDone);
  const choose = (next: Method | null) => {
    setMethod(next);
    if (next) writeStored('paymentMethod', next);
    else removeStored('paymentMethod');
    window.scrollTo({ top: 0 });
  };

  if (load.state === 'loading')
    return <div role="status" aria-label="Carregando o pedido" className="skeleton h-72 w-full" />;
  if (load.state === 'failed') return <NotLoaded error={load.error} />;
  if (load.view.access !== 'whole') {
    return (
      <section role="alert" className="flex flex-col items-start gap-3 rounded-3xl bg-base-100 p-5">
        <h2 className="text-xl">Pedido de outro aparelho</h2>
        <p>Só quem fez o pedido pode pagar por aqui. Pague no balcão com o número do pedido.</p>
      </section>
    );
  }
  const { order } = load.view;
  const payable: PayableOrder = { code: order.code, totalCents: openPart(order) || order.totalCents };
  // Of what is partly paid the rest is paid to staff.
  const methods = (store?.paymentMethods ?? []).filter((one) => !order.tenders || one.method === 'cash');
  const isDeciding = order.paymentStatus === 'in_process';
  const chosen = methods.some((one) => one.method === method) ? method : null;
  const over = order.status === 'CANCELLED';

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_min(22rem,36%)] lg:items-start">
      <div className="min-w-0">
        {(order.code === '' || order.totalCents <= 0) && (
          <p role="alert" className="mb-4 rounded-2xl bg-error px-4 py-3 text-error-content">
            {PAYMENT_TEXTS.incomplete}
          </p>
        )}
        {!over && <Owed isDeciding={isDeciding} cents={payable.totalCents} />}
        {over ? (
          <Suspense>
            <CalledOff />
          </Suspense>
        ) : chosen === null ? (
          <MethodSelect
            title={isDeciding ? 'Pagar de outro jeito' : 'Como você quer pagar?'}
            methods={methods}
            loading={store === null}
            onChoose={choose}
          />
        ) : chosen === 'pix' ? (
          <PixView order={payable} onApproved={finish} onBack={() => choose(null)} />
        ) : (
          <Suspense
            fallback={<div role="status" aria-label="Carregando" className="skeleton h-112 w-full" />}
          >
            {chosen === 'cash' ? (
              <CashView order={payable} onDone={finish} onBack={() => choose(null)} />
            ) : (
              <CardView order={payable} onApproved={finish} onBack={() => choose(null)} />
            )}
          </Suspense>
        )}
      </div>
      <OrderSummary order={order}>
        {onBack && (
          <button type="button" className="btn btn-ghost mt-2 w-full" onClick={onBack}>
            Voltar aos dados do pedido
          </button>
        )}
        {!over && <CancelOrder order={order} onEnd={() => void read()} />}
      </OrderSummary>
    </div>
  );
}

const isSettled = (order: { paymentStatus: string; paymentMethod: string | null; status: string }): boolean =>
  order.paymentStatus === 'approved' || (order.status !== 'PENDING' && order.status !== 'CANCELLED');

/** The money has come and only the shop does not know it yet: its page says so, and nobody is asked for it twice. */
const isUnheard = ({ order, money }: Extract<OrderView, { access: 'whole' }>): boolean =>
  order.status === 'PENDING' && moneyState(order.paymentStatus, money).state === 'unheard';

const methodOf = (text: string | null): Method | null =>
  text === 'pix' || text === 'credit_card' || text === 'cash' ? text : null;
