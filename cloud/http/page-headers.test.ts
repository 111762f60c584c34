// What a page of the site may load and send, as its headers tell the browser.
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import type { Env } from './context.ts';
import { pageHeaders } from './page-headers.ts';

const PROVIDER =
  'https://*.mercadopago.com https://*.mercadopago.com.br https://*.mlstatic.com https://*.mercadolibre.com';

async function headersOf(path: string, more: { publicUrl?: string; baseUrl?: string; sdkUrl?: string } = {}) {
  const { publicUrl = 'https://acai.example', baseUrl = null, sdkUrl = null } = more;
  const config = { publicUrl, mercadoPago: { sdkUrl, baseUrl } } as unknown as Config;
  const app = new Hono<Env>().use(pageHeaders(config)).get('*', (context) => context.text(''));
  const { headers } = await app.request(path);
  const policy = headers.get('content-security-policy') ?? '';
  const allowed = Object.fromEntries(
    policy.split('; ').map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  );
  return { headers, allowed };
}

describe('a page of the site', () => {
  it('loads and sends nothing from elsewhere, and stands in no other page', async () => {
    expect((await headersOf('/pedido')).allowed).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'self'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
  });

  it.each(['/pedido/pagamento/7K2MQ9XWTB', '/carrinho?passo=pagamento', '/pedido/carrinho?passo=pagamento'])(
    'with the card form lets the provider in, its bank’s own page too: %s',
    async (path) => {
      const { allowed } = await headersOf(path);
      expect(allowed).toEqual({
        'default-src': "'self'",
        'script-src': `'self' ${PROVIDER}`,
        'style-src': `'self' 'unsafe-inline' ${PROVIDER}`,
        'img-src': `'self' data: blob: ${PROVIDER}`,
        'font-src': `'self' ${PROVIDER}`,
        'connect-src': `'self' ${PROVIDER}`,
        'frame-src': `'self' ${PROVIDER}`,
        'object-src': "'none'",
        'base-uri': "'self'",
        'form-action': `'self' ${PROVIDER}`,
        'frame-ancestors': "'none'",
      });
    },
  );

  it.each(['/carrinho', '/carrinho?passo=dados', '/carrinho?step=pagamento'])(
    'that draws no card form lets no provider in: %s',
    async (path) => {
      expect((await headersOf(path)).allowed['script-src']).toBe("'self'");
    },
  );

  it('with the card form lets a simulator in where one stands for the provider', async () => {
    const { allowed } = await headersOf('/pedido/pagamento/1', { baseUrl: 'http://localhost:4000/v1' });
    expect(allowed['connect-src']).toBe(`'self' ${PROVIDER} http://localhost:4000`);
  });

  it('with the card form lets in the address that its script is said to come from', async () => {
    const { allowed } = await headersOf('/pedido/pagamento/1', { sdkUrl: 'https://sdk.example/js/v2' });
    expect(allowed['script-src']).toBe(`'self' ${PROVIDER} https://sdk.example`);
  });

  it('is asked for by https for a year, where the site has it', async () => {
    expect((await headersOf('/')).headers.get('strict-transport-security')).toBe('max-age=31536000');
    const plain = await headersOf('/', { publicUrl: 'http://localhost:8080' });
    expect(plain.headers.get('strict-transport-security')).toBeNull();
  });

  it('keeps its bank’s window, which says when it is done', async () => {
    expect((await headersOf('/')).headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  });
});
