// /atacado/admin: who runs wholesale, in five tabs, each at an address of its own; buyers and reports on pages beside them.
import { useAtomValue, useSetAtom } from 'jotai';
import { Bell, BellOff, ExternalLink, LayoutDashboard, WifiOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link, Route, Routes, useParams } from 'react-router-dom';
import { imageUrl } from '../../../ui/image-url.ts';
import { storeAtom } from '../../../data/shop.ts';
import type { StreamState } from '../../../data/stream.ts';
import { Guard } from '../../../data/staff/session/guard.tsx';
import { SignOutButton, ThemeButton } from '../../../data/staff/session/header-buttons.tsx';
import { MySessionsButton } from '../../../data/staff/session/my-sessions.tsx';
import { useNewOrderBell, type Bell as NewOrderBell } from '../../../data/staff/board/new-order-bell.ts';
import { awayAtom } from '../../../data/staff/board/live.ts';
import { sessionAtom } from '../../../data/staff/session/session.ts';
import { AtTheStore, StoreAwayNotice, useStoreAway } from '../../../data/staff/session/shell.tsx';
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { CatalogEditor } from '../../../data/staff/menu/editor/catalog-editor.tsx';
import type { CatalogSpec } from '../../../data/staff/menu/editor/kind.ts';
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
import { Rows } from '../../../data/staff/loaded.tsx';
import { useTitle } from '../../../ui/title.ts';
import type { WholesaleList } from '@balcao/shared/http/wholesale.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { BuyersPage, HistoryPage } from './buyers-page.tsx';
import { keepOperator, SELLERS } from '../operator.ts';
import { FieldsTab } from './fields-tab.tsx';
import { CATEGORIES, PRODUCTS } from './kinds.tsx';
import { useWholesaleLive, useWholesaleOrders } from './live.ts';
import { OptionsTab } from './options-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';

/** With the charts that it draws. */
const ReportPage = lazy(() => import('./report-page.tsx'));

/** By the address, in one place: a page within another would be called after the outer one, whose effect comes last. */
function titleOf(rest: string): string {
  if (rest.startsWith('clientes/')) return 'Cliente do atacado';
  if (rest === 'clientes') return 'Clientes do atacado';
  return rest === 'relatorios' ? 'Relatórios do atacado' : 'Admin Atacado';
}

export default function WholesaleAdminPage() {
  useTitle(titleOf(useParams()['*'] ?? ''));
  return (
    <Guard roles={SELLERS} signInAt="/atacado/auth">
      <Admin />
    </Guard>
  );
}

function Admin() {
  const stream = useWholesaleLive();
  const open = useWholesaleOrders('open');
  const fresh = open.value?.orders.filter((order) => order.status === 'NOVO').map((order) => order.id) ?? [];
  const bell = useNewOrderBell(fresh, 'wholesale');
  const waiting = open.value?.open ?? 0;
  const setAway = useSetAtom(awayAtom);
  const copied = open.value?.away ?? false;
  useEffect(() => setAway(copied), [setAway, copied]);
  return (
    <div className="flex min-h-dvh flex-col bg-base-200">
      <Header bell={bell} />
      <Notices stream={stream} />
      <main className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-4 px-4 py-4">
        <Routes>
          <Route path="clientes" element={<AtTheShop what="A lista de clientes" shown={<BuyersPage />} />} />
          <Route
            path="clientes/:order"
            element={<AtTheShop what="A lista de clientes" shown={<HistoryPage />} />}
          />
          <Route path="relatorios" element={<AtTheShop what="O relatório" shown={<LateReport />} />} />
          <Route path="*" element={<Sections open={open} bell={bell} waiting={waiting} />} />
        </Routes>
      </main>
    </div>
  );
}

/** Made by the store alone: not answered from afar. */
const AtTheShop = ({ what, shown }: { what: string; shown: ReactNode }) =>
  useStoreAway() ? <AtTheStore what={what} /> : shown;

const LateReport = () => (
  <Suspense fallback={<Rows />}>
    <ReportPage />
  </Suspense>
);

type SectionsProps = { open: Resource<WholesaleList>; bell: NewOrderBell; waiting: number };

function Sections({ open, bell, waiting }: SectionsProps) {
  return (
    <TabRoutes
      base="/atacado/admin"
      label="Seções do atacado"
      tabs={[
        {
          id: 'pedidos',
          label:
            waiting === 0 ? (
              'Pedidos'
            ) : (
              <>
                Pedidos <Count>{waiting}</Count>
              </>
            ),
          element: <OrdersTab open={open} bell={bell} />,
        },
        { id: 'produtos', label: 'Produtos', element: <Catalogue spec={PRODUCTS} /> },
        { id: 'categorias', label: 'Categorias', element: <Catalogue spec={CATEGORIES} /> },
        { id: 'opcoes', label: 'Tamanhos/Sabores', element: <OptionsTab /> },
        { id: 'configuracoes', label: 'Configurações', element: <FieldsTab /> },
      ]}
    />
  );
}

const Catalogue = ({ spec }: { spec: CatalogSpec }) => <CatalogEditor spec={spec} catalog={useCatalog()} />;

const Count = ({ children }: { children: ReactNode }) => (
  <span className="numbers badge badge-sm bg-accent text-accent-content">
    {children}
    <span className="sr-only"> pendentes</span>
  </span>
);

const NEWS_AFTER_MS = 2_500;

function Notices({ stream }: { stream: StreamState }) {
  const away = useStoreAway();
  const [shown, setShown] = useState(false);
  const lost = stream === 'lost';
  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), NEWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  if (away) return <StoreAwayNotice editable="catálogo e dados do cliente" />;
  return (
    <div role="status">
      {shown && (
        <p className="flex min-h-12 items-center justify-center gap-3 bg-warning px-4 py-2 text-center font-semibold text-warning-content">
          <WifiOff aria-hidden className="size-6 shrink-0" />
          Sem conexão com a loja. Tentando de novo…
        </p>
      )}
    </div>
  );
}

function Header({ bell }: { bell: NewOrderBell }) {
  const session = useAtomValue(sessionAtom);
  const store = useAtomValue(storeAtom);
  const me = 'me' in session ? session.me : null;
  useEffect(() => {
    if (me) keepOperator(me);
  }, [me]);
  return (
    <header className="border-b border-base-300 bg-base-100">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 sm:px-4">
        {store?.logo && (
          <img src={imageUrl(store.logo, 128)} alt="" className="size-10 rounded-xl object-contain" />
        )}
        <h1 className="text-xl max-sm:text-lg">Admin Atacado</h1>
        <span className="ml-auto max-w-48 min-w-0 truncate text-sm max-sm:max-w-32">
          {me?.name || me?.email}
        </span>
        {/* On a phone these are a row of their own. */}
        <div className="flex flex-wrap items-center max-md:w-full max-md:justify-between xl:gap-x-3">
          <button
            type="button"
            className="btn btn-ghost btn-circle"
            onClick={bell.toggleMuted}
            aria-pressed={!bell.muted}
            aria-label="Tocar quando chega um pedido"
            title={bell.ready || bell.muted ? undefined : 'O som começa depois do primeiro toque na tela'}
          >
            {bell.muted ? (
              <BellOff aria-hidden className="size-5" />
            ) : (
              <Bell aria-hidden className="size-5" />
            )}
          </button>
          <ThemeButton screen="wholesale" />
          <Link to="/atacado" className="btn btn-ghost max-xl:btn-circle">
            <ExternalLink aria-hidden className="size-5" />
            <span className="max-xl:sr-only">Ver catálogo</span>
          </Link>
          {me?.role === 'ADMIN' && (
            <Link to="/admin" className="btn btn-ghost max-md:btn-circle max-xl:px-2">
              <LayoutDashboard aria-hidden className="size-5 md:hidden" />
              <span className="max-md:sr-only">Painel Admin</span>
            </Link>
          )}
          <MySessionsButton />
          <SignOutButton to="/atacado/auth" className="btn max-xl:btn-circle" labelClass="max-xl:sr-only" />
        </div>
      </div>
    </header>
  );
}
