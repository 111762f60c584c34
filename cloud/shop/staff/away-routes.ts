// What an administrator can do from afar while the store is away: look at the copy of the orders, edit menu and settings, sign
// out. Who sells wholesale: the same of wholesale. Everything else needs the store. Nothing here runs while there is a link.
import { OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { handle } from '@balcao/shared/host/handle.ts';
import { ANSWERED_BY_HEADER, ANSWERED_BY_RELAY } from '@balcao/shared/http/answered-by.ts';
import * as catalogContracts from '@balcao/shared/http/contracts/catalog.ts';
import * as orderContracts from '@balcao/shared/http/contracts/staff-orders.ts';
import * as staffContracts from '@balcao/shared/http/contracts/staff.ts';
import { signOut } from '@balcao/shared/http/contracts/users.ts';
import * as wholesaleContracts from '@balcao/shared/http/contracts/wholesale.ts';
import { invalidFields, problem, type Problem } from '@balcao/shared/http/problem.ts';
import { ENTRIES_REFUSALS } from '@balcao/shared/http/refusals/catalog.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { RemoteRole } from '@balcao/shared/link/assertion.ts';
import { mayEdit } from '@balcao/shared/menu/may-edit.ts';
import { catalogFor } from '@balcao/shared/menu/may-see.ts';
import type { Config } from '../../config.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Stores } from '../stores/stores.ts';
import type { Documents } from '../menu/documents.ts';
import type { Edits, EntriesRefusal } from './edits.ts';
import type { Mirror } from './mirror.ts';
import type { Streams } from '@balcao/shared/host/live-streams.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { requireStore } from '../../http/guards.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
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
  const app = new OpenAPIHono<Env>();
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
  // An answer that a page did not expect from here: the store may have fallen silent over its question.
  app.use('/api/staff/*', inStore, async (context, next) => {
    await next();
    context.header(ANSWERED_BY_HEADER, ANSWERED_BY_RELAY);
  });

  handle(app, staffContracts.readMe, anyone, ({ context }) => {
    const { userId: id, name, email, role } = context.get('remoteSession');
    return accepted({ id, name, email, role, away: true });
  });

  handle(app, orderContracts.readBoard, admin, async ({ context }) =>
    accepted(await mirror.board(context.get('storeId'), context.get('store').seq)),
  );

  handle(app, orderContracts.searchOrders, admin, async ({ context, query }) =>
    accepted(await mirror.search(context.get('storeId'), query)),
  );

  handle(app, wholesaleContracts.listWholesaleOrders, anyone, async ({ context, query }) =>
    accepted(await mirror.wholesale(context.get('storeId'), query)),
  );

  handle(app, catalogContracts.readCatalog, anyone, async ({ context }) =>
    accepted(catalogFor(context.get('remoteSession').role, await documents.catalog(context.get('storeId')))),
  );

  handle(app, catalogContracts.editEntry, anyone, async ({ context, params: { kind, id }, body: fields }) => {
    const session = context.get('remoteSession');
    if (!mayEdit(session.role, kind, fields)) return refused('forbidden');
    const edited = await edits.entries(context.get('storeId'), session, [{ kind, id, fields }]);
    if (!edited.ok) return refused(problemOfEntries(edited.refusal));
    const [entry] = edited.value;
    if (!entry) throw new Error('One edit of an entry gives one entry.');
    return accepted(entry.value);
  });

  handle(app, catalogContracts.editEntries, anyone, async ({ context, body: { entries } }) => {
    const session = context.get('remoteSession');
    if (!entries.every(({ kind, fields }) => mayEdit(session.role, kind, fields)))
      return refused('forbidden');
    const storeId = context.get('storeId');
    const edited = await edits.entries(storeId, session, entries);
    return edited.ok
      ? accepted(catalogFor(session.role, await documents.catalog(storeId)))
      : refused(problemOfEntries(edited.refusal));
  });

  handle(app, catalogContracts.editSettings, admin, async ({ context, body: patch }) => {
    const edited = await edits.settings(context.get('storeId'), context.get('remoteSession'), patch);
    return edited.ok ? edited : refused(invalidFields(edited.refusal));
  });

  handle(app, staffContracts.hearStaffEvents, anyone, ({ context }) => {
    const storeId = context.get('storeId');
    return deps.streams.open(
      context,
      clientOf(context, deps.config.trustedProxies),
      (push, end) => {
        push({ event: 'hello', data: { now: deps.clock(), away: true } });
        const stops = [
          deps.wake.on(storeId, 'menu', () => push({ event: 'menu', data: {} })),
          // It may be there again: whoever asks anew is sent to it.
          deps.wake.on(storeId, 'store', end),
        ];
        return () => stops.forEach((stop) => stop());
      },
      storeId,
    );
  });

  // The session itself is the store's and stays there until it runs out; this browser forgets it, and so do we.
  handle(app, signOut, inStore, async ({ context }) => {
    const hash = sessionHashOf(context.req.header('cookie'));
    if (hash !== null) await remoteSessions.deleteSession(context.get('storeId'), hash);
    context.header('set-cookie', 'balcao.session_token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    return accepted({ success: true });
  });

  return app;
}

const problemOfEntries = (refusal: EntriesRefusal): Problem =>
  'code' in refusal ? ENTRIES_REFUSALS.problemOf(refusal) : invalidFields(refusal);

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
