import { describe, expect, test } from 'vitest';
import { answerStatic, contentTypeOf, isHashed, type StaticFile } from './static-files.ts';

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

  test('say what they are, who may keep them how long, and which they are', () => {
    expect(ask('/assets/base-1a.js')).toEqual({
      status: 200,
      headers: {
        etag: '"base"',
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/plain',
        'content-encoding': 'br',
      },
      body: 'base.br',
    });
    expect(ask('/admin', '', '"older"')).toEqual({
      status: 200,
      headers: {
        etag: '"page"',
        vary: 'accept-encoding',
        'cache-control': 'no-cache',
        'content-type': 'text/plain',
      },
      body: 'page',
    });
    expect(ask('/admin', 'br', '"page"')).toEqual({
      status: 304,
      headers: {
        etag: '"page"',
        vary: 'accept-encoding',
        'cache-control': 'no-cache',
        'content-type': 'text/plain',
      },
      body: null,
    });
  });

  test('that were compressed in one way only leave in that or as they are', () => {
    const only = (gzip: string | null, br: string | null, acceptEncoding: string) =>
      answerStatic(new Map([['/a.js', { ...file('a'), gzip, br }]]), {
        path: '/a.js',
        acceptEncoding,
        ifNoneMatch: null,
      });
    expect(only('gz', null, 'gzip, br')).toMatchObject({
      body: 'gz',
      headers: { 'content-encoding': 'gzip' },
    });
    expect(only(null, 'br', 'gzip, br')).toMatchObject({ body: 'br', headers: { 'content-encoding': 'br' } });
    for (const accept of ['br', 'deflate', 'xgzip', 'gzipped'])
      expect(only('gz', null, accept)).toMatchObject({ body: 'a' });
    expect(only(null, null, 'gzip, br')).toMatchObject({ body: 'a' });
    for (const accept of ['brx', 'xbr']) expect(only('gz', 'br', accept)).toMatchObject({ body: 'a' });
  });

  test('are none where there is no page', () => {
    expect(answerStatic(new Map(), { path: '/', acceptEncoding: '', ifNoneMatch: null })).toBeNull();
  });

  test('a screen that has dots or a long ending in its address is a screen', () => {
    for (const path of ['/pedido/a.b/c', '/x.toolong', '/x.a', '/x.'])
      expect(ask(path)?.body).toBe('page.br');
    for (const path of ['/x.js', '/x.woff2', '/X.PNG', '/a.b/c.json']) expect(ask(path)).toBeNull();
  });

  test('each drawn page is that of its screens, with the face of its headings', () => {
    const pages = ['inicio', 'pedido', 'carrinho', 'meu-pedido'];
    const face = '/assets/baloo-2-x.woff2';
    const drawn = new Map([
      ...files,
      ...pages.map((name) => [`/${name}.html`, file(name)] as const),
      [face, file('face', true)],
      // Neither the face nor the code.
      ['/x/assets/baloo-2-x.woff2', file('no')],
      ['/assets/baloo-2-x.woff2x', file('no')],
      ['/x/assets/order-2b.js', file('no')],
      ['/assets/order-2b.jsx', file('no')],
      ['/assets/order-2b/c.js', file('no')],
      ['/assets/baloo-2-x/y.woff2', file('no')],
    ]);
    const answer = (path: string) => answerStatic(drawn, { path, acceptEncoding: '', ifNoneMatch: null });
    const screens = {
      '/': 'inicio',
      '/pedido': 'pedido',
      '/carrinho': 'carrinho',
      '/pedido/carrinho': 'carrinho',
      '/meu-pedido': 'meu-pedido',
    };
    const font = `<${face}>; rel=preload; as=font; crossorigin`;
    const order =
      '</assets/order-2b.js>; rel=modulepreload, </api/menu>; rel=preload; as=fetch; crossorigin, </api/store>; rel=preload; as=fetch; crossorigin';
    for (const [path, name] of Object.entries(screens)) {
      expect(answer(path)?.body).toBe(name);
      expect(answer(path)?.headers['link']).toBe(path === '/' ? font : `${order}, ${font}`);
    }
    expect(answer('/pedido/sucesso/7K')?.headers['link']).toBe(order);
    expect(answer('/x/pedido')?.headers['link']).toBeUndefined();
  });

  test.for([
    ['/index.html', 'text/html; charset=utf-8'],
    ['/a.js', 'text/javascript; charset=utf-8'],
    ['/a.css', 'text/css; charset=utf-8'],
    ['/a.json', 'application/json'],
    ['/a.webmanifest', 'application/manifest+json'],
    ['/a.svg', 'image/svg+xml'],
    ['/a.PNG', 'image/png'],
    ['/a.webp', 'image/webp'],
    ['/a.avif', 'image/avif'],
    ['/a.ico', 'image/x-icon'],
    ['/a.woff2', 'font/woff2'],
    ['/a.txt', 'text/plain; charset=utf-8'],
    ['/a.js.map', 'application/json'],
    ['/a.exe', 'application/octet-stream'],
    ['/a', 'application/octet-stream'],
  ])('%s is %s', ([path = '', type]) => {
    expect(contentTypeOf(path)).toBe(type);
  });

  test('those of the app’s folder carry a hash', () => {
    expect(isHashed('/assets/a.js')).toBe(true);
    for (const path of ['/a.js', '/x/assets/a.js', '/assets.json']) expect(isHashed(path)).toBe(false);
  });
});
