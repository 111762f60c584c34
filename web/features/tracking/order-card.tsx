// One order as customers follow it: the panel number large, the timeline, what is in it, and what can be done.
import { lazy, Suspense } from 'react';
import type { OrderMoney, PublicOrder } from '@balcao/shared/http/orders.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { Link, useNavigate } from 'react-router-dom';
import { newId } from '../../data/new-id.ts';
import { CancelOrder } from '../../data/cancel-order.tsx';
import { tokenOf } from '../../data/kept-orders.ts';
import { readOrder } from '../../data/orders.ts';
import { dueBack, moneyState, openPart, paymentLabel, type MoneyState } from '../../data/money.ts';
import { ApiError } from '../../data/request.ts';
import { menuAtom, storeAtom } from '../../data/shop.ts';
import { CART_ITEMS_MAX } from '../../cart/cart.ts';
import { cartAtom } from '../../cart/cart-state.ts';
import { sameAgain, soldLines } from '../../cart/order-items.ts';
import { momentText } from './moment.ts';
import { payText, unpaidText } from '../../text/order.ts';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { ReadyNotice } from '../../data/ready-notice.tsx';
import { StatusBadge, Timeline } from '../../ui/order-status.tsx';
import { useToast } from '../../ui/toast.tsx';
import { whatsappAbout } from '../../ui/whatsapp.ts';
import { Icon } from '../../ui/icon.tsx';

const PreparationTime = lazy(() => import('./preparation-time.tsx'));

const CONSUMPTION_LABELS = { local: 'Comer aqui', takeaway: 'Levar' } as const;

function CardHead({ order }: { order: PublicOrder }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-[10rem]">
        <h3 className="text-2xl">
          Pedido nº <span className="numbers">{order.simpleId}</span>
        </h3>
        <p className="numbers text-base-content/75">
          {formatCode(order.code)} · {momentText(order.createdAtMs)}
        </p>
        <div className="mt-2">
          <StatusBadge status={order.status} />
        </div>
      </div>
      {order.panelNumber !== null && (
        <p className="shrink-0 rounded-2xl bg-accent px-4 py-2 text-center text-accent-content">
          <span className="block text-xs font-semibold">Painel</span>
          <span className="numbers block text-5xl leading-none font-extrabold">{order.panelNumber}</span>
        </p>
      )}
    </div>
  );
}

/** What is in it, how it is had, and what it costs. */
function Goods({ order, money }: { order: PublicOrder; money: MoneyState['state'] }) {
  const menu = useAtomValue(menuAtom);
  return (
    <>
      <ul className="mt-4 divide-y divide-base-300 border-t border-base-300">
        {soldLines(order.items, menu).map(({ title, line, cup, image }) => (
          <li key={title + line} className="flex items-center gap-3 py-2">
            <ProductPicture image={image} cup={cup} width={320} className="size-14 shrink-0 rounded-2xl" />
            <div className="min-w-0">
              <p className="leading-tight font-semibold">{title}</p>
              <p className="text-sm leading-snug">{line}</p>
            </div>
          </li>
        ))}
      </ul>
      <dl className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-base-300 pt-3">
        <div>
          <dt className="sr-only">Consumo e pagamento</dt>
          <dd>
            {CONSUMPTION_LABELS[order.consumptionType]} · {paymentLabel(order, money)}
            {order.customerPhoneMasked && (
              <span className="numbers">
                {'\u00a0'}· {order.customerPhoneMasked}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt className="sr-only">Total</dt>
          <dd className="numbers text-xl font-extrabold">{formatCents(order.totalCents)}</dd>
        </div>
      </dl>
    </>
  );
}

/** 'Pedir de novo': the same goods in the cart, at today's prices. */
function useAgain(code: string) {
  const changeCart = useSetAtom(cartAtom);
  const navigate = useNavigate();
  const toast = useToast();
  return async () => {
    try {
      const view = await readOrder(code);
      if (view.access !== 'whole') throw new Error('its token was refused');
      const items = sameAgain(view.order.items, newId);
      changeCart((cart) => [...cart, ...items].slice(0, CART_ITEMS_MAX));
      void navigate('/carrinho');
    } catch (error) {
      console.warn('the order could not be repeated', error);
      toast({
        title: 'Não deu para repetir o pedido',
        text: error instanceof ApiError ? error.problem.detail : 'Monte de novo em Fazer Pedido.',
        tone: 'error',
      });
    }
  };
}

type Props = { order: PublicOrder; money: OrderMoney | undefined; onChanged: () => void };

function Actions({ order, waits, onChanged }: Omit<Props, 'money'> & { waits: boolean }) {
  const store = useAtomValue(storeAtom);
  const orderAgain = useAgain(order.code);
  const isOwn = tokenOf(order.code) !== null;
  // What is left of a part that was paid staff take, and its money is in the drawer.
  const payable = isOwn && waits && !openPart(order);
  const whatsapp =
    store &&
    whatsappAbout(store.whatsappUrl, `Olá! Meu pedido é o ${formatCode(order.code)} (nº ${order.simpleId}).`);

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {payable && (
        <Link to={`/pedido/pagamento/${order.code}`} className="btn btn-primary max-sm:w-full">
          {payText(order)}
        </Link>
      )}
      {isOwn && (
        <button type="button" className="btn btn-outline btn-primary" onClick={() => void orderAgain()}>
          <Icon name="rotate-ccw" className="size-5" /> Pedir de novo
        </button>
      )}
      {payable && <CancelOrder order={order} className="" onEnd={onChanged} />}
      {whatsapp && (
        <a href={whatsapp} target="_blank" rel="noopener" className="btn btn-ghost">
          <Icon name="message-circle" className="size-5" /> WhatsApp
        </a>
      )}
    </div>
  );
}

export function OrderCard({ order, money, onChanged }: Props) {
  const ready = order.status === 'READY';
  // Of an order that is not this device's nothing is known.
  const known = money && moneyState(order.paymentStatus, money);
  const state = known?.state ?? 'kept';
  const back = money && (dueBack(order, money) ?? known?.text);
  // Who has paid is not asked to, whatever the shop has heard.
  const waiting = state === 'kept' ? unpaidText(order) : null;
  return (
    <article
      aria-label={`Pedido nº ${order.simpleId}`}
      className={`overflow-hidden rounded-3xl bg-base-100 ${ready ? 'ring-4 ring-success' : ''}`}
    >
      {ready && (
        <p className="bg-success px-5 py-2 text-center font-display text-lg font-bold text-success-content">
          Seu pedido está pronto. Venha buscar!
        </p>
      )}
      <div className="p-5">
        <CardHead order={order} />
        {order.status !== 'CANCELLED' && (
          <div className="mt-5">
            <Timeline status={order.status} times={order} />
          </div>
        )}
        <Suspense>
          <PreparationTime status={order.status} />
        </Suspense>
        {back && (
          <p role="status" className="mt-4 rounded-2xl bg-info px-4 py-2 text-info-content">
            {back}
          </p>
        )}
        {waiting && (
          <p className="mt-4 rounded-2xl bg-warning px-4 py-2 font-semibold text-warning-content">
            {waiting}
          </p>
        )}
        <Goods order={order} money={state} />
        <div className="mt-3 empty:hidden">
          <ReadyNotice code={order.code} status={order.status} />
        </div>
        <Actions order={order} waits={waiting !== null} onChanged={onChanged} />
      </div>
    </article>
  );
}
