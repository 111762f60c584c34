// One column of cards, scrolling by itself: the page never does.
import { ScrollRegion } from '../../staff/scroll-region.tsx';
import type { Bell } from '../../staff/new-order-bell.ts';
import type { AgeLimits } from './age.ts';
import type { Card } from './columns.ts';
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
  now: number;
  limits: AgeLimits;
  loading: boolean;
  bell: Bell;
};

export function Column({ kind, cards, now, limits, loading, bell }: Props) {
  const { title, empty, edge } = COLUMN_NAMES[kind];
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
          aria-label={`${cards.length} ${cards.length === 1 ? 'pedido' : 'pedidos'}`}
        >
          {cards.length}
        </span>
      </h2>
      <ScrollRegion label={`${title}: lista`} className="flex min-h-0 flex-1 flex-col">
        <ul aria-label={title} className="flex flex-1 flex-col gap-2 p-2 pt-0">
          {loading ? (
            <li className="skeleton h-56 w-full shrink-0" aria-label="Carregando" />
          ) : cards.length === 0 ? (
            <li className="grid flex-1 place-items-center px-6 text-center text-lg opacity-80">{empty}</li>
          ) : (
            cards.map((card) => (
              <OrderCard
                key={card.order.id}
                card={card}
                now={now}
                limits={limits}
                isNew={bell.unseen.has(card.order.id)}
                onSee={bell.see}
              />
            ))
          )}
        </ul>
      </ScrollRegion>
    </section>
  );
}
