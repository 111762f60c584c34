import { describe, expect, test } from 'vitest';
import { answerStatic, type StaticFile } from './static-files.ts';

const file = (name: string, immutable = false): StaticFile<string> => ({
  contentType: 'text/plain',
  etag: `"${name}"`,
  immutable,
  identity: name,
  gzip: `${name}.gz`,
  br: `${name}.br`,
});
const files = new Map([
  ['/index.html', file('page')],
  ['/assets/base-1a.js', file('base', true)],
  ['/assets/order-2b.js', file('order', true)],
]);
const ask = (path: string, acceptEncoding = 'gzip, br', ifNoneMatch: string | null = null) =>
  answerStatic(files, { path, acceptEncoding, ifNoneMatch });

describe('the files of the app', () => {
  test('every screen has its address, an asset that is gone has none', () => {
    expect(ask('/meu-pedido')?.body).toBe('page.br');
    expect(ask('/pedido/sucesso/7K2MQ9XWTB')?.body).toBe('page.br');
    expect(ask('/assets/base-0.js')).toBeNull();
  });

  test('a screen whose first paint was drawn gets that page, the others the bare one', () => {
    const drawn = new Map([...files, ['/inicio.html', file('landing')], ['/carrinho.html', file('cart')]]);
    const body = (path: string) => answerStatic(drawn, { path, acceptEncoding: '', ifNoneMatch: null })?.body;
    expect(body('/')).toBe('landing');
    expect(['/carrinho', '/pedido/carrinho'].map(body)).toEqual(['cart', 'cart']);
    expect(['/admin', '/pedido/sucesso', '/inicio'].map(body)).toEqual(['page', 'page', 'page']);
  });

  test('leave compressed as the browser takes them, and not again when it has them', () => {
    expect(ask('/assets/base-1a.js')).toMatchObject({
      body: 'base.br',
      headers: { 'content-encoding': 'br' },
    });
    expect(ask('/assets/base-1a.js', 'gzip')).toMatchObject({ body: 'base.gz' });
    expect(ask('/assets/base-1a.js', '')?.headers).not.toHaveProperty('content-encoding');
    expect(ask('/', 'br', '"page"')).toMatchObject({ status: 304, body: null });
  });

  test('a page whose first paint the build drew names the face of its headings ahead', () => {
    const face = '/assets/baloo-2-latin-wght-normal-3c.woff2';
    const withFace = new Map([...files, [face, file('face', true)]]);
    const link = (path: string) =>
      answerStatic(withFace, { path, acceptEncoding: '', ifNoneMatch: null })?.headers['link'];
    expect(link('/')).toBe(`<${face}>; rel=preload; as=font; crossorigin`);
    expect(link('/pedido')).toContain(`<${face}>; rel=preload; as=font; crossorigin`);
    for (const path of ['/admin', '/cozinha', face]) expect(link(path)).toBeUndefined();
  });

  test('a page on the way of an order names its code and its data ahead, the landing page does not', () => {
    for (const path of ['/pedido', '/pedido/carrinho', '/carrinho', '/meu-pedido'])
      expect(ask(path)?.headers['link']).toBe(
        '</assets/order-2b.js>; rel=modulepreload, </api/menu>; rel=preload; as=fetch; crossorigin, </api/store>; rel=preload; as=fetch; crossorigin',
      );
    for (const path of ['/', '/privacidade', '/pedidos', '/admin', '/assets/order-2b.js'])
      expect(ask(path)?.headers).not.toHaveProperty('link');
  });
});
