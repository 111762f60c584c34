// The staff's and the wholesale buyers' screens, loaded together with their own sheet. Add a page to its area here; an area is the first
// segment of an address and stands in areas.ts. These screens bring their own header; toasts and error boundary are the app's.
import { lazy, Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import type { StaffArea } from './areas.ts';
import './staff.css';

const AuthPage = lazy(() => import('../features/auth/auth-page.tsx'));
const KitchenPage = lazy(() => import('../features/kitchen/kitchen-page.tsx'));
const CounterPage = lazy(() => import('../features/counter/counter-page.tsx'));
const BoardPage = lazy(() => import('../features/board/board-page.tsx'));
const HelpPage = lazy(() => import('../features/help/help-page.tsx'));
const FirstRunPage = lazy(() => import('../features/admin/first-run/first-run-page.tsx'));
const AdminPage = lazy(() => import('../features/admin/admin-page.tsx'));
const CataloguePage = lazy(() => import('../features/wholesale/catalogue-page.tsx'));
const CartPage = lazy(() => import('../features/wholesale/cart-page.tsx'));
const StatusPage = lazy(() => import('../features/wholesale/status-page.tsx'));
const WholesaleAuthPage = lazy(() => import('../features/wholesale/auth-page.tsx'));
const WholesaleAdminPage = lazy(() => import('../features/wholesale/admin/admin-page.tsx'));

/** What stands below the first segment. A page that ends in `/*` has routes of its own. */
const AREAS: Record<StaffArea, ReactNode> = {
  auth: <Route index element={<AuthPage />} />,
  cozinha: <Route index element={<KitchenPage />} />,
  balcao: <Route index element={<CounterPage />} />,
  painel: <Route index element={<BoardPage />} />,
  ajuda: <Route index element={<HelpPage />} />,
  admin: (
    <>
      <Route path="primeiros-passos/:slug?/*" element={<FirstRunPage />} />
      <Route path="*" element={<AdminPage />} />
    </>
  ),
  atacado: (
    <>
      <Route index element={<CataloguePage />} />
      <Route path="carrinho" element={<CartPage />} />
      <Route path="status" element={<StatusPage />} />
      <Route path="auth" element={<WholesaleAuthPage />} />
      <Route path="admin/*" element={<WholesaleAdminPage />} />
    </>
  ),
};

export default function StaffApp({ area }: { area: StaffArea }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        {AREAS[area]}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
