// What a ticket says beside its items, on the board and in its sheet alike.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { Check, ShoppingBag, Utensils, WifiOff } from 'lucide-react';
import { useTimes } from '../../data/staff/times.ts';
import { phoneText, orderName } from '../../ui/staff/order-text.ts';
import { AWAITS_PICKUP, CONSUMPTION } from '../../text/staff.ts';
import { AGE_LOOKS, type Age } from './age.ts';
import type { Card } from './columns.ts';

/** Where it is eaten. */
export function EatenWhere({ order }: { order: Order }) {
  const Icon = order.consumptionType === 'local' ? Utensils : ShoppingBag;
  return (
    <span className="numbers inline-flex min-w-0 items-center gap-[0.2em] font-bold">
      <Icon aria-hidden className="size-[1.15em] shrink-0" />
      {CONSUMPTION[order.consumptionType]}
    </span>
  );
}

/** What waits for its money is never late: nothing can be made of it. */
export function AgeText({ minutes, age }: { minutes: number; age: Age | null }) {
  return (
    <span className="numbers font-extrabold whitespace-nowrap">
      {age !== null && <span aria-hidden>{AGE_LOOKS[age].glyph} </span>}
      {minutes} min
      {age !== null && <span className="sr-only">, {AGE_LOOKS[age].words}</span>}
    </span>
  );
}

/** What the order is called by, large, and beside it the number and time that it has for ever. */
export function NumberText({ card, className }: { card: Card; className: string }) {
  const { timeText } = useTimes();
  const { order, past } = card;
  const called = past ? null : order.panelNumber;
  return (
    <span className="flex items-center gap-1.5 leading-[0.9]">
      {called !== null && <span className="sr-only">Número </span>}
      <span className={`numbers font-extrabold tracking-tight whitespace-nowrap ${className}`}>
        {called ?? `#${order.simpleId}`}
      </span>
      <span className="numbers flex flex-col text-[13px] leading-[1.05] whitespace-nowrap">
        {called !== null && <span>#{order.simpleId}</span>}
        <span className="sr-only"> · </span>
        <span>{timeText(order.createdAtMs)}</span>
        {past && <span>antes nº {order.panelNumber}</span>}
      </span>
    </span>
  );
}

/** What the customer wants beside the menu: an allergy above all. */
export function Observations({ text }: { text: string }) {
  return text === '' ? null : (
    <p className="kitchen-topping mt-1 rounded-lg border-[3px] border-accent bg-accent/15 px-2 py-0.5 font-bold whitespace-pre-line [overflow-wrap:anywhere]">
      <span className="sr-only">Observações: </span>
      {text}
    </p>
  );
}

/** Takes note of what came and went: on this screen the lines are as the others from then on. */
export function LineNewsButton({ order, onNoted }: { order: Order; onNoted: () => void }) {
  const panel = useAtomValue(panelAtom);
  return (
    <button
      type="button"
      aria-label={`Vi a mudança: pedido ${orderName(order, panel)}`}
      className="kitchen-touch btn mt-1 w-full gap-1 text-[17px]! font-bold"
      onClick={onNoted}
    >
      <Check aria-hidden className="size-6 shrink-0" /> Vi a mudança
    </button>
  );
}

/** The phone of an order that is ready: until the store has heard of it, nothing is known. */
export function Pickup({ card: { order, tappedAtMs } }: { card: Card }) {
  return (
    <>
      <span className="numbers whitespace-nowrap">
        {order.customerPhone === null && tappedAtMs !== null ? '' : phoneText(order.customerPhone)}
      </span>{' '}
      <span className="text-success">{AWAITS_PICKUP}</span>
    </>
  );
}

/** A tap on a healthy network is confirmed long before: no flicker. */
const WAITING_SHOWN_AFTER_MS = 1_200;
export const isWaiting = ({ tappedAtMs }: Card): boolean =>
  tappedAtMs !== null && Date.now() - tappedAtMs > WAITING_SHOWN_AFTER_MS;

export function WaitingText({ order }: { order: Order }) {
  return (
    <span
      role="status"
      className="flex items-center gap-1.5 bg-warning px-2 py-1 text-sm leading-tight font-semibold text-warning-content"
    >
      <WifiOff aria-hidden className="size-5 shrink-0" />
      {order.status === 'DELIVERED'
        ? 'Entregue aqui; esperando a conexão'
        : 'Toque guardado; esperando a conexão'}
    </span>
  );
}
