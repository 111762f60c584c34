// What an administrator can do from afar while the store is away: look at the copy of the orders, edit menu and settings, sign
// out. Who sells wholesale: the same of wholesale. Everything else needs the store. Nothing here runs while there is a link.
import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { OrderList, OrderSearch } from '@balcao/shared/http/order-search.ts';
import { invalidFields, problem } from '@balcao/shared/http/problem.ts';
import { Board, EntriesPatch, EntryPatch, Me } from '@balcao/shared/http/staff.ts';
import { WholesaleList, WholesaleSearch } from '@balcao/shared/http/wholesale.ts';
import type { RemoteRole } from '@balcao/shared/link/assertion.ts';
import { mayEdit } from '@balcao/shared/menu/may-edit.ts';
import { ENTRY_KINDS, Settings, type EntryKind } from '@balcao/shared/menu/menu.ts';
import type { Config } from '../../config.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Stores } from '../stores/stores.ts';
import type { Documents } from '../menu/documents.ts';
import type { Edits } from './edits.ts';
import type { Mirror } from './mirror.ts';
import type { Streams } from '@balcao/shared/host/live-streams.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { body, json, trouble } from '../../http/contract.ts';
import { requireStore } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';
import { sessionHashOf, type RemoteSessions } from './remote-sessions.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  clock: () => number;
  wake: Wake;
  stores: Stores;
  documents: Documents;
  remoteSessions: RemoteSessions;
  edits: Edits;
  mirror: Mirror;
  streams: Streams;
};

export function awayRoutes(deps: Deps): OpenAPIHono<Env> {
  const { stores, documents, remoteSessions, edits, mirror } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const inStore = requireStore(stores);
  const requireRemoteRole = (...roles: RemoteRole[]) =>
    createMiddleware<Env>(async (context, next) => {
      const hash = sessionHashOf(context.req.header('cookie'));
      const session = hash === null ? null : await remoteSessions.find(context.get('storeId'), hash);
      if (!session) return noRemoteSession();
      if (!roles.includes(session.role)) return denied();
      context.set('remoteSession', session);
      await next();
    });
  const admin = requireRemoteRole('ADMIN');
  const anyone = requireRemoteRole('ADMIN', 'WHOLESALE');
  app.use('/api/staff/*', inStore);

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/me',
      summary: 'Who the store vouched for',
      middleware: anyone,
      responses: { 200: json(Me, 'Who it is'), 503: trouble },
    }),
    (context) => {
      const { userId: id, name, email, role } = context.get('remoteSession');
      return context.json({ id, name, email, role, away: true as const }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/board',
      summary: 'Open orders, from the copy',
      middleware: admin,
      responses: { 200: json(Board, 'As the store last told'), 503: trouble },
    }),
    async (context) =>
      context.json(await mirror.board(context.get('storeId'), context.get('store').seq), 200),
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/orders',
      summary: 'Orders, from the copy',
      middleware: admin,
      request: { query: OrderSearch },
      responses: { 200: json(OrderList, 'Newest first'), '4XX': trouble, 503: trouble },
    }),
    async (context) =>
      context.json(await mirror.search(context.get('storeId'), context.req.valid('query')), 200),
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/wholesale/orders',
      summary: 'Wholesale orders, from the copy',
      middleware: anyone,
      request: { query: WholesaleSearch },
      responses: { 200: json(WholesaleList, 'Newest first'), '4XX': trouble, 503: trouble },
    }),
    async (context) =>
      context.json(await mirror.wholesale(context.get('storeId'), context.req.valid('query')), 200),
  );

  app.get('/api/staff/catalog', anyone, async (context) =>
    context.json(await documents.catalog(context.get('storeId'))),
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/staff/catalog/{kind}/{id}',
      summary: 'Edit an entry of the menu',
      middleware: anyone,
      request: {
        params: z.object({
          kind: z.enum(ENTRY_KINDS as [EntryKind, ...EntryKind[]]),
          id: z.string().min(1).max(64),
        }),
        ...body(EntryPatch),
      },
      responses: { 200: json(z.record(z.string(), z.unknown()), 'The entry'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const { kind, id } = context.req.valid('param');
      const patch = context.req.valid('json');
      const session = context.get('remoteSession');
      if (!mayEdit(session.role, kind, patch)) return denied() as never;
      const edited = await edits.entries(context.get('storeId'), session, [{ kind, id, fields: patch }]);
      return edited.ok
        ? context.json(edited.value[0]?.value ?? {}, 200)
        : (problemResponse(invalidFields(edited.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/staff/catalog',
      summary: 'Edit several entries of the menu, all of them or none',
      middleware: anyone,
      request: body(EntriesPatch),
      responses: {
        200: json(z.record(z.string(), z.unknown()), 'The whole catalogue'),
        '4XX': trouble,
        503: trouble,
      },
    }),
    async (context) => {
      const { entries } = context.req.valid('json');
      const session = context.get('remoteSession');
      if (!entries.every(({ kind, fields }) => mayEdit(session.role, kind, fields))) return denied() as never;
      const storeId = context.get('storeId');
      const edited = await edits.entries(storeId, session, entries);
      return edited.ok
        ? context.json(await documents.catalog(storeId), 200)
        : (problemResponse(invalidFields(edited.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/staff/settings',
      summary: 'Edit the settings of the shop',
      middleware: admin,
      request: body(EntryPatch),
      responses: { 200: json(Settings, 'The settings'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const edited = await edits.settings(
        context.get('storeId'),
        context.get('remoteSession'),
        context.req.valid('json'),
      );
      return edited.ok
        ? context.json(edited.value, 200)
        : (problemResponse(invalidFields(edited.refusal)) as never);
    },
  );

  app.get('/api/staff/live', anyone, (context) => {
    const storeId = context.get('storeId');
    return deps.streams.open(context, clientOf(context, deps.config.trustedProxies), (push, end) => {
      push({ event: 'hello', data: { now: deps.clock(), away: true } });
      const stops = [
        deps.wake.on(storeId, 'menu', () => push({ event: 'menu', data: {} })),
        // It may be there again: whoever asks anew is sent to it.
        deps.wake.on(storeId, 'store', end),
      ];
      return () => stops.forEach((stop) => stop());
    });
  });

  // The session itself is the store's and stays there until it runs out; this browser forgets it, and so do we.
  app.post('/api/auth/sign-out', inStore, async (context) => {
    const hash = sessionHashOf(context.req.header('cookie'));
    if (hash !== null) await remoteSessions.end(context.get('storeId'), hash);
    return context.json({ success: true }, 200, {
      'set-cookie': `balcao.session_token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`,
    });
  });

  return app;
}

const denied = (): Response =>
  problemResponse(
    problem(403, 'forbidden', 'Acesso Negado', 'Você não tem permissão para acessar esta área.'),
  );

const noRemoteSession = (): Response =>
  problemResponse(
    problem(
      503,
      'store-away',
      'Loja sem conexão',
      'A loja está sem conexão, e só ela pode confirmar quem você é. Tente de novo quando ela voltar.',
    ),
    { 'retry-after': '15' },
  );
