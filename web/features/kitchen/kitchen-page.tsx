// The kitchen panel: what is to be made, what is being made, what waits to be fetched.
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { boardAtom, boardLoadAtom, clockSkewAtom, pendingMovesAtom } from '../../data/staff/board/live.ts';
import { OfflineNotice, StaffShell } from '../../data/staff/session/shell.tsx';
import { PrinterNotice, usePrinting } from '../../data/staff/printing/printer-notice.tsx';
import { StoreNotices } from '../../data/staff/store-notices.tsx';
import { useStaffTheme } from '../../data/staff/session/theme.ts';
import { useNow } from '../../ui/now.ts';
import { useTitle } from '../../ui/title.ts';
import { sentenceOf } from '../../data/request.ts';
import { useBumped } from './bumped.ts';
import { cancelledOf, columnsOf } from './columns.ts';
import { Column } from './column.tsx';
import { KitchenHeader, type Sheet } from './header.tsx';
import { Sheets } from './sheets.tsx';
import { Summary } from './summary.tsx';
import { cancelledKey, useNewOrderBell } from '../../data/staff/board/new-order-bell.ts';
import { PauseNotice } from '../../data/staff/menu/pause.tsx';
import './kitchen.css';

/** Until the board is there, which has no card to colour. */
const NO_LIMITS = { warnMinutes: Infinity, lateMinutes: Infinity };

export default function KitchenPage() {
  useTitle('Cozinha');
  return (
    <StaffShell roles={['KITCHEN', 'ADMIN']}>
      <Kitchen />
    </StaffShell>
  );
}

function Kitchen() {
  const [theme, toggleTheme] = useStaffTheme('cozinha', 'dark');
  const load = useAtomValue(boardLoadAtom);
  const board = useAtomValue(boardAtom);
  const pendingMoves = useAtomValue(pendingMovesAtom);
  const skew = useAtomValue(clockSkewAtom);
  const now = useNow(1_000) + skew;
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const printing = usePrinting();
  const columns = columnsOf(board, pendingMoves);
  const [bumped, bump] = useBumped();
  const cancelled = cancelledOf(board, bumped);
  const bell = useNewOrderBell([
    ...columns.received.filter((card) => card.order.status === 'RECEBIDO').map((card) => card.order.id),
    ...[...cancelled.preparing, ...cancelled.ready].map(({ id }) => cancelledKey(id)),
  ]);

  const shared = { now, limits: board?.ageLimits ?? NO_LIMITS, loading: board === null, bell, onBump: bump };

  return (
    <div className="kitchen flex h-dvh flex-col overflow-hidden bg-base-200">
      <KitchenHeader now={now} board={board} onSheet={setSheet} bell={bell} printing={printing.value} />
      <OfflineNotice />
      <StoreNotices />
      <PrinterNotice printing={printing} onOpen={() => setSheet('printing')} />
      <PauseNotice now={now} />
      <Summary columns={columns} deliveredToday={board?.deliveredToday ?? 0} />
      {load.state === 'failed' ? (
        <p role="alert" className="grid flex-1 place-items-center p-6 text-center text-2xl">
          {sentenceOf(load.error)} Tentando de novo sozinho…
        </p>
      ) : (
        <main className="grid min-h-0 flex-1 grid-cols-[repeat(3,85vw)] gap-2 overflow-x-auto px-2 pb-2 sm:grid-cols-3">
          <Column kind="received" cards={columns.received} unpaidMore={board?.unpaidMore ?? 0} {...shared} />
          <Column kind="preparing" cards={columns.preparing} cancelled={cancelled.preparing} {...shared} />
          <Column kind="ready" cards={columns.ready} cancelled={cancelled.ready} {...shared} />
        </main>
      )}
      {sheet && (
        <Sheets
          sheet={sheet}
          board={board}
          columns={columns}
          printing={printing}
          now={now}
          theme={theme}
          onTheme={toggleTheme}
          onClose={() => setSheet(null)}
        />
      )}
    </div>
  );
}
