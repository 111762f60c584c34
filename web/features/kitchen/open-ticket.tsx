// Whichever ticket somebody has opened, as it stands now; nothing once it has left the board.
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { panelAtom } from '../../data/staff/board/live.ts';
import { orderName } from '../../ui/staff/order-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { AgeLimits } from './age.ts';
import { CancelledCard } from './cancelled-card.tsx';
import type { Cancelled, Card, Columns } from './columns.ts';
import { TicketSheet } from './ticket-sheet.tsx';

type Props = {
  id: string;
  /** Every order whole. */
  columns: Columns;
  /** As this screen shows them: on a station's, its shares. */
  shown: Columns;
  cancelled: Cancelled;
  now: number;
  limits: AgeLimits;
  bumped: readonly string[];
  onBump: (orderId: string) => void;
  onClose: () => void;
};

export function OpenTicket(props: Props) {
  const { id, columns, shown, cancelled, now, limits, bumped, onBump, onClose } = props;
  const panel = useAtomValue(panelAtom);
  const card = findCard(columns, id);
  const part = findCard(shown, id)?.part;
  const cancelledOrder = [...cancelled.preparing, ...cancelled.ready].find((order) => order.id === id);
  // It may come back, as when a delivery is undone: nobody has opened it then.
  const isGone = card === undefined && cancelledOrder === undefined;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (card)
    return (
      <TicketSheet
        card={part ? { ...card, part } : card}
        now={now}
        limits={limits}
        bumped={bumped}
        onBump={onBump}
        onClose={onClose}
      />
    );
  return cancelledOrder ? (
    <Dialog title={`Pedido ${orderName(cancelledOrder, panel)}`} onClose={onClose}>
      <CancelledCard
        order={cancelledOrder}
        isNew={false}
        onSee={() => undefined}
        onBump={() => {
          onBump(cancelledOrder.id);
          onClose();
        }}
      />
    </Dialog>
  ) : null;
}

const findCard = ({ received, preparing, awaiting = [], ready }: Columns, id: string): Card | undefined =>
  [...received, ...preparing, ...awaiting, ...ready].find(({ order }) => order.id === id);
