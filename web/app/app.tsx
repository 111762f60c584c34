// Which address shows which screen.
import { Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { Toaster } from '../ui/toast.tsx';
import { CustomerShell } from './customer-shell.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import {
  CheckoutPage,
  NotFound,
  OrderPage,
  PaymentPage,
  PrivacyPage,
  ReturnPage,
  StaffApp,
  SuccessPage,
  TrackingPage,
} from './routes.ts';
import { STAFF_AREAS } from './areas.ts';

const page = (element: ReactNode) => <CustomerShell>{element}</CustomerShell>;

export function App() {
  return (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route path="/" element={page(<LandingPage />)} />
          <Route path="/pedido" element={page(<OrderPage />)} />
          <Route path="/pedido/old" element={<Navigate to="/pedido" replace />} />
          <Route path="/pedido/carrinho" element={page(<CheckoutPage />)} />
          <Route path="/carrinho" element={page(<CheckoutPage />)} />
          <Route path="/pedido/sucesso" element={page(<SuccessPage />)} />
          <Route path="/pedido/sucesso/:orderCode" element={page(<SuccessPage />)} />
          <Route path="/pedido/pagamento/:orderCode" element={page(<PaymentPage />)} />
          <Route path="/pedido/retorno" element={page(<ReturnPage />)} />
          <Route path="/meu-pedido" element={page(<TrackingPage />)} />
          <Route path="/privacidade" element={page(<PrivacyPage />)} />
          {STAFF_AREAS.map((area) => (
            <Route key={area} path={`/${area}/*`} element={<StaffApp area={area} />} />
          ))}
          <Route path="*" element={page(<NotFound />)} />
        </Routes>
      </Suspense>
      <Toaster />
    </>
  );
}
