// The first thing that somebody sees of an order that was placed: its picture, how it stands in one line, and its number for the panel.
import { formatCents } from '@balcao/shared/money.ts';
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { remoteCashEndsAtMs } from '@balcao/shared/order/unpaid.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { describeSold } from '../../cart/order-items.ts';
import { dueBack } from '../../data/money.ts';
import { loadStoreAtom, storeAtom } from '../../data/shop.ts';
import { clockText } from '../../text/clock.ts';
import { unpaidText, readyText, STATUS_LABELS } from '../../text/order.ts';
import { Cup } from '../../ui/cup.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import type { PlacedStage, WholeView } from './placed-stage.ts';

type Props = {
  view: WholeView;
  stage: PlacedStage;
  store: StoreInfo | null;
  /** What is drawn: the first of what was ordered. */
  picture: ReturnType<typeof describeSold> | undefined;
};

export function PlacedHeadline({ view, stage, store, picture: first }: Props) {
  const { order } = view;
  const { money, paid, received, returned, cash, over } = stage;
  return (
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
      <h1 className="mt-2 text-[min(1.875rem,12vw)] wrap-anywhere">
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
                  : order.paymentStatus === 'in_process'
                    ? 'Pagamento em análise'
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
        ) : order.paymentStatus === 'in_process' ? (
          'A cozinha começa assim que o pagamento for confirmado.'
        ) : (
          (unpaidText(order) ?? '')
        )}
      </p>
      {order.panelNumber !== null && (
        <p className="mt-3">
          <span className="block text-sm font-semibold">Número do painel</span>
          <span className="numbers block text-7xl leading-none font-extrabold">{order.panelNumber}</span>
        </p>
      )}
    </section>
  );
}

/** Until when the cash may be brought: of an order of the site, a sentence; of one made in the shop, and of one that staff took a part of, nothing. */
function cashUntilText(view: WholeView, store: StoreInfo | null): string {
  if (view.order.source !== 'relay' || store === null || view.order.tenders) return '';
  const untilMs = remoteCashEndsAtMs(view.order, store.remoteCashMinutes);
  return ` Pague até as ${clockText(untilMs)}: depois disso o pedido é cancelado.`;
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
