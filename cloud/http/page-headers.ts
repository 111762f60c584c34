// What every page may load and send, told to the browser.
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { isCardPage } from '@balcao/shared/http/card-pages.ts';
import type { Config } from '../config.ts';
import type { Env } from './context.ts';

const PROVIDER_HOSTS = [
  'https://*.mercadopago.com',
  'https://*.mercadopago.com.br',
  'https://*.mlstatic.com',
  'https://*.mercadolibre.com',
];

/** The provider's card form is let into the pages that draw it, and into no other. */
export function pageHeaders(config: Config) {
  const [ordinary, withCard] = [headersOf(config, []), headersOf(config, providerOf(config))];
  return createMiddleware<Env>((context, next) =>
    isCardPage(context.req.path, context.req.query('passo') ?? null)
      ? withCard(context, next)
      : ordinary(context, next),
  );
}

function providerOf({ mercadoPago }: Config): string[] {
  const simulated = [mercadoPago.sdkUrl, mercadoPago.baseUrl]
    .filter((url) => url !== null)
    .map((url) => new URL(url).origin);
  return [...PROVIDER_HOSTS, ...simulated];
}

function headersOf({ publicUrl }: Config, provider: readonly string[]) {
  return secureHeaders({
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...provider],
      styleSrc: ["'self'", "'unsafe-inline'", ...provider],
      imgSrc: ["'self'", 'data:', 'blob:', ...provider],
      fontSrc: ["'self'", ...provider],
      connectSrc: ["'self'", ...provider],
      frameSrc: ["'self'", ...provider],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      // A bank's own page, asked for by the card form, is reached by a form too.
      formAction: ["'self'", ...provider],
      frameAncestors: ["'none'"],
    },
  });
}
