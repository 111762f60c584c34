// One column of cards, scrolling by itself: the page never does.
import { Hourglass } from 'lucide-react';
import { ScrollRegion } from '../../ui/staff/scroll-region.tsx';
import type { Order } from '@balcao/shared/order/order.ts';
import { cancelledKey, type Bell } from '../../data/staff/board/new-order-bell.ts';
import type { AgeLimits } from './age.ts';
import type { Card } from './columns.ts';
import { CancelledCard } from './cancelled-card.tsx';
import { OrderCard } from './card.tsx';

export type ColumnKind = 'received' | 'preparing' | 'ready';

export const COLUMN_NAMES: Record<ColumnKind, { title: string; empty: string; edge: string }> = {
  received: {
    title: 'Recebidos',
    empty: 'Nenhum pedido esperando. Os novos aparecem aqui e tocam o sino.',
    edge: 'border-info',
  },
  preparing: {
    title: 'Em Preparo',
    empty: 'Nada em preparo. Toque em “Iniciar Preparo” num pedido recebido.',
    edge: 'border-warning',
  },
  ready: { title: 'Prontos', empty: 'Nenhum pedido esperando retirada.', edge: 'border-success' },
};

type Props = {
  kind: ColumnKind;
  cards: readonly Card[];
  /** So many more orders wait for their payment than have a card here. */
  unpaidMore?: number;
  /** Stands above the others until somebody takes it away. */
  cancelled?: readonly Order[];
  onBump: (orderId: string) => void;
  now: number;
  limits: AgeLimits;
  loading: boolean;
  bell: Bell;
};

export function Column({
  kind,
  cards,
  unpaidMore = 0,
  cancelled = [],
  onBump,
  now,
  limits,
  loading,
  bell,
}: Props) {
  const { title, empty, edge } = COLUMN_NAMES[kind];
  const toMake = cards.filter((card) => card.order.status !== 'PENDING');
  const unpaid = cards.filter((card) => card.order.status === 'PENDING');
  const show = (card: Card) => (
    <OrderCard
      key={card.order.id}
      card={card}
      now={now}
      limits={limits}
      isNew={bell.unseen.has(card.order.id)}
      onSee={bell.see}
    />
  );
  return (
    <section
      aria-labelledby={`coluna-${kind}`}
      className="flex min-h-0 min-w-0 flex-col rounded-2xl bg-base-300/60"
    >
      <h2
        id={`coluna-${kind}`}
        className={`flex items-center justify-between rounded-t-2xl border-t-4 px-4 py-2 text-2xl ${edge}`}
      >
        {title}
        <span
          className="numbers rounded-full bg-base-100 px-3 text-2xl"
          aria-label={`${toMake.length} ${toMake.length === 1 ? 'pedido' : 'pedidos'}`}
        >
          {toMake.length}
        </span>
      </h2>
      <ScrollRegion label={`${title}: lista`} className="flex min-h-0 flex-1 flex-col">
        <ul aria-label={title} className="flex flex-1 flex-col gap-2 p-2 pt-0">
          {loading ? (
            <li className="skeleton h-56 w-full shrink-0" aria-label="Carregando" />
          ) : cards.length + cancelled.length === 0 ? (
            <li className="grid flex-1 place-items-center px-6 text-center text-lg opacity-80">{empty}</li>
          ) : (
            <>
              {cancelled.map((order) => (
                <CancelledCard
                  key={order.id}
                  order={order}
                  isNew={bell.unseen.has(cancelledKey(order.id))}
                  onSee={() => bell.see([cancelledKey(order.id)])}
                  onBump={() => {
                    bell.see([cancelledKey(order.id)]);
                    onBump(order.id);
                  }}
                />
              ))}
              {toMake.map(show)}
              {unpaid.length > 0 && (
                <li className="flex shrink-0 items-center gap-2 px-2 pt-2 text-lg font-bold">
                  <Hourglass aria-hidden className="size-5 shrink-0" />
                  Ainda não pagos: <span className="numbers">{unpaid.length + unpaidMore}</span>
                </li>
              )}
              {unpaid.map(show)}
              {unpaidMore > 0 && (
                <li className="shrink-0 px-2 py-3 text-center text-lg">
                  {unpaidMore === 1 ? 'E mais 1 pedido não pago' : `E mais ${unpaidMore} pedidos não pagos`}
                </li>
              )}
            </>
          )}
        </ul>
      </ScrollRegion>
    </section>
  );
}
