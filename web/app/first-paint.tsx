// What customers see before the app has begun, drawn by the build (`build/prerender.ts`): the landing page as it is, the shapes of
// the others. The app draws its own over it, the same to the pixel, when it has what it needs.
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { CheckoutSkeleton } from '../features/checkout/checkout-skeleton.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { WizardSkeleton } from '../features/order/wizard-skeleton.tsx';
import TrackingPage from '../features/tracking/tracking-page.tsx';
import { Frame } from './frame.tsx';

/** The pages by the name of their file; `shared/host/static-files.ts` says which address gets which. */
export function firstPaints(): Record<string, string> {
  const draw = (path: string, screen: ReactNode): string =>
    renderToStaticMarkup(
      <Provider>
        <StaticRouter location={path}>
          <Frame>{screen}</Frame>
        </StaticRouter>
      </Provider>,
    );
  return {
    inicio: draw('/', <LandingPage />),
    pedido: draw('/pedido', <WizardSkeleton />),
    carrinho: draw('/carrinho', <CheckoutSkeleton />),
    'meu-pedido': draw(
      '/meu-pedido',
      // What is typed now would be lost when the app draws its own.
      <div inert className="contents">
        <TrackingPage />
      </div>,
    ),
  };
}
