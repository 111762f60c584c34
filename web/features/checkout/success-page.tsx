// /pedido/sucesso/:orderCode: to be paid at the counter, paid, or not found. Follows the order live.
import type { OrderView } from '@balcao/shared/http/orders.ts';
import { normalizeCode } from '@balcao/shared/order/code.ts';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { readOrder } from '../../data/orders.ts';
import { ApiError, sentenceOf } from '../../data/request.ts';
import { useOrderStream } from '../../data/order-stream.ts';
import { useTitle } from '../../ui/title.ts';
import { NoticePage } from '../../ui/notice-page.tsx';
import { PlacedOrder } from './placed-order.tsx';
import { inMotion } from './placed-stage.ts';

// Few open an address that is not their own: nobody else carries it.
const OthersOrder = lazy(() => import('./others-order.tsx'));

const MONEY_LOOK_MS = 10_000;

type Load =
  | { state: 'loading' }
  | { state: 'ready'; view: OrderView }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown };

export default function SuccessPage() {
  const code = normalizeCode(useParams()['orderCode'] ?? '');
  const [load, setLoad] = useState<Load>(code === '' ? { state: 'missing' } : { state: 'loading' });
  useTitle('Pedido');

  const read = useCallback(async () => {
    if (code === '') return;
    try {
      setLoad({ state: 'ready', view: await readOrder(code) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setLoad((before) =>
        before.state === 'ready'
          ? before
          : error.status === 404
            ? { state: 'missing' }
            : { state: 'failed', error },
      );
    }
  }, [code]);

  useEffect(() => void read(), [read]);
  // What the provider does with the money while the store is silent is not on the order's stream.
  const watching = load.state === 'ready' && load.view.access === 'whole' && inMotion(load.view);
  useEffect(() => {
    if (!watching) return;
    const timer = setInterval(() => void read(), MONEY_LOOK_MS);
    return () => clearInterval(timer);
  }, [watching, read]);
  useOrderStream(load.state === 'ready' ? load.view.ticket : null, code, {
    onOrder: () => void read(),
    onReturn: () => void read(),
    onLost: () => void read(),
  });

  switch (load.state) {
    case 'loading':
      return (
        <div
          role="status"
          aria-label="Carregando o pedido"
          className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-8"
        >
          <div className="skeleton h-40 w-full" />
          <div className="skeleton h-72 w-full" />
        </div>
      );
    case 'failed':
      return (
        <NoticePage alert title="Código do pedido não encontrado" text={sentenceOf(load.error)}>
          <button type="button" className="btn btn-primary btn-lg" onClick={() => location.reload()}>
            Tentar de novo
          </button>
        </NoticePage>
      );
    case 'missing':
      return (
        <NoticePage
          alert
          title="Código do Pedido Não Encontrado"
          text="Confira o endereço, ou procure seu pedido pelo telefone em Acompanhar Pedido."
        >
          <Link to="/pedido" className="btn btn-primary btn-lg">
            Fazer Pedido
          </Link>
          <Link to="/meu-pedido" className="btn btn-ghost">
            Acompanhar Pedido
          </Link>
        </NoticePage>
      );
    case 'ready':
      return load.view.access === 'whole' ? (
        <PlacedOrder view={load.view} onEnd={() => void read()} />
      ) : (
        <Suspense>
          <OthersOrder code={code} status={load.view.order.status} />
        </Suspense>
      );
  }
}
