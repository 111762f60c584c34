// Which address shows which screen.
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { Toaster } from '../ui/toast.tsx';
import { CustomerShell } from './customer-shell.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { CheckoutPage, OrderPage, PaymentPage, PrivacyPage, ReturnPage, StaffApp, SuccessPage, TrackingPage } from './routes.ts';

/** First segments of the addresses that app/staff.tsx answers. */
const STAFF_PATHS = ['auth', 'admin', 'cozinha', 'balcao', 'painel', 'atacado'];

export function App() {
  return (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route element={<CustomerShell />}>
            <Route index element={<LandingPage />} />
            <Route path="pedido" element={<OrderPage />} />
            <Route path="pedido/old" element={<Navigate to="/pedido" replace />} />
            <Route path="pedido/carrinho" element={<CheckoutPage />} />
            <Route path="carrinho" element={<CheckoutPage />} />
            <Route path="pedido/sucesso" element={<SuccessPage />} />
            <Route path="pedido/sucesso/:orderCode" element={<SuccessPage />} />
            <Route path="pedido/pagamento/:orderCode" element={<PaymentPage />} />
            <Route path="pedido/retorno" element={<ReturnPage />} />
            <Route path="meu-pedido" element={<TrackingPage />} />
            <Route path="privacidade" element={<PrivacyPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
          {STAFF_PATHS.map((path) => (
            <Route key={path} path={`${path}/*`} element={<StaffApp />} />
          ))}
        </Routes>
      </Suspense>
      <Toaster />
    </>
  );
}
