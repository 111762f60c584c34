// Every screen that is loaded when it is opened. Staff screens are one import away from everything else: their code is
// never in what a customer downloads.
import { createElement, lazy, useState, type ComponentType } from 'react';

/** A screen that is drawn at once where it was loaded ahead: `lazy` alone would show the shape of a page first. */
function page(load: () => Promise<{ default: ComponentType }>) {
  let loaded: ComponentType | null = null;
  const Late = lazy(load);
  const Page = () => {
    // Decided once: a change would begin the screen anew.
    const [Screen] = useState<ComponentType>(() => loaded ?? Late);
    return createElement(Screen);
  };
  return Object.assign(Page, {
    async load() {
      loaded = (await load()).default;
    },
  });
}

export const OrderPage = page(() => import('../features/order/wizard-page.tsx'));
export const CheckoutPage = page(() => import('../features/checkout/checkout-page.tsx'));
export const SuccessPage = page(() => import('../features/checkout/success-page.tsx'));
export const PaymentPage = page(() => import('../features/checkout/payment-page.tsx'));
export const ReturnPage = page(() => import('../features/checkout/return-page.tsx'));
export const TrackingPage = page(() => import('../features/tracking/tracking-page.tsx'));
export const PrivacyPage = lazy(() => import('../features/landing/privacy-page.tsx'));
export const NotFound = lazy(() =>
  import('../ui/not-found-page.tsx').then((module) => ({ default: module.NotFoundPage })),
);
export const StaffApp = lazy(() => import('./staff.tsx'));

/** Loads the page of an address before the router gets to it. */
export async function preloadRoute(path: string): Promise<void> {
  const page =
    path === '/pedido'
      ? OrderPage
      : path.endsWith('/carrinho')
        ? CheckoutPage
        : path.startsWith('/pedido/sucesso')
          ? SuccessPage
          : path === '/meu-pedido'
            ? TrackingPage
            : null;
  try {
    await page?.load();
  } catch (error) {
    console.warn('a page could not be loaded ahead', error);
  }
}
