// /pedido/sucesso/:orderCode: to be paid at the counter, paid, or not found. Follows the order live.
import type { OrderView } from '@balcao/shared/http/orders.ts';
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatCode, normalizeCode } from '@balcao/shared/order/code.ts';
import { remoteCashEndsAtMs } from '@balcao/shared/order/unpaid.ts';
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { tokenOf } from '../../data/kept-orders.ts';
import { readOrder } from '../../data/orders.ts';
import { ApiError, sentenceOf } from '../../data/request.ts';
import { loadStoreAtom, menuAtom, storeAtom } from '../../data/shop.ts';
import { describeSold, soldLine, soldLines } from '../../cart/order-items.ts';
import { useOrderStream } from '../../data/order-stream.ts';
import { clockText } from '../../text/clock.ts';
import { CancelOrder } from '../../data/cancel-order.tsx';
import { dueBack, moneyState } from '../../data/money.ts';
import { awaited, paymentLabel, readyText, STATUS_LABELS } from '../../text/order.ts';
import { Cup } from '../../ui/cup.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { ReadyNotice } from '../../data/ready-notice.tsx';
import { InstallOffer } from '../../ui/install-offer.tsx';
import { StatusBadge } from '../../ui/order-status.tsx';
import { useTitle } from '../../ui/title.ts';
import { whatsappAbout } from '../../ui/whatsapp.ts';
import { Icon } from '../../ui/icon.tsx';
import { imageUrl } from '../../ui/image-url.ts';
import { NoticePage } from '../../ui/notice-page.tsx';
import { Fact, FactTotal } from './fact.tsx';

// Few open an address that is not their own: nobody else carries it.
const OthersOrder = lazy(() => import('./others-order.tsx'));
// Wanted once it is paid, and then not by everybody.
const ShareCup = lazy(() => import('./share-cup.tsx'));

const MONEY_LOOK_MS = 10_000;

type Load =
  | { state: 'loading' }
  | { state: 'ready'; view: OrderView }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown };

type WholeView = Extract<OrderView, { access: 'whole' }>;

const inMotion = ({ order, money }: WholeView): boolean =>
  ['unheard', 'returning'].includes(moneyState(order.paymentStatus, money).state);

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
        <Placed view={load.view} onEnd={() => void read()} />
      ) : (
        <Suspense>
          <OthersOrder code={code} status={load.view.order.status} />
        </Suspense>
      );
  }
}

/** Until when the cash may be brought: of an order of the site, a sentence; of one made in the shop, nothing. */
function cashUntilText(view: WholeView, store: StoreInfo | null): string {
  if (view.order.source !== 'relay' || store === null) return '';
  const untilMs = remoteCashEndsAtMs(view.order, store.remoteCashMinutes);
  return ` Pague até as ${clockText(untilMs)}: depois disso o pedido é cancelado.`;
}

function Placed({ view, onEnd }: { view: WholeView; onEnd: () => void }) {
  const store = useAtomValue(storeAtom);
  const menu = useAtomValue(menuAtom);
  const { order } = view;
  const money = moneyState(order.paymentStatus, view.money);
  const paid = order.paymentStatus === 'approved' || order.paymentStatus === 'partially_refunded';
  const received = !paid && (money.state === 'unheard' || money.state === 'returning');
  const returned = !paid && money.state === 'returned';
  const cash = !paid && money.state === 'kept' && order.paymentMethod === 'cash';
  const over = order.status === 'CANCELLED';
  const shownPhone = order.customerPhone === null ? null : formatPhone(order.customerPhone);
  const whatsapp =
    store &&
    whatsappAbout(store.whatsappUrl, `Olá! Meu pedido é o ${formatCode(order.code)} (nº ${order.simpleId}).`);
  const first = order.items[0] && describeSold(order.items[0], menu);
  const payable =
    !paid && money.state === 'kept' && order.status === 'PENDING' && tokenOf(order.code) !== null;

  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-6">
      <section
        className={`overflow-hidden rounded-3xl p-6 text-center ${over || returned ? 'bg-error text-error-content' : paid || received ? 'bg-success text-success-content' : cash ? 'bg-accent text-accent-content' : 'bg-base-100'}`}
      >
        {first &&
          (first.image === null ? (
            <Cup content={first.cup} label="" className="mx-auto -mt-2 h-36 max-w-full text-base-content" />
          ) : (
            <ProductPicture
              image={first.image}
              cup={first.cup}
              width={320}
              className="mx-auto size-36 max-w-full rounded-3xl"
            />
          ))}
        <h1 className="mt-2 text-3xl wrap-anywhere">
          {over
            ? 'Pedido cancelado'
            : paid
              ? order.status === 'PREPARING' || order.status === 'READY' || order.status === 'DELIVERED'
                ? `${STATUS_LABELS[order.status]}!`
                : 'Pedido confirmado!'
              : returned
                ? 'Pagamento devolvido'
                : received
                  ? 'Pagamento recebido!'
                  : cash
                    ? 'Agora é só pagar no balcão'
                    : `Falta pagar ${formatCents(order.totalCents)}`}
        </h1>
        <p className="mt-1">
          {over ? (
            (dueBack(order, view.money) ??
            money.text ??
            'Este pedido não será preparado. Se já pagou, fale com a loja.')
          ) : returned || received ? (
            money.text
          ) : paid ? (
            <Progress status={order.status} />
          ) : cash ? (
            `Mostre este número no balcão. A cozinha começa assim que o pagamento for confirmado.${cashUntilText(view, store)}`
          ) : (
            (awaited(order) ?? '')
          )}
        </p>
        {order.panelNumber !== null && (
          <p className="mt-3">
            <span className="block text-sm font-semibold">Número do painel</span>
            <span className="numbers block text-7xl leading-none font-extrabold">{order.panelNumber}</span>
          </p>
        )}
      </section>

      {!over && paid && money.text !== null && (
        <p role="status" className="rounded-2xl bg-info px-4 py-3 text-info-content">
          {money.text}
        </p>
      )}
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
          <Fact label="Pagamento">{paymentLabel(order)}</Fact>
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
                href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(store.address)}`}
                target="_blank"
                rel="noopener"
                className="mt-1 flex min-h-8 items-center gap-2 underline underline-offset-4"
              >
                <Icon name="map-pin" className="size-5 shrink-0" /> {store.address}: ver no mapa
              </a>
            )}
          </p>
        )}
      </section>

      <div className="flex flex-col gap-2">
        <ReadyNotice code={order.code} status={order.status} />
        {payable && (
          <Link
            to={`/pedido/pagamento/${order.code}`}
            className={`btn btn-lg ${cash ? 'btn-outline btn-primary' : 'btn-primary'}`}
          >
            {cash ? 'Pagar de outro jeito' : 'Pagar agora'}
          </Link>
        )}
        <Link
          to="/meu-pedido"
          className={`btn btn-lg ${payable && !cash ? 'btn-outline btn-primary' : 'btn-primary'}`}
        >
          Acompanhar Pedido
        </Link>
        {first && paid && !over && (
          <Suspense fallback={<div className="h-10" />}>
            <ShareCup
              title={first.title}
              line={soldLine(first)}
              cup={first.cup}
              photo={first.image && imageUrl(first.image, 960)}
              shop={store?.name}
            />
          </Suspense>
        )}
        {whatsapp && (
          <a href={whatsapp} target="_blank" rel="noopener" className="btn btn-ghost">
            <Icon name="message-circle" className="size-5" /> Falar com a loja no WhatsApp
          </a>
        )}
        {payable && <CancelOrder code={order.code} onEnd={onEnd} />}
        <InstallOffer />
        <div className="flex flex-wrap gap-2">
          <Link to="/pedido" className="btn btn-ghost flex-1">
            Fazer outro pedido
          </Link>
          <Link to="/" className="btn btn-ghost flex-1">
            Início
          </Link>
        </div>
      </div>
    </div>
  );
}

/** What a paid order is up to. */
function Progress({ status }: { status: OrderStatus }) {
  const readyTime = useAtomValue(storeAtom)?.readyTime;
  const loadStore = useSetAtom(loadStoreAtom);
  // What the page knew when it was opened may be an evening old.
  useEffect(() => void loadStore(), [loadStore]);
  if (status === 'READY') return 'Seu pedido está pronto. Venha buscar!';
  if (status === 'DELIVERED') return 'Pedido entregue. Bom apetite!';
  return (
    <>
      Tempo estimado de preparo: <span className="whitespace-nowrap">{readyText(readyTime)}</span>
    </>
  );
}
