// An order that was cancelled after it was begun: struck through, and there until a person takes it away.
import type { Order } from '@balcao/shared/order/order.ts';
import { Ban, X } from 'lucide-react';
import { OrderItems } from '../../ui/staff/order-items.tsx';

type Props = { order: Order; isNew: boolean; onSee: () => void; onBump: () => void };

export function CancelledCard({ order, isNew, onSee, onBump }: Props) {
  const number = order.panelNumber ?? order.simpleId;
  return (
    <li
      aria-label={`Cancelado: pedido ${number}`}
      onPointerDown={onSee}
      className={`shrink-0 overflow-hidden rounded-2xl border-l-8 border-error bg-base-100 ${isNew ? 'kitchen-flash' : ''}`}
    >
      <p
        role="alert"
        className="flex items-center gap-2 bg-error px-3 py-1.5 text-xl font-extrabold text-error-content"
      >
        <Ban aria-hidden className="size-6 shrink-0" /> CANCELADO
        <span className="sr-only">: pedido {number}</span>
      </p>
      <div className="flex items-start gap-3 px-3 pt-2">
        <del className="numbers text-6xl leading-[0.85] font-extrabold tracking-tight whitespace-nowrap decoration-[3px]">
          {number}
        </del>
        <p className="text-lg leading-tight font-bold">Não preparar este pedido.</p>
      </div>
      <del className="block px-3 py-2 text-lg opacity-80">
        <OrderItems items={order.items} />
      </del>
      <div className="p-2 pt-0">
        <button
          type="button"
          aria-label={`Tirar da tela: pedido ${number}`}
          className="btn h-16 w-full text-xl!"
          onClick={onBump}
        >
          <X aria-hidden className="size-6" /> Tirar da tela
        </button>
      </div>
    </li>
  );
}
