// What surrounds every customer screen: header with cart and offline banner, and an error boundary per page.
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { storeAtom } from '../data/shop.ts';
import { cartLostAtom } from '../cart/cart-state.ts';
import { liveStateAtom, useShopLive } from '../data/shop-live.ts';
import { useToast } from '../ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { loadMeAtom } from '../data/staff-hint.ts';

const KEEP_OFFLINE_AFTER_MS = 4_000;

export function CustomerShell({ children }: { children: ReactNode }) {
  const { pathname, hash, key } = useLocation();
  const loadMe = useSetAtom(loadMeAtom);
  const [cartLost, setCartLost] = useAtom(cartLostAtom);
  const toast = useToast();
  const lost = useAtomValue(liveStateAtom) === 'lost';
  const relay = useAtomValue(storeAtom)?.host === 'relay';
  useShopLive();

  useEffect(() => {
    if (!relay || import.meta.env.DEV || !window.isSecureContext || !('serviceWorker' in navigator)) return;
    // After the page is there: neither this code nor what the worker keeps may compete with it.
    const timer = setTimeout(() => {
      import('./install.ts')
        .then(({ keepOffline }) => keepOffline(toast))
        .catch((error: unknown) => console.warn('the site cannot be kept for offline use', error));
    }, KEEP_OFFLINE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [relay, toast]);

  useEffect(() => void loadMe(), [loadMe]);

  useEffect(() => {
    if (!cartLost) return;
    setCartLost(false);
    toast({
      title: 'Seu carrinho foi esvaziado',
      text: 'O que estava guardado neste aparelho não pôde ser lido. Monte o pedido de novo, por favor.',
      tone: 'error',
      durationMs: 10_000,
    });
  }, [cartLost, setCartLost, toast]);

  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
    // A key makes a second tap on the same anchor scroll again.
  }, [hash, key]);
  useEffect(() => {
    if (window.location.hash === '') window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <Frame news={<OfflineBanner lost={lost} />}>
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </ErrorBoundary>
    </Frame>
  );
}
