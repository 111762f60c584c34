// The kitchen's tools, one at a time over the board.
import type { PrintingView } from '@balcao/shared/http/printing.ts';
import { PrintingDialog } from '../../data/staff/printing/printing-dialog.tsx';
import type { Resource } from '../../data/staff/resource.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SoldOutList } from '../../data/staff/menu/sold-out-list.tsx';
import type { ThemeName } from '../../data/staff/session/theme.ts';
import type { BoardState } from '../../data/staff/board/board.ts';
import { AllDay } from './all-day.tsx';
import type { Columns } from './columns.ts';
import { HelpSheet } from './help-sheet.tsx';
import { DeliveredList } from './history.tsx';
import { PauseChoice } from '../../data/staff/menu/pause.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { ResetPanel } from './reset.tsx';
import { ScreenSettings } from './screen-settings.tsx';
import type { ScreenSizes } from './screen-sizes.ts';
import type { StationChoice } from './stations.ts';
import type { Sheet } from './tools.ts';
import { UnpaidDrawer } from './unpaid-drawer.tsx';

type Props = {
  sheet: Sheet;
  onSheet: (sheet: Sheet) => void;
  board: BoardState | null;
  columns: Columns;
  printing: Resource<PrintingView>;
  now: number;
  sizes: ScreenSizes;
  station: StationChoice;
  onSizes: (change: Partial<ScreenSizes>) => void;
  theme: ThemeName;
  onTheme: () => void;
  onClose: () => void;
};

export function Sheets(props: Props) {
  const { sheet, onSheet, board, columns, printing, now, onClose } = props;
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
        <ScreenSettings
          theme={props.theme}
          limits={board?.ageLimits ?? null}
          sizes={props.sizes}
          station={props.station}
          onSizes={props.onSizes}
          onTheme={props.onTheme}
          onClose={onClose}
        />
      );
    case 'help':
      return <HelpSheet onClose={onClose} />;
    case 'more':
      return <MoreSheet onSheet={onSheet} onClose={onClose} />;
    case 'unpaid':
      return (
        <UnpaidDrawer
          cards={columns.received.filter(({ order }) => order.status === 'PENDING')}
          more={board?.unpaidMore ?? 0}
          now={now}
          onClose={onClose}
        />
      );
  }
}
