// Doors of the relay: which store a request is for, whose device is calling, and that a browser is on our own site.
import { createMiddleware } from 'hono/factory';
import { hostNameOf, type OwnHosts } from '@balcao/shared/host/own-hosts.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Stores } from '../shop/stores/stores.ts';
import type { Env, RouteContext } from './context.ts';
import { foreignOrigin, notJson, problemResponse } from '@balcao/shared/host/problems.ts';

const MOVING_SECONDS = '5';

/** A store whose rows are on their way to another relay is nowhere for some seconds: whoever comes is told to come again. */
const moving = () =>
  problemResponse(
    problem(
      503,
      'store-moving',
      'Site em manutenção',
      'O site desta loja volta em instantes. O que você escolheu continua guardado: tente de novo.',
    ),
    { 'retry-after': MOVING_SECONDS },
  );

/** Answers in the place of every route under `/api` while the store of the host is being moved, the provider's notices included. */
export const notMoving = (stores: Stores) =>
  createMiddleware<Env>(async (context, next) => {
    const named = context.req.query('store');
    // Who needs the database says so by itself.
    const store = await (
      named === undefined ? stores.byHost(context.req.header('host') ?? '') : stores.byId(named)
    ).catch(() => null);
    if (store === null) return next();
    if (store.leavingAtMs !== null) return moving();
    await next();
    // It came before the move began, and was refused by the fence around its rows.
    if (context.error !== undefined && (await stores.isLeaving(store.storeId).catch(() => false)))
      context.res = moving();
  });

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

/** Asked by machines under whatever address they know, and proved in other ways; or told to everybody. */
const UNDER_ANY_NAME = /^\/(?:healthz|readyz|link|edge\/.*|cluster\/.*|api\/webhooks\/.*)$/;

/** Answers only under names that are this relay's or a store's: a page whose name was made to lead here hears nothing. */
export const knownHost = (deps: { own: OwnHosts; stores: Stores; publicUrl: string }) =>
  createMiddleware<Env>(async (context, next) => {
    const header = context.req.header('host');
    if (UNDER_ANY_NAME.test(context.req.path) || deps.own.knows(header)) return next();
    const name = hostNameOf(header ?? '');
    // Without the database nobody knows: what needs it says so by itself.
    if (name !== null && (await deps.stores.isNamed(name).catch(() => true))) return next();
    return problemResponse(
      problem(
        421,
        'unknown-host',
        'Endereço desconhecido',
        `Este endereço não é o deste site. Abra ${deps.publicUrl}.`,
      ),
    );
  });

/** Lets in a store's own device, by its short signed token. */
export const requireDevice = (stores: Stores) =>
  createMiddleware<Env>(async (context, next) => {
    const storeId = await stores.authenticate(context.req.header('authorization'));
    if (storeId === null)
      return problemResponse(
        problem(401, 'device', 'Aparelho não reconhecido', 'Esta loja não está ligada a este site.'),
      );
    if (await stores.isLeaving(storeId)) return moving();
    context.set('storeId', storeId);
    await next();
  });

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Routes for machines, which prove themselves by a signature or a device token instead of the Origin. */
const MACHINES = /^\/(edge\/|api\/webhooks\/)/;

/** A browser of another site cannot act here, nor open a live stream. */
export const sameOrigin = createMiddleware<Env>(async (context, next) => {
  if (MACHINES.test(context.req.path)) return next();
  const origin = context.req.header('origin');
  const site = context.req.header('sec-fetch-site');
  const isForeign = origin !== undefined && hostOf(origin) !== context.req.header('host');
  const crossSite = site === 'cross-site' && context.req.header('sec-fetch-mode') !== 'navigate';
  if (crossSite || (isForeign && !SAFE.has(context.req.method))) return foreignOrigin();
  const changes = !SAFE.has(context.req.method) && !/^\/api\/(staff\/images|auth\/)/.test(context.req.path);
  if (changes && hasBody(context) && !/^application\/json\b/.test(context.req.header('content-type') ?? ''))
    return notJson();
  await next();
});

const hasBody = ({ req }: RouteContext): boolean =>
  req.header('transfer-encoding') !== undefined || Number(req.header('content-length') ?? 0) > 0;

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
