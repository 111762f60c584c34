// The kitchen's tools, one at a time over the board.
import type { PrintingView } from '@balcao/shared/http/printing.ts';
import { PrintingDialog } from '../../data/staff/printing/printing-dialog.tsx';
import type { Resource } from '../../data/staff/resource.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SoldOutList } from './sold-out-list.tsx';
import type { ThemeName } from '../../data/staff/session/theme.ts';
import type { BoardState } from '../../data/staff/board/board.ts';
import { AllDay } from './all-day.tsx';
import type { Columns } from './columns.ts';
import type { Sheet } from './header.tsx';
import { DeliveredList } from './history.tsx';
import { PauseChoice } from '../../data/staff/menu/pause.tsx';
import { ResetPanel } from './reset.tsx';
import { ScreenSettings } from './screen-settings.tsx';

type Props = {
  sheet: Sheet;
  board: BoardState | null;
  columns: Columns;
  printing: Resource<PrintingView>;
  now: number;
  theme: ThemeName;
  onTheme: () => void;
  onClose: () => void;
};

export function Sheets({ sheet, board, columns, printing, now, theme, onTheme, onClose }: Props) {
  switch (sheet) {
    case 'history':
      return (
        <Dialog title="Histórico: últimos entregues" onClose={onClose} wide>
          <DeliveredList orders={board?.delivered ?? []} now={now} />
        </Dialog>
      );
    case 'all-day':
      return (
        <Dialog title="A fazer em todos os pedidos abertos" onClose={onClose} wide>
          <AllDay
            orders={[...columns.received, ...columns.preparing]
              .map((card) => card.order)
              .filter((order) => order.status !== 'PENDING')}
          />
        </Dialog>
      );
    case 'sold-out':
      return (
        <Dialog title="Acabou" onClose={onClose} wide>
          <SoldOutList now={now} />
        </Dialog>
      );
    case 'printing':
      return <PrintingDialog printing={printing} onClose={onClose} />;
    case 'pause':
      return <PauseChoice now={now} onClose={onClose} />;
    case 'reset':
      return <ResetPanel openOrders={board?.orders.size ?? 0} onClose={onClose} />;
    case 'screen':
      return (
        <ScreenSettings theme={theme} limits={board?.ageLimits ?? null} onTheme={onTheme} onClose={onClose} />
      );
  }
}
