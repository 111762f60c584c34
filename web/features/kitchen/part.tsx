// One column of the kitchen, Recebidos or Em Preparo: its tickets in lanes, scrolling by itself; a strip while it has none.
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { panelAtom } from '../../data/staff/board/live.ts';
import type { Bell } from '../../data/staff/board/new-order-bell.ts';
import { cancelledKey } from '../../data/staff/board/seen-news.ts';
import { orderName, type Panel } from '../../ui/staff/order-text.ts';
import { ScrollRegion } from '../../ui/staff/scroll-region.tsx';
import type { AgeLimits } from './age.ts';
import { CancelledCard } from './cancelled-card.tsx';
import type { Card } from './columns.ts';
import { countBelow, flowTickets, LANE_GAP_PX, STRIP_PX, turnDown } from './lanes.ts';
import { newsOf } from './line-news.ts';
import { Ticket } from './ticket.tsx';
import type { Heights } from './use-heights.ts';

type PartKind = 'received' | 'preparing' | 'ready';

export const PART_NAMES: Record<PartKind, { title: string; empty: string; edge: string }> = {
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

/** What all tickets of a screen share. */
export type Shared = {
  now: number;
  limits: AgeLimits;
  bell: Bell;
  keyNumbers: ReadonlyMap<string, number>;
  /** What was taken note of on this screen: cancelled orders, and changes of lines. */
  bumped: readonly string[];
  onBump: (id: string) => void;
  onOpen: (orderId: string) => void;
};

type Props = Shared & {
  kind: 'received' | 'preparing';
  cards: readonly Card[];
  /** Stands above the others until somebody takes it away. */
  cancelled?: readonly Order[];
  lanes: number;
  lanePx: number;
  viewPx: number;
  heights: Heights;
  moved: (card: Card) => boolean;
};

type Entry = { id: string; label?: string; news: string; content: ReactNode };

export function Part(props: Props) {
  const { kind, cards, cancelled = [], lanes, lanePx, viewPx, heights } = props;
  const { title, empty, edge } = PART_NAMES[kind];
  const [scrollPx, setScrollPx] = useState(0);
  const region = useRef<HTMLDivElement>(null);
  const entries = entriesOf(props, cancelled, useAtomValue(panelAtom));
  const list = entries.map(({ id }) => heights.of(id));
  const flow = flowTickets(list, lanes, viewPx);
  const below = countBelow(flow, list, scrollPx, viewPx);
  const isStrip = lanes === 0;
  const widthPx = isStrip ? STRIP_PX : lanes * lanePx + (lanes - 1) * LANE_GAP_PX;
  return (
    <section
      aria-labelledby={`coluna-${kind}`}
      className={`kitchen-part relative flex min-h-0 shrink-0 flex-col ${isStrip ? 'rounded-xl bg-base-300/60' : ''}`}
      style={{ width: widthPx }}
    >
      <h2
        id={`coluna-${kind}`}
        className={
          isStrip
            ? `flex min-h-0 flex-1 items-center gap-3 border-l-4 px-1.5 py-2 text-xl [writing-mode:vertical-rl] ${edge}`
            : `flex h-7 shrink-0 items-center justify-between gap-2 border-t-4 px-1 text-xl leading-none ${edge}`
        }
      >
        {title}
        <span className="numbers" aria-label={`${cards.length} ${cards.length === 1 ? 'pedido' : 'pedidos'}`}>
          {cards.length}
        </span>
      </h2>
      <ScrollRegion
        ref={region}
        label={`${title}: lista`}
        className={isStrip ? 'absolute inset-x-0 bottom-0 h-0 overflow-hidden' : 'min-h-0 flex-1'}
        onScroll={setScrollPx}
      >
        <ul aria-label={title} className="relative" style={{ height: flow.heightPx }}>
          {entries.length === 0 && <li className="sr-only">{empty}</li>}
          {entries.map(({ id, label, news, content }, at) => (
            <li
              key={id}
              ref={heights.watch}
              data-ticket={id}
              data-new={props.bell.unseen.has(news) ? news : undefined}
              aria-label={label}
              className="absolute scroll-my-0"
              style={{
                width: lanePx,
                top: flow.places[at]?.topPx ?? 0,
                left: (flow.places[at]?.lane ?? 0) * (lanePx + LANE_GAP_PX),
              }}
            >
              {content}
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {!isStrip && (
        <Below
          below={below}
          scrolled={scrollPx > 0}
          onTurn={(down) =>
            region.current?.scrollTo({ top: down ? turnDown(flow, list, scrollPx, viewPx) : 0 })
          }
        />
      )}
    </section>
  );
}

function entriesOf(
  { cards, now, limits, bell, keyNumbers, bumped, moved, onBump, onOpen }: Props,
  cancelled: readonly Order[],
  panel: Panel,
): Entry[] {
  return [
    ...cancelled.map((order): Entry => {
      const key = cancelledKey(order.id);
      return {
        id: key,
        label: `Cancelado: pedido ${orderName(order, panel)}`,
        news: key,
        content: (
          <CancelledCard
            order={order}
            isNew={bell.unseen.has(key)}
            onSee={() => bell.see([key])}
            onBump={() => {
              bell.see([key]);
              onBump(order.id);
            }}
          />
        ),
      };
    }),
    ...cards.map((card): Entry => {
      const { id } = card.order;
      const keys = [id, ...newsOf(card.order, bumped).bellKeys];
      const news = keys.find((key) => bell.unseen.has(key));
      return {
        id,
        news: news ?? id,
        content: (
          <Ticket
            card={card}
            now={now}
            limits={limits}
            isNew={news !== undefined}
            hasMoved={moved(card)}
            keyNumber={keyNumbers.get(id) ?? null}
            bumped={bumped}
            onBump={onBump}
            onSee={bell.see}
            onOpen={onOpen}
          />
        ),
      };
    }),
  ];
}

/** The foot of a column: how many tickets it does not show whole, and the way there. Its room is kept, for what is said passes over it. */
function Below({
  below,
  scrolled,
  onTurn,
}: {
  below: number;
  scrolled: boolean;
  onTurn: (down: boolean) => void;
}) {
  return (
    <div className="flex h-[46px] shrink-0 items-center gap-2">
      {below > 0 && (
        <button type="button" className="btn btn-accent h-11 px-3 text-lg!" onClick={() => onTurn(true)}>
          <ArrowDown aria-hidden className="size-5" />
          <span className="numbers">+{below}</span> abaixo
        </button>
      )}
      {scrolled && (
        <button type="button" className="btn h-11 px-3 text-lg!" onClick={() => onTurn(false)}>
          <ArrowUp aria-hidden className="size-5" /> Ao topo
        </button>
      )}
    </div>
  );
}
