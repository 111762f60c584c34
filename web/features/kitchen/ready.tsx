// Prontos: a chip for each number that waits to be fetched. A chip opens its ticket.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { Hourglass, ShoppingBag, Utensils, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { cancelledKey } from '../../data/staff/board/seen-news.ts';
import { minutesSince, orderName } from '../../ui/staff/order-text.ts';
import { ScrollRegion } from '../../ui/staff/scroll-region.tsx';
import { CONSUMPTION } from '../../text/staff.ts';
import type { Card } from './columns.ts';
import { useFlash } from './flash.ts';
import { chipsInSight, LANE_GAP_PX } from './lanes.ts';
import { PART_NAMES, type Shared } from './part.tsx';
import { isWaiting, Pickup } from './ticket-parts.tsx';

type Props = Pick<Shared, 'now' | 'bell' | 'onOpen'> & {
  cards: readonly Card[];
  /** This station's share is made, and others still make theirs. */
  awaiting: readonly Card[];
  cancelled: readonly Order[];
  columns: number;
  chipPx: number;
  viewPx: number;
  moved: (card: Card) => boolean;
  /** Orders that wait for their money, those without a card here included. */
  unpaid: number;
  onUnpaid: () => void;
};

/** Chips side by side, and a little air. */
export const railPx = (columns: number, chipPx: number): number =>
  Math.max(88, columns * chipPx + (columns - 1) * LANE_GAP_PX + 4);

export function ReadyRail(props: Props) {
  const { cards, awaiting, cancelled, columns, chipPx, viewPx, moved, unpaid, onUnpaid } = props;
  const { now, bell, onOpen } = props;
  const { title, empty, edge } = PART_NAMES.ready;
  const [scrollPx, setScrollPx] = useState(0);
  const count = cards.length + awaiting.length + cancelled.length;
  const { heightPx, below } = chipsInSight({ count, columns, chipPx, viewPx, scrollPx });
  return (
    <section
      aria-labelledby="coluna-ready"
      className="kitchen-part flex min-h-0 shrink-0 flex-col"
      style={{ width: railPx(columns, chipPx) }}
    >
      <h2
        id="coluna-ready"
        className={`flex h-7 shrink-0 items-center justify-between gap-1 border-t-4 px-0.5 text-base leading-none ${edge}`}
      >
        {title}
        <span className="numbers" aria-label={`${cards.length} ${cards.length === 1 ? 'pedido' : 'pedidos'}`}>
          {cards.length}
        </span>
      </h2>
      <ScrollRegion
        label={`${title}: lista`}
        className="min-h-0 shrink-0 snap-y snap-mandatory"
        style={count === 0 ? undefined : { height: heightPx }}
        onScroll={setScrollPx}
      >
        <ul
          aria-label={title}
          className="grid content-start justify-center p-0.5"
          style={{ gap: LANE_GAP_PX, gridTemplateColumns: `repeat(${columns}, ${chipPx}px)` }}
        >
          {cancelled.map((order) => (
            <CancelledChip key={order.id} order={order} bell={bell} onOpen={onOpen} />
          ))}
          {cards.map((card) => (
            <Chip key={card.order.id} card={card} now={now} hasMoved={moved(card)} onOpen={onOpen} />
          ))}
          {awaiting.map((card) => (
            <Chip key={card.order.id} card={card} now={now} hasMoved={moved(card)} onOpen={onOpen} />
          ))}
          {count === 0 && <li className="pt-2 text-center text-[13px] leading-tight opacity-85">{empty}</li>}
        </ul>
      </ScrollRegion>
      {below > 0 && (
        <p className="numbers shrink-0 text-center text-sm leading-5 font-bold">+{below} abaixo</p>
      )}
      <div className="mt-auto flex h-[46px] shrink-0 items-center">
        {unpaid > 0 && (
          <button
            type="button"
            className="btn h-11 w-full min-w-0 gap-1 border-2 border-base-content/40 px-0.5 text-[13px]! leading-[1.05]"
            onClick={onUnpaid}
          >
            {columns > 1 && <Hourglass aria-hidden className="size-5 shrink-0" />}
            <span className="min-w-0">
              Ainda não pagos: <span className="numbers text-[15px] font-extrabold">{unpaid}</span>
            </span>
          </button>
        )}
      </div>
    </section>
  );
}

type ChipProps = { card: Card; now: number; hasMoved: boolean; onOpen: (orderId: string) => void };

function Chip({ card, now, hasMoved, onOpen }: ChipProps) {
  const flash = useFlash(hasMoved);
  const { order, past, part } = card;
  const isAwaiting = part?.made === true;
  const Eaten = order.consumptionType === 'local' ? Utensils : ShoppingBag;
  return (
    <li className="snap-start scroll-mt-0.5">
      <button
        type="button"
        className={`kitchen-touch btn w-full flex-col gap-0.5 border-2 bg-base-100 p-0 leading-none focus-visible:outline-4 ${isAwaiting ? 'border-dashed border-warning' : 'border-success'} ${flash ? 'kitchen-flash' : ''}`}
        onClick={() => onOpen(order.id)}
      >
        <span className="sr-only">Abrir pedido </span>
        <span
          className={`numbers leading-[0.9] font-extrabold ${past || order.panelNumber === null ? 'text-xl' : 'text-[32px]'}`}
        >
          {past || order.panelNumber === null ? `#${order.simpleId}` : order.panelNumber}
        </span>
        <span className="numbers flex items-center gap-1 text-sm font-bold">
          {isWaiting(card) ? (
            <WifiOff aria-hidden className="size-4 text-warning" />
          ) : (
            <Eaten aria-hidden className="size-4" />
          )}
          {isAwaiting ? 'falta' : `${minutesSince(order.readyAtMs ?? order.updatedAtMs, now)} min`}
        </span>
        <span className="sr-only">
          , #{order.simpleId}, {CONSUMPTION[order.consumptionType]},{' '}
          {isAwaiting ? `sua parte está pronta, falta ${part.awaits.join(' e ')}` : <Pickup card={card} />}
          {isWaiting(card) && ', esperando a conexão'}
        </span>
      </button>
    </li>
  );
}

function CancelledChip({ order, bell, onOpen }: { order: Order } & Pick<Props, 'bell' | 'onOpen'>) {
  const name = orderName(order, useAtomValue(panelAtom));
  const key = cancelledKey(order.id);
  const isNew = bell.unseen.has(key);
  return (
    <li
      aria-label={`Cancelado: pedido ${name}`}
      data-ticket={key}
      data-new={isNew ? key : undefined}
      className="snap-start scroll-mt-0.5"
    >
      <button
        type="button"
        className={`kitchen-touch btn btn-error w-full flex-col gap-0.5 p-0 leading-none focus-visible:outline-4 ${isNew ? 'kitchen-flash' : ''}`}
        onClick={() => {
          bell.see([key]);
          onOpen(order.id);
        }}
      >
        <del
          className={`numbers leading-[0.9] font-extrabold decoration-[3px] ${name.startsWith('#') ? 'text-xl' : 'text-[32px]'}`}
        >
          {name}
        </del>
        <span role="alert" className="flex items-center gap-0.5 text-[10px] font-extrabold">
          CANCELADO
        </span>
      </button>
    </li>
  );
}
