// The kitchen panel: what is to be made, what is being made, what waits to be fetched.
import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { boardAtom, boardLoadAtom, clockSkewAtom, pendingMovesAtom } from '../../data/staff/board/live.ts';
import { OfflineNotice, StaffShell } from '../../data/staff/session/shell.tsx';
import { PrinterNotice, usePrintingState } from '../../data/staff/printing/printer-notice.tsx';
import { StoreNotices } from '../../data/staff/store-notices.tsx';
import { useStaffTheme } from '../../data/staff/session/theme.ts';
import { useNow } from '../../ui/now.ts';
import { useTitle } from '../../ui/title.ts';
import { toastLineAtom } from '../../ui/toast.tsx';
import { sentenceOf } from '../../data/request.ts';
import { useBumpedOrders } from './bumped.ts';
import { cancelledOf, cardCount, columnsOf } from './columns.ts';
import { KitchenBoard } from './board.tsx';
import { KitchenHeader } from './header.tsx';
import { useTicketKeys } from './keys.ts';
import { OpenTicket } from './open-ticket.tsx';
import { newsOf, withSomething } from './line-news.ts';
import { sizeVariables, useScreenSizes } from './screen-sizes.ts';
import { Sheets } from './sheets.tsx';
import { showNew } from './show-new.ts';
import { useChosenStation } from './stations.ts';
import { Summary } from './summary.tsx';
import type { Sheet } from './tools.ts';
import { useNewOrderBell } from '../../data/staff/board/new-order-bell.ts';
import { cancelledKey } from '../../data/staff/board/seen-news.ts';
import { PauseNotice } from '../../data/staff/menu/pause.tsx';
import './kitchen.css';

/** Until the board is there, which has no ticket to colour. */
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
  const [sizes, setSizes] = useScreenSizes();
  const { load, board, now, whole, columns, station, cancelled, bumped, bump, bell } = useOrders();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const toastLine = useSetAtom(toastLineAtom);
  const printing = usePrintingState();
  const keyNumbers = useTicketKeys(columns);
  const shown = { columns, cancelled, now, limits: board?.ageLimits ?? NO_LIMITS, bumped, onBump: bump };

  return (
    <div className="kitchen flex h-dvh flex-col overflow-hidden bg-base-200" style={sizeVariables(sizes)}>
      <KitchenHeader
        now={now}
        board={board}
        count={board && (station.chosen === null ? board.orders.size + board.unpaidMore : cardCount(columns))}
        onSheet={setSheet}
        bell={bell}
        onNew={() => bell.see(showNew())}
        printing={printing.value}
        station={station.chosen?.name ?? null}
      >
        <Summary columns={board && columns} deliveredToday={board?.deliveredToday ?? null} />
      </KitchenHeader>
      <OfflineNotice />
      <StoreNotices />
      <PrinterNotice printing={printing} onOpen={() => setSheet('printing')} />
      <PauseNotice now={now} />
      {load.state === 'failed' ? (
        <BoardFailed error={load.error} />
      ) : (
        <KitchenBoard
          {...shown}
          sizes={sizes}
          unpaidMore={board?.unpaidMore ?? 0}
          loading={board === null}
          onUnpaid={() => setSheet('unpaid')}
          bell={bell}
          keyNumbers={keyNumbers}
          onOpen={setOpenId}
        />
      )}
      <div ref={toastLine} />
      {openId !== null && (
        <OpenTicket {...shown} id={openId} columns={whole} shown={columns} onClose={() => setOpenId(null)} />
      )}
      {sheet && (
        <Sheets
          sheet={sheet}
          onSheet={setSheet}
          board={board}
          columns={columns}
          printing={printing}
          now={now}
          sizes={sizes}
          onSizes={setSizes}
          station={station}
          theme={theme}
          onTheme={toggleTheme}
          onClose={() => setSheet(null)}
        />
      )}
    </div>
  );
}

const BoardFailed = ({ error }: { error: unknown }) => (
  <p role="alert" className="grid flex-1 place-items-center p-6 text-center text-2xl">
    {sentenceOf(error)} Tentando de novo sozinho…
  </p>
);

/** The board as this screen shows it, the taps that wait and what was taken away here included. */
function useOrders() {
  const load = useAtomValue(boardLoadAtom);
  const board = useAtomValue(boardAtom);
  const pendingMoves = useAtomValue(pendingMovesAtom);
  const skew = useAtomValue(clockSkewAtom);
  const now = useNow(1_000) + skew;
  const whole = useMemo(() => columnsOf(board, pendingMoves), [board, pendingMoves]);
  const [cut, station] = useChosenStation(whole);
  const [bumped, bump] = useBumpedOrders();
  const columns = useMemo(() => withSomething(cut, bumped), [cut, bumped]);
  const cancelled = cancelledOf(board, bumped);
  const bell = useNewOrderBell([
    ...columns.received.filter((card) => card.order.status === 'RECEBIDO').map((card) => card.order.id),
    ...[...columns.received, ...columns.preparing].flatMap(({ order }) => newsOf(order, bumped).bellKeys),
    ...[...cancelled.preparing, ...cancelled.ready].map(({ id }) => cancelledKey(id)),
  ]);
  return { load, board, now, whole, columns, station, cancelled, bumped, bump, bell };
}
