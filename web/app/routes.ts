// Every screen that is loaded when it is opened. Staff screens are one import away from everything else: their code is
// never in what a customer downloads.
import { lazy, type ComponentType } from 'react';

type Page = () => Promise<{ default: ComponentType }>;

const order: Page = () => import('../features/order/wizard-page.tsx');
const checkout: Page = () => import('../features/checkout/checkout-page.tsx');
const success: Page = () => import('../features/checkout/success-page.tsx');
const payment: Page = () => import('../features/checkout/payment-page.tsx');
const paymentReturn: Page = () => import('../features/checkout/return-page.tsx');
const tracking: Page = () => import('../features/tracking/tracking-page.tsx');
const privacy: Page = () => import('../features/landing/privacy-page.tsx');
const notFound: Page = () => import('./not-found-page.tsx').then((page) => ({ default: page.NotFoundPage }));
const staff: Page = () => import('./staff.tsx');

export const OrderPage = lazy(order);
export const CheckoutPage = lazy(checkout);
export const SuccessPage = lazy(success);
export const PaymentPage = lazy(payment);
export const ReturnPage = lazy(paymentReturn);
export const TrackingPage = lazy(tracking);
export const PrivacyPage = lazy(privacy);
export const NotFound = lazy(notFound);
export const StaffApp = lazy(staff);

/** Begins to load the page of an address, before the router gets to it. */
export function preloadRoute(path: string): void {
  const page =
    path === '/pedido'
      ? order
      : path.endsWith('/carrinho')
        ? checkout
        : path.startsWith('/pedido/sucesso')
          ? success
          : path === '/meu-pedido'
            ? tracking
            : null;
  page?.().catch((error: unknown) => console.warn('a page could not be loaded ahead', error));
}
