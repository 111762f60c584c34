// What waits for its money: nothing to make yet, and never late. It stays in a drawer until somebody looks.
import { Hourglass } from 'lucide-react';
import { minutesSince } from '../../ui/staff/order-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Card } from './columns.ts';
import { TicketItems } from './ticket-items.tsx';
import { AgeText, EatenWhere, NumberText, Observations } from './ticket-parts.tsx';

const AWAITS_PAYMENT = 'Aguardando pagamento';

type Props = {
  cards: readonly Card[];
  /** So many more wait than have a card here. */
  more: number;
  now: number;
  onClose: () => void;
};

export function UnpaidDrawer({ cards, more, now, onClose }: Props) {
  return (
    <Dialog title="Ainda não pagos" onClose={onClose} wide>
      {cards.length + more === 0 && <p className="text-lg">Nenhum pedido espera pagamento.</p>}
      <ul aria-label="Ainda não pagos" className="grid gap-2 sm:grid-cols-2">
        {cards.map((card) => (
          <li key={card.order.id} className="rounded-xl bg-base-200 p-2">
            <div className="flex items-start justify-between gap-2">
              <p>
                <NumberText card={card} className="text-4xl" />
              </p>
              <p className="flex flex-col items-end text-lg">
                <AgeText minutes={minutesSince(card.order.createdAtMs, now)} age={null} />
                <span className="text-sm">
                  <EatenWhere order={card.order} />
                </span>
              </p>
            </div>
            <p className="flex items-center gap-1.5 py-1 text-lg font-bold">
              <Hourglass aria-hidden className="size-5 shrink-0" /> {AWAITS_PAYMENT}
            </p>
            <TicketItems items={card.order.items} />
            <Observations text={card.order.observations} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="pt-3 text-center text-lg">
          {more === 1 ? 'E mais 1 pedido não pago' : `E mais ${more} pedidos não pagos`}
        </p>
      )}
    </Dialog>
  );
}
