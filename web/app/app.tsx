// Which address shows which screen.
import { Suspense, type ReactNode } from 'react';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { Navigate, Routes, type RouteTable } from '../router/router.tsx';
import { Toaster } from '../ui/toast.tsx';
import { CustomerShell } from './customer-shell.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import {
  CheckoutPage,
  OrderPage,
  PaymentPage,
  PrivacyPage,
  ReturnPage,
  StaffApp,
  SuccessPage,
  TrackingPage,
} from './routes.ts';

/** First segments of the addresses that app/staff.tsx answers. */
const STAFF_PATHS = ['auth', 'admin', 'cozinha', 'balcao', 'painel', 'atacado'];

const page = (element: ReactNode) => <CustomerShell>{element}</CustomerShell>;

const TABLE: RouteTable = [
  ['/', page(<LandingPage />)],
  ['/pedido', page(<OrderPage />)],
  ['/pedido/old', <Navigate key="old" to="/pedido" replace />],
  ['/pedido/carrinho', page(<CheckoutPage />)],
  ['/carrinho', page(<CheckoutPage />)],
  ['/pedido/sucesso', page(<SuccessPage />)],
  ['/pedido/sucesso/:orderCode', page(<SuccessPage />)],
  ['/pedido/pagamento/:orderCode', page(<PaymentPage />)],
  ['/pedido/retorno', page(<ReturnPage />)],
  ['/meu-pedido', page(<TrackingPage />)],
  ['/privacidade', page(<PrivacyPage />)],
  ...STAFF_PATHS.map((path) => [`/${path}/*`, <StaffApp key={path} />] as const),
  ['*', page(<NotFoundPage />)],
];

export function App() {
  return (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <Routes table={TABLE} />
      </Suspense>
      <Toaster />
    </>
  );
}
