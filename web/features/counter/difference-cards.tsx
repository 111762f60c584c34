// Paid orders whose lines changed: what is still to be taken or given back of each, until it is.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { boardAtom } from '../../data/staff/board/live.ts';
import { STATUS_NAMES } from '../../text/staff.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { openDifferencesOf } from './waiting-counts.ts';
import { WaitingCard } from './waiting-card.tsx';

/** Of the board. */
export function useOpenDifferences(): Order[] {
  return openDifferencesOf(useAtomValue(boardAtom));
}

/** In the list of what is pending. */
export function DifferenceCards({ orders }: { orders: readonly Order[] }) {
  const [settling, setSettling] = useState<Order | null>(null);
  return (
    <>
      {orders.map((order) => {
        const { balanceCents = 0 } = order;
        const label = balanceCents > 0 ? 'Falta' : 'Devolver';
        return (
          <WaitingCard key={order.id} order={order} note={STATUS_NAMES[order.status]}>
            <p>O pedido mudou depois de pago. Total agora: {formatCents(order.totalCents)}.</p>
            <button
              type="button"
              className={`btn mt-auto h-16 text-xl! ${balanceCents > 0 ? 'btn-primary' : 'btn-accent'}`}
              onClick={() => setSettling(order)}
            >
              {label} {formatCents(Math.abs(balanceCents))}
            </button>
          </WaitingCard>
        );
      })}
      {settling && <DifferenceDialog order={settling} onClose={() => setSettling(null)} />}
    </>
  );
}
