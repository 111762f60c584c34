// Whichever ticket somebody has opened, as it stands now; nothing once it has left the board.
import { Dialog } from '../../ui/dialog.tsx';
import type { AgeLimits } from './age.ts';
import { CancelledCard } from './cancelled-card.tsx';
import type { Cancelled, Columns } from './columns.ts';
import { calledNumber } from './steps.ts';
import { TicketSheet } from './ticket-sheet.tsx';

type Props = {
  id: string;
  columns: Columns;
  cancelled: Cancelled;
  now: number;
  limits: AgeLimits;
  bumped: readonly string[];
  onBump: (orderId: string) => void;
  onClose: () => void;
};

export function OpenTicket({ id, columns, cancelled, now, limits, bumped, onBump, onClose }: Props) {
  const card = [...columns.received, ...columns.preparing, ...columns.ready].find(
    ({ order }) => order.id === id,
  );
  if (card)
    return (
      <TicketSheet card={card} now={now} limits={limits} bumped={bumped} onBump={onBump} onClose={onClose} />
    );
  const gone = [...cancelled.preparing, ...cancelled.ready].find((order) => order.id === id);
  return gone ? (
    <Dialog title={`Pedido ${calledNumber(gone)}`} onClose={onClose}>
      <CancelledCard
        order={gone}
        isNew={false}
        onSee={() => undefined}
        onBump={() => {
          onBump(gone.id);
          onClose();
        }}
      />
    </Dialog>
  ) : null;
}
