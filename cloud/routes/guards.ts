// Doors of the relay: which store a request is for, whose device is calling, and that a browser is on our own site.
import { createMiddleware } from 'hono/factory';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Stores } from '../stores/stores.ts';
import type { Env, RouteContext } from './context.ts';
import { problemResponse } from './problems.ts';

/** Finds the store by host name. Before pairing there is none. */
export const requireStore = (stores: Stores) =>
  createMiddleware<Env>(async (context, next) => {
    const store = await stores.byHost(context.req.header('host') ?? '');
    if (!store)
      return problemResponse(
        problem(
          503,
          'no-store',
          'Loja ainda não configurada',
          'Esta loja ainda não foi ligada ao site. Volte em instantes.',
        ),
        { 'retry-after': '5' },
      );
    context.set('store', store);
    context.set('storeId', store.storeId);
    await next();
  });

/** Lets in a store's own device, by its short signed token. */
export const requireDevice = (stores: Stores) =>
  createMiddleware<Env>(async (context, next) => {
    const storeId = await stores.authenticate(context.req.header('authorization'));
    if (storeId === null)
      return problemResponse(
        problem(401, 'device', 'Aparelho não reconhecido', 'Esta loja não está ligada a este site.'),
      );
    context.set('storeId', storeId);
    await next();
  });

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What comes from machines proves itself in other ways: a signature, a device token. */
const MACHINES = /^\/(edge\/|api\/webhooks\/)/;

/** A browser of another site cannot act here, nor open a live stream. */
export const sameOrigin = createMiddleware<Env>(async (context, next) => {
  if (MACHINES.test(context.req.path)) return next();
  const origin = context.req.header('origin');
  const site = context.req.header('sec-fetch-site');
  const foreignOrigin = origin !== undefined && hostOf(origin) !== context.req.header('host');
  const crossSite = site === 'cross-site' && context.req.header('sec-fetch-mode') !== 'navigate';
  if (crossSite || (foreignOrigin && !SAFE.has(context.req.method))) {
    return problemResponse(
      problem(
        403,
        'foreign-origin',
        'Origem não permitida',
        'Este pedido veio de outro site e foi recusado.',
      ),
    );
  }
  const changes = !SAFE.has(context.req.method) && !/^\/api\/(staff\/images|auth\/)/.test(context.req.path);
  if (changes && hasBody(context) && !/^application\/json\b/.test(context.req.header('content-type') ?? '')) {
    return problemResponse(problem(415, 'not-json', 'Formato não aceito', 'Envie os dados como JSON.'));
  }
  await next();
});

const hasBody = ({ req }: RouteContext): boolean =>
  req.header('transfer-encoding') !== undefined || Number(req.header('content-length') ?? 0) > 0;

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
