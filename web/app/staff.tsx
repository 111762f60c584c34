// The staff's and the wholesale buyers' screens, loaded together with their own sheet. Add a page here and its first
// path segment to STAFF_PATHS in app.tsx. These screens bring their own header; toasts and error boundary are the app's.
import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import './staff.css';

/** By the first segment; `deep` pages read what comes after it themselves. */
const PAGES: Record<string, { Page: ComponentType; deep: boolean }> = {
  auth: { Page: lazy(() => import('../features/auth/auth-page.tsx')), deep: false },
  cozinha: { Page: lazy(() => import('../features/kitchen/kitchen-page.tsx')), deep: false },
  balcao: { Page: lazy(() => import('../features/counter/counter-page.tsx')), deep: false },
  painel: { Page: lazy(() => import('../features/board/board-page.tsx')), deep: false },
  admin: { Page: lazy(() => import('../features/admin/admin-page.tsx')), deep: true },
};

export default function StaffApp() {
  const { pathname } = useLocation();
  const [, segment = '', ...rest] = pathname.split('/');
  const known = PAGES[segment];
  const deeper = rest.some((part) => part !== '');
  return (
    <Suspense fallback={<PageSkeleton />}>
      {known && (known.deep || !deeper) ? <known.Page /> : <NotFoundPage />}
    </Suspense>
  );
}
