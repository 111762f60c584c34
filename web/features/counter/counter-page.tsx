// The counter: sells to whoever stands there, takes money, hands over. Made for a screen of 1024×600 and a finger.
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { boardAtom } from '../../data/staff/board/live.ts';
import { PrinterTrouble } from '../../data/staff/printing/printer-notice.tsx';
import { StoreNotices } from '../../data/staff/store-notices.tsx';
import { OfflineNotice, StaffShell } from '../../data/staff/session/shell.tsx';
import { UnpaidNotice } from '../../data/staff/board/unpaid-notice.tsx';
import { PauseChoice, PauseNotice } from '../../data/staff/menu/pause.tsx';
import { SoldOutList } from '../../data/staff/menu/sold-out-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNow } from '../../ui/now.ts';
import { useTitle } from '../../ui/title.ts';
import { CashSessionPanel } from '../../data/staff/cash/cash-session.tsx';
import { CounterHeader, type Screen, type Tool } from './counter-header.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { OrdersScreen } from './orders-screen.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { PickupScreen } from './pickup-screen.tsx';
import { SaleScreen } from './sale-screen.tsx';
import { useCounterTicket } from './use-counter-ticket.ts';
import { useWaitingSaleSender, waitingSalesAtom } from './use-waiting-sales.ts';
import { countsOf } from './waiting-counts.ts';
import { WaitingSalesNotice } from './waiting-sales-notice.tsx';

/** For what ends by itself: a pause, 'Acabou'. */
const CLOCK_MS = 30_000;

export default function CounterPage() {
  useTitle('Balcão');
  return (
    <StaffShell roles={['ATTENDANT', 'ADMIN']}>
      <Counter />
    </StaffShell>
  );
}

function Counter() {
  useWaitingSaleSender();
  const board = useAtomValue(boardAtom);
  const kept = useAtomValue(waitingSalesAtom);
  const now = useNow(CLOCK_MS);
  const [tool, setTool] = useState<Tool | null>(null);
  const [screen, setScreen] = useState<Screen>('sale');
  const { sale, setSale, amendment, setAmendment, differing, setDiffering, change, amend, amended, resume } =
    useCounterTicket(() => setScreen('sale'));
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-base-200">
      <CounterHeader screen={screen} onScreen={setScreen} counts={countsOf(board, kept)} onTool={setTool} />
      <PauseNotice now={now} />
      <OfflineNotice />
      <StoreNotices />
      <PrinterTrouble />
      <UnpaidNotice />
      <WaitingSalesNotice onResume={resume} />
      <main className="min-h-0 flex-1">
        {/* The sale stays mounted: a look at the orders loses nothing of it. */}
        <div className={screen === 'sale' ? 'h-full' : 'hidden'}>
          <SaleScreen
            sale={sale}
            setSale={setSale}
            amendment={amendment}
            setAmendment={setAmendment}
            onAmended={amended}
          />
        </div>
        {screen === 'pending' && <PendingScreen onChange={change} onAmend={amend} onResume={resume} />}
        {screen === 'pickup' && <PickupScreen />}
        {screen === 'orders' && <OrdersScreen onChange={amend} />}
        {screen === 'cash' && (
          <div className="mx-auto h-full max-w-4xl overflow-y-auto p-3">
            <CashSessionPanel />
          </div>
        )}
      </main>
      {differing !== null && <DifferenceDialog order={differing} onClose={() => setDiffering(null)} />}
      {tool === 'sold-out' && (
        <Dialog title="Acabou" onClose={() => setTool(null)} wide>
          <SoldOutList now={now} />
        </Dialog>
      )}
      {tool === 'pause' && <PauseChoice now={now} onClose={() => setTool(null)} />}
    </div>
  );
}
