// Which bytes answer a GET for the web app: precompressed variants, validators, and the app's page for every screen's address.
// Pure: hosts bring the files and turn the answer into a response.

/** One file with its variants, compressed by the build; null: not worth it. */
export type StaticFile<Bytes> = {
  contentType: string;
  etag: string;
  /** File names that carry a content hash never change. */
  immutable: boolean;
  identity: Bytes;
  gzip: Bytes | null;
  br: Bytes | null;
};

/** What the host answers; null `body` for HEAD and 304. */
export type StaticAnswer<Bytes> = { status: 200 | 304; headers: Record<string, string>; body: Bytes | null };

/** Screens whose first paint is drawn into a page of their own (`web/app/first-paint.tsx`). */
const PAGES = new Map([
  ['/', '/inicio.html'],
  ['/pedido', '/pedido.html'],
  ['/carrinho', '/carrinho.html'],
  ['/pedido/carrinho', '/carrinho.html'],
  ['/meu-pedido', '/meu-pedido.html'],
]);

/** Where the app shows what only the wizard, the cart and the tracking are made of (`web/vite.config.ts` names the file). */
const ORDERING = /^\/(pedido|carrinho|meu-pedido)(\/|$)/;
const ORDERING_CODE = /^\/assets\/order-[^/]+\.js$/;
/** The face of all headings (`web/app/type.css`). */
const HEADINGS = /^\/assets\/baloo-2-[^/]+\.woff2$/;

/**
 * What a screen needs beyond the page itself, for the `link` header: the browser asks for it at once, and not when the sheet or
 * the app has come, been read and begun. Null where nothing is known.
 */
function aheadOf(path: string, files: ReadonlyMap<string, unknown>): string | null {
  const named = (pattern: RegExp, how: string): string[] =>
    [...files.keys()].filter((name) => pattern.test(name)).map((name) => `<${name}>; ${how}`);
  const ordering = ORDERING.test(path);
  const ahead = [
    ...(ordering ? named(ORDERING_CODE, 'rel=modulepreload') : []),
    ...(ordering
      ? ['/api/menu', '/api/store'].map((url) => `<${url}>; rel=preload; as=fetch; crossorigin`)
      : []),
    ...(PAGES.has(path) ? named(HEADINGS, 'rel=preload; as=font; crossorigin') : []),
  ];
  return ahead.length > 0 ? ahead.join(', ') : null;
}

/** Null when the address is no file and no screen (an asset that is gone must be a 404, not a page). */
export function answerStatic<Bytes>(
  files: ReadonlyMap<string, StaticFile<Bytes>>,
  request: { path: string; acceptEncoding: string; ifNoneMatch: string | null },
): StaticAnswer<Bytes> | null {
  const isAsset = /\.[a-z0-9]{2,5}$/i.test(request.path);
  const page = isAsset ? null : (PAGES.get(request.path) ?? '/index.html');
  const file = files.get(request.path) ?? (page ? (files.get(page) ?? files.get('/index.html')) : undefined);
  if (!file) return null;
  const headers: Record<string, string> = {
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': file.contentType,
  };
  const ahead = isAsset ? null : aheadOf(request.path, files);
  if (ahead !== null) headers['link'] = ahead;
  if (request.ifNoneMatch === file.etag) return { status: 304, headers, body: null };
  if (file.br && /\bbr\b/.test(request.acceptEncoding))
    return { status: 200, headers: { ...headers, 'content-encoding': 'br' }, body: file.br };
  if (file.gzip && /\bgzip\b/.test(request.acceptEncoding))
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: file.gzip };
  return { status: 200, headers, body: file.identity };
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  map: 'application/json',
};

/** By the ending of the path; bytes without a meaning when it is not known. */
export const contentTypeOf = (path: string): string =>
  TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
/** Whether the name carries a content hash: the build puts all such files there. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/');
