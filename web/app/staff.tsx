// The staff's and the wholesale buyers' screens, loaded together with their own sheet. Add a route here and its first
// path segment to STAFF_PATHS in app.tsx. These screens bring their own header; toasts and error boundary are the app's.
import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import './staff.css';

export default function StaffApp() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
