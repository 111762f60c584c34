// An order that was cancelled after it was begun: struck through, and there until a person takes it away.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import { orderName } from '../../ui/staff/order-text.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { Ban, X } from 'lucide-react';
import { TicketItems } from './ticket-items.tsx';

type Props = { order: Order; isNew: boolean; onSee: () => void; onBump: () => void };

export function CancelledCard({ order, isNew, onSee, onBump }: Props) {
  const panel = useAtomValue(panelAtom);
  const number = orderName(order, panel);
  return (
    <article
      onPointerDown={onSee}
      className={`overflow-hidden rounded-xl border-4 border-error bg-base-100 ${isNew ? 'kitchen-flash' : ''}`}
    >
      <div className="flex items-stretch bg-error text-error-content">
        <div className="min-w-0 flex-1 px-2 pt-1">
          <p role="alert" className="flex items-center gap-1 text-[15px] font-extrabold">
            <Ban aria-hidden className="size-5 shrink-0" /> CANCELADO
            <span className="sr-only">: pedido {number}</span>
          </p>
          <del
            className={`numbers block leading-[0.9] font-extrabold tracking-tight whitespace-nowrap decoration-[3px] ${number.length > 3 ? 'text-[36px]' : 'text-[42px]'}`}
          >
            {number}
          </del>
        </div>
        <button
          type="button"
          aria-label={`Tirar da tela: pedido ${number}`}
          className="kitchen-touch btn m-0.5 w-[4.9rem] shrink-0 flex-col gap-0 rounded-[0.65rem] p-1 text-[17px]! leading-[1.05] font-bold"
          onClick={onBump}
        >
          <X aria-hidden className="size-6 shrink-0" /> Tirar da tela
        </button>
      </div>
      <p className="px-2 pt-1 text-lg leading-tight font-bold">Não preparar este pedido.</p>
      <del className="block px-2 pt-0.5 pb-1.5 opacity-80">
        <TicketItems items={order.items} />
      </del>
    </article>
  );
}
