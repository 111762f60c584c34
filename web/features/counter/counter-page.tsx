// The counter: sells to whoever stands there, takes money, hands over. Made for a screen of 1024×600 and a finger.
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import {
  Banknote,
  CircleSlash,
  HandPlatter,
  LogOut,
  MoonStar,
  Pause,
  Receipt,
  ShoppingBasket,
  Sun,
  Wallet,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { boardAtom } from '../../data/staff/board/live.ts';
import { PrinterTrouble } from '../../data/staff/printing/printer-notice.tsx';
import { StoreNotices } from '../../data/staff/store-notices.tsx';
import { MySessionsButton } from '../../data/staff/session/my-sessions.tsx';
import { sessionAtom, signOutAtom } from '../../data/staff/session/session.ts';
import { OfflineNotice, StaffShell } from '../../data/staff/session/shell.tsx';
import { deviceTheme, useStaffTheme, type ThemeName } from '../../data/staff/session/theme.ts';
import { Link } from 'react-router-dom';
import { UnpaidNotice } from '../../data/staff/board/unpaid-notice.tsx';
import { PauseChoice, PauseNotice } from '../../data/staff/menu/pause.tsx';
import { SoldOutList } from '../../data/staff/menu/sold-out-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNow } from '../../ui/now.ts';
import { orderName } from '../../ui/staff/order-text.ts';
import { useTitle } from '../../ui/title.ts';
import { useToast } from '../../ui/toast.tsx';
import { CashSessionPanel } from '../../data/staff/cash/cash-session.tsx';
import { isEmptyAmendment, newAmendment, type Amendment } from './amendment.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { OrdersScreen } from './orders-screen.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { PickupScreen } from './pickup-screen.tsx';
import { resumedSale, type Sale } from './sale.ts';
import { SaleScreen } from './sale-screen.tsx';
import { useKeptSale } from './use-kept-sale.ts';
import { useWaitingSaleSender, waitingSalesAtom } from './use-waiting-sales.ts';
import { WaitingSalesNotice } from './waiting-sales-notice.tsx';

const SALE_OPEN = {
  title: 'Há uma venda aberta',
  text: 'Termine ou cancele a venda aberta primeiro.',
};

const AMENDING = {
  title: 'Há um pedido sendo mudado',
  text: 'Confirme a mudança, ou volte sem mudar, primeiro.',
};

type Tool = 'sold-out' | 'pause';
/** For what ends by itself: a pause, 'Acabou'. */
const CLOCK_MS = 30_000;

type Screen = 'sale' | 'pending' | 'pickup' | 'orders' | 'cash';

export default function CounterPage() {
  useTitle('Balcão');
  return (
    <StaffShell roles={['ATTENDANT', 'ADMIN']}>
      <Counter />
    </StaffShell>
  );
}

function Counter() {
  const [theme, toggleTheme] = useStaffTheme('balcao', deviceTheme());
  useWaitingSaleSender();
  const board = useAtomValue(boardAtom);
  const waitingSales = useAtomValue(waitingSalesAtom).length;
  const now = useNow(CLOCK_MS);
  const [tool, setTool] = useState<Tool | null>(null);
  const [screen, setScreen] = useState<Screen>('sale');
  const [sale, setSale] = useKeptSale();
  const toast = useToast();
  const [amendment, setAmendment] = useState<Amendment | null>(null);
  /** What is being put together for one order is not lost to another. */
  const isAmending = (): boolean => {
    if (amendment === null || isEmptyAmendment(amendment)) return false;
    toast({ ...AMENDING, tone: 'error' });
    return true;
  };
  const change = (order: Order) => {
    if (isAmending()) return;
    setAmendment(null);
    const isOnTicket = [sale.id, ...sale.earlier].includes(order.id);
    if (sale.items.length > 0 && !isOnTicket) {
      toast({ ...SALE_OPEN, tone: 'error' });
      return;
    }
    if (sale.items.length === 0) setSale(resumedSale(order));
    setScreen('sale');
  };
  /** What a change left open, asked for as soon as it is there. */
  const [differing, setDiffering] = useState<Order | null>(null);
  const amend = (order: Order) => {
    if (isAmending()) return;
    setAmendment(newAmendment(order));
    setScreen('sale');
  };
  const resume = (kept: Sale): boolean => {
    setScreen('sale');
    if (isAmending()) return false;
    if (sale.items.length > 0) {
      toast({ ...SALE_OPEN, tone: 'error' });
      return false;
    }
    setAmendment(null);
    setSale(kept);
    return true;
  };
  const open = [...(board?.orders.values() ?? [])];
  const pending =
    open.filter((order) => order.status === 'PENDING').length +
    (board?.begun.size ?? 0) +
    waitingSales +
    open.filter((order) => order.balanceCents !== undefined).length +
    (board?.unpaidMore ?? 0);
  const ready = open.filter((order) => order.status === 'READY').length;
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-base-200">
      <header className="flex shrink-0 items-center gap-1 bg-base-100 px-2 max-md:flex-wrap">
        <nav aria-label="Balcão" className="flex min-w-0 flex-1 gap-1 max-md:basis-full">
          <Tab
            screen="sale"
            current={screen}
            onGo={setScreen}
            label="Venda"
            count={waitingSales}
            icon={<ShoppingBasket aria-hidden className="size-5" />}
          />
          <Tab
            screen="pending"
            current={screen}
            onGo={setScreen}
            label="Pendentes"
            count={pending}
            icon={<Banknote aria-hidden className="size-5" />}
          />
          <Tab
            screen="pickup"
            current={screen}
            onGo={setScreen}
            label="Entregar"
            count={ready}
            icon={<HandPlatter aria-hidden className="size-5" />}
          />
          <Tab
            screen="orders"
            current={screen}
            onGo={setScreen}
            label="Pedidos"
            icon={<Receipt aria-hidden className="size-5" />}
          />
          <Tab
            screen="cash"
            current={screen}
            onGo={setScreen}
            label="Caixa"
            icon={<Wallet aria-hidden className="size-5" />}
          />
        </nav>
        <Tools onTool={setTool} theme={theme} onTheme={toggleTheme} />
        <Person />
      </header>
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
            onAmended={(order) => {
              setAmendment(null);
              toast({ title: 'Pedido mudado', text: `Pedido ${orderName(order)}.`, tone: 'success' });
              if (order.balanceCents !== undefined) setDiffering(order);
            }}
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

type TabProps = {
  screen: Screen;
  current: Screen;
  onGo: (screen: Screen) => void;
  label: string;
  count?: number;
  icon: ReactNode;
};

function Tab({ screen, current, onGo, label, count = 0, icon }: TabProps) {
  const selected = screen === current;
  return (
    <button
      type="button"
      aria-current={selected ? 'page' : undefined}
      onClick={() => onGo(screen)}
      className={`btn relative h-16 gap-1.5 px-3 text-base! max-xl:flex-col max-xl:gap-0 max-xl:text-xs! max-md:min-w-0 max-md:flex-1 max-md:px-0 ${selected ? 'btn-primary' : 'btn-ghost'}`}
    >
      {icon}
      {label}
      {count > 0 && (
        <span className="numbers rounded-full bg-accent px-2 text-accent-content max-xl:absolute max-xl:top-0 max-xl:right-0 max-xl:px-1.5">
          {count}
        </span>
      )}
    </button>
  );
}

type ToolsProps = { onTool: (tool: Tool) => void; theme: ThemeName; onTheme: () => void };

function Tools({ onTool, theme, onTheme }: ToolsProps) {
  const ThemeIcon = theme === 'dark' ? Sun : MoonStar;
  return (
    <>
      {TOOLS.map(([tool, label, Icon]) => (
        <button
          key={tool}
          type="button"
          className="btn btn-ghost h-16 flex-col gap-0 px-2 text-xs! max-md:h-12"
          onClick={() => onTool(tool)}
        >
          <Icon aria-hidden className="size-5" />
          {label}
        </button>
      ))}
      {/* A phone has no room for it: there the device's own colours are worn. */}
      <button
        type="button"
        className="btn btn-ghost h-16 px-2 max-md:h-12 max-sm:hidden"
        aria-label={theme === 'dark' ? 'Usar cores claras' : 'Usar cores escuras'}
        onClick={onTheme}
      >
        <ThemeIcon aria-hidden className="size-5" />
      </button>
    </>
  );
}

const TOOLS = [
  ['sold-out', 'Acabou', CircleSlash],
  ['pause', 'Pausar', Pause],
] as const;

function Person() {
  const session = useAtomValue(sessionAtom);
  const signOut = useSetAtom(signOutAtom);
  const toast = useToast();
  const me = 'me' in session ? session.me : null;
  return (
    <>
      {me?.role === 'ADMIN' && (
        <Link to="/admin" className="btn btn-ghost h-16 max-md:h-12">
          Admin
        </Link>
      )}
      <MySessionsButton
        className="btn btn-ghost h-16 px-2 max-md:mr-auto max-md:h-12"
        label={{ text: me?.name ?? '', className: 'max-w-28 truncate text-sm max-lg:hidden' }}
        iconClass="size-6"
      />
      <button
        type="button"
        className="btn btn-ghost h-16 w-16 p-0 max-md:h-12"
        aria-label="Sair"
        onClick={() =>
          void signOut().then((failed) => {
            if (failed !== null) toast({ title: 'Não deu para sair', text: failed, tone: 'error' });
          })
        }
      >
        <LogOut aria-hidden className="size-6" />
      </button>
    </>
  );
}
