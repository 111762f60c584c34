// The administrator's panel: six tabs, each at an address of its own; a rail beside the page on a desk, a bar below it on a phone.
import { useAtomValue } from 'jotai';
import {
  BarChart3,
  BookOpen,
  ChefHat,
  ClipboardList,
  CupSoda,
  Pause,
  Settings,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { storeAtom } from '../../data/shop.ts';
import { imageUrl } from '../../ui/image-url.ts';
import { SignOutButton, ThemeButton } from '../../data/staff/session/header-buttons.tsx';
import { MySessionsButton } from '../../data/staff/session/my-sessions.tsx';
import { Rows } from '../../data/staff/loaded.tsx';
import { PrinterTrouble } from '../../data/staff/printing/printer-notice.tsx';
import { StoreNotices } from '../../data/staff/store-notices.tsx';
import { sessionAtom } from '../../data/staff/session/session.ts';
import { PauseChoice, PauseNotice } from '../../data/staff/menu/pause.tsx';
import {
  AtTheStore,
  OfflineNotice,
  StaffShell,
  StoreAwayNotice,
  useStoreAway,
} from '../../data/staff/session/shell.tsx';
import { TabRoutes } from '../../ui/staff/tab-routes.tsx';
import { UnpaidNotice } from '../../data/staff/board/unpaid-notice.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useNow } from '../../ui/now.ts';
import { useTitle } from '../../ui/title.ts';
import { ChecklistCard } from './first-run/checklist-card.tsx';
import { HelpNotice } from './help-notice.tsx';
import { CashTab } from './cash/cash-tab.tsx';
import { MenuTab } from './menu/menu-tab.tsx';
import { OrdersTab } from './orders/orders-tab.tsx';

const CupTab = lazy(() => import('./cup/cup-tab.tsx'));
const ReportsTab = lazy(() => import('./reports/reports-tab.tsx'));
const SettingsTab = lazy(() => import('./settings/settings-tab.tsx'));

/** Made by the store alone: not answered from afar. */
function AtHome({ what, children }: { what: string; children: ReactNode }) {
  return useStoreAway() ? <AtTheStore what={what} /> : children;
}
const late = (element: ReactNode) => <Suspense fallback={<Rows />}>{element}</Suspense>;

const icon = (Drawn: LucideIcon) => <Drawn aria-hidden className="size-5 shrink-0" />;

const TABS = [
  { id: 'pedidos', label: 'Pedidos', icon: icon(ClipboardList), element: <OrdersTab /> },
  {
    id: 'dinheiro',
    label: 'Dinheiro',
    icon: icon(Wallet),
    element: (
      <AtHome what="O caixa">
        <CashTab />
      </AtHome>
    ),
  },
  { id: 'cardapio', label: 'Cardápio', icon: icon(BookOpen), element: <MenuTab /> },
  { id: 'taca', label: 'Taça', icon: icon(CupSoda), element: late(<CupTab />) },
  {
    id: 'relatorios',
    label: 'Relatórios',
    icon: icon(BarChart3),
    element: <AtHome what="O relatório">{late(<ReportsTab />)}</AtHome>,
  },
  {
    id: 'configuracoes',
    label: 'Configurações',
    icon: icon(Settings),
    element: late(<SettingsTab />),
  },
];

export default function AdminPage() {
  useTitle('Admin');
  return (
    <StaffShell roles={['ADMIN']}>
      <Admin />
    </StaffShell>
  );
}

function Admin() {
  return (
    <div className="flex min-h-dvh flex-col bg-base-200">
      <AdminHeader />
      <Notices />
      <main className="flex flex-1 flex-col">
        <TabRoutes rail base="/admin" label="Seções do painel" tabs={TABS} above={<ChecklistCard />} />
      </main>
    </div>
  );
}

/** One reason at a time: from afar the store's absence explains everything else. */
function Notices() {
  const now = useNow(10_000);
  if (useStoreAway()) return <StoreAwayNotice />;
  return (
    <>
      <OfflineNotice />
      <StoreNotices />
      <HelpNotice />
      <PrinterTrouble />
      <UnpaidNotice />
      <PauseNotice now={now} />
    </>
  );
}

function AdminHeader() {
  const session = useAtomValue(sessionAtom);
  const store = useAtomValue(storeAtom);
  const [pausing, setPausing] = useState(false);
  const away = useStoreAway();
  const me = 'me' in session ? session.me : null;
  return (
    <header className="border-b border-base-300 bg-base-100">
      <div className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 sm:px-4 lg:py-1 xl:gap-x-3">
        {store?.logo ? (
          <img src={imageUrl(store.logo, 128)} alt="" className="size-10 rounded-xl object-contain" />
        ) : (
          <Mark className="size-10" />
        )}
        <h1 className="mx-1 text-xl max-lg:sr-only">{store?.name ?? 'Balcão'}</h1>
        <span className="badge badge-primary font-semibold">Admin Master</span>
        <span className="ml-auto min-w-0 truncate text-sm">{me?.name}</span>
        {/* On a phone these are a row of their own; without the web font, two. */}
        <div className="flex flex-wrap items-center max-md:w-full max-md:justify-between xl:gap-x-3">
          <button
            type="button"
            className="btn btn-ghost max-xl:px-2 max-sm:px-1"
            disabled={away}
            onClick={() => setPausing(true)}
          >
            <Pause aria-hidden className="size-5 max-sm:hidden" />
            <span>
              Pausar<span className="max-xl:sr-only"> pedidos</span>
            </span>
          </button>
          <Link to="/cozinha" className="btn btn-ghost max-xl:px-2 max-sm:px-1">
            <ChefHat aria-hidden className="size-5 max-sm:hidden" /> Cozinha
          </Link>
          <Link to="/balcao" className="btn btn-ghost max-xl:px-2 max-sm:px-1">
            Balcão
          </Link>
          {/* Where there is room: the reports lead there as well. */}
          <Link to="/atacado/admin" className="btn btn-ghost max-xl:hidden">
            Atacado
          </Link>
          {/* Where there is room: "Hoje" and the settings lead to the TV as well. */}
          <Link to="/painel" className="btn btn-ghost max-xl:hidden">
            TV
          </Link>
          <ThemeButton screen="admin" />
          <MySessionsButton />
          <SignOutButton
            to="/auth"
            className="btn max-xl:btn-circle max-sm:size-11"
            labelClass="max-xl:sr-only"
          />
        </div>
        {pausing && <PauseChoice now={Date.now()} onClose={() => setPausing(false)} />}
      </div>
    </header>
  );
}
