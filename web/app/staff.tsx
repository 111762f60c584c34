// The staff's and the wholesale buyers' screens, loaded together with their own sheet. Add a page here and its first
// path segment to STAFF_PATHS in app.tsx. These screens bring their own header; toasts and error boundary are the app's.
import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import './staff.css';

/** By the first segment, or the first two; `deep` pages read what comes after it themselves. */
const PAGES: Record<string, { Page: ComponentType; deep: boolean }> = {
  auth: { Page: lazy(() => import('../features/auth/auth-page.tsx')), deep: false },
  cozinha: { Page: lazy(() => import('../features/kitchen/kitchen-page.tsx')), deep: false },
  balcao: { Page: lazy(() => import('../features/counter/counter-page.tsx')), deep: false },
  painel: { Page: lazy(() => import('../features/board/board-page.tsx')), deep: false },
  'admin/primeiros-passos': {
    Page: lazy(() => import('../features/admin/first-run/first-run-page.tsx')),
    deep: true,
  },
  admin: { Page: lazy(() => import('../features/admin/admin-page.tsx')), deep: true },
  atacado: { Page: lazy(() => import('../features/wholesale/catalogue-page.tsx')), deep: false },
  'atacado/carrinho': { Page: lazy(() => import('../features/wholesale/cart-page.tsx')), deep: false },
  'atacado/status': { Page: lazy(() => import('../features/wholesale/status-page.tsx')), deep: false },
  'atacado/auth': { Page: lazy(() => import('../features/wholesale/auth-page.tsx')), deep: false },
  ajuda: { Page: lazy(() => import('../features/help/help-page.tsx')), deep: false },
  'atacado/admin': { Page: lazy(() => import('../features/wholesale/admin/admin-page.tsx')), deep: true },
};

export default function StaffApp() {
  const { pathname } = useLocation();
  const [segment = '', second = '', ...rest] = pathname.split('/').slice(1);
  const two = PAGES[`${segment}/${second}`];
  const known = two ?? PAGES[segment];
  const deeper = (two ? rest : [second, ...rest]).some((part) => part !== '');
  return (
    <Suspense fallback={<PageSkeleton />}>
      {known && (known.deep || !deeper) ? <known.Page /> : <NotFoundPage />}
    </Suspense>
  );
}
