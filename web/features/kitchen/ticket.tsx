// One order to be made: its head tells number, age and the one tap that moves it on; the number opens the whole ticket.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import { memo } from 'react';
import { waitingSince } from '../../data/staff/board/board.ts';
import { minutesSince, orderName } from '../../ui/staff/order-text.ts';
import { AGE_LOOKS, ageOf, type AgeLimits } from './age.ts';
import type { Card } from './columns.ts';
import { useFlash } from './flash.ts';
import { newsOf } from './line-news.ts';
import { stepsOf, useTakeStep } from './steps.ts';
import { TicketItems } from './ticket-items.tsx';
import {
  AgeText,
  EatenWhere,
  isWaiting,
  LineNewsButton,
  NumberText,
  Observations,
  WaitingText,
} from './ticket-parts.tsx';

type TicketProps = {
  card: Card;
  now: number;
  limits: AgeLimits;
  isNew: boolean;
  /** It has just come here from another column. */
  hasMoved: boolean;
  /** The key of the bump bar that moves it on, while one is in use. */
  keyNumber: number | null;
  /** What was taken note of here: cancelled orders, and changes of lines. */
  bumped: readonly string[];
  onBump: (id: string) => void;
  onSee: (ids: readonly string[]) => void;
  onOpen: (orderId: string) => void;
};

function TicketView(props: TicketProps) {
  const { card, now, limits, isNew, hasMoved, keyNumber, bumped, onBump, onSee, onOpen } = props;
  const panel = useAtomValue(panelAtom);
  const { order } = card;
  const news = newsOf(order, bumped);
  const see = () => onSee([order.id, ...news.bellKeys]);
  const take = useTakeStep();
  const flash = useFlash(hasMoved);
  const age = ageOf(minutesSince(waitingSince(order), now), limits);
  const { forward } = stepsOf(card);
  return (
    <article
      onPointerDown={see}
      className={`overflow-hidden rounded-xl bg-base-100 ${flash || isNew ? 'kitchen-flash' : ''}`}
    >
      <div className={`flex items-stretch ${AGE_LOOKS[age].head}`}>
        <button
          type="button"
          className="min-w-0 flex-1 cursor-pointer py-0.5 pr-0.5 pl-2 text-left focus-visible:outline-4 focus-visible:-outline-offset-4"
          onClick={() => onOpen(order.id)}
        >
          <span className="sr-only">Abrir pedido: </span>
          <NumberText
            card={card}
            className={orderName(order, panel).length > 2 ? 'text-[36px]' : 'text-[42px]'}
          />
          <span className="flex flex-wrap items-baseline gap-x-1.5 text-[19px] leading-[1.1]">
            <AgeText minutes={minutesSince(order.createdAtMs, now)} age={age} />
            {isNew && (
              <span className="rounded bg-base-100 px-1 text-xs leading-tight font-extrabold text-base-content">
                NOVO
              </span>
            )}
            {keyNumber !== null && (
              <kbd className="numbers rounded border-2 border-current px-1 text-sm leading-none font-bold">
                {keyNumber}
              </kbd>
            )}
          </span>
          <span className="block text-[11.5px] leading-[1.1] tracking-tight [word-spacing:0.14em]">
            <EatenWhere order={order} />
          </span>
        </button>
        {forward && (
          <button
            type="button"
            data-forward={order.id}
            onClick={() => {
              see();
              take(card, forward);
            }}
            className="kitchen-touch btn btn-primary m-0.5 w-[4.9rem] shrink-0 flex-col gap-0 rounded-[0.65rem] p-0.5 text-[17px]! leading-[1.05] font-bold focus-visible:outline-4"
          >
            <forward.Icon aria-hidden className="size-6 shrink-0" />
            {forward.label}
          </button>
        )}
      </div>
      {isWaiting(card) && <WaitingText order={order} />}
      <div className="px-2 pt-1 pb-1.5">
        {order.late && <p className="font-bold text-error">Pago depois do prazo</p>}
        <TicketItems items={order.items} news={news} />
        {news.changeIds.length > 0 && (
          <LineNewsButton
            order={order}
            onNoted={() => {
              see();
              news.changeIds.forEach(onBump);
            }}
          />
        )}
        {card.elsewhere && <p className="kitchen-topping font-bold">{card.elsewhere}</p>}
        <Observations text={order.observations} />
      </div>
    </article>
  );
}

// The clock ticks every second; a ticket's words change once a minute.
export const Ticket = memo(
  TicketView,
  (a, b) =>
    a.card.order === b.card.order &&
    a.card.tappedAtMs === b.card.tappedAtMs &&
    b.card.tappedAtMs === null &&
    a.card.past === b.card.past &&
    a.card.elsewhere === b.card.elsewhere &&
    a.card.part?.station === b.card.part?.station &&
    a.limits === b.limits &&
    a.isNew === b.isNew &&
    a.keyNumber === b.keyNumber &&
    a.bumped === b.bumped &&
    a.onBump === b.onBump &&
    a.onSee === b.onSee &&
    a.onOpen === b.onOpen &&
    minutesSince(a.card.order.createdAtMs, a.now) === minutesSince(b.card.order.createdAtMs, b.now) &&
    minutesSince(waitingSince(a.card.order), a.now) === minutesSince(waitingSince(b.card.order), b.now),
);
