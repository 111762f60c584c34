// What is passed on to the store: signing in, the staff's screens, help from afar. While there is no link, what can be done without it.
import { OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import type { DepsOf } from '@balcao/shared/host/deps-of.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { FORWARDED, type Forwarder } from '../../cluster/forward.ts';
import { clientOf, type Env, type RouteContext } from '../../http/context.ts';
import { requestOf, type ForwardToOwner } from '../../http/forward-to-owner.ts';
import { requireStore } from '../../http/guards.ts';
import type { Limits } from '../../http/limits.ts';
import { awayRoutes } from '../../shop/staff/away-routes.ts';
import { sessionHashOf } from '../../shop/staff/remote-sessions.ts';
import type { Session } from '../../shop/stores/session.ts';
import { createRoom } from './room.ts';
import { passOn, storeAway, storeSilent } from './tunnel.ts';

/** What these routes use, beside what those of an absent store do. */
type Deps = DepsOf<[typeof awayRoutes]> & {
  log: { error(details: object, message: string): void };
  forwarder: Pick<Forwarder, 'callerOf'>;
  gateway: { session(storeId: string): Session | null };
  limits: Pick<Limits, 'staff' | 'strangers'>;
  forwardToOwner: ForwardToOwner;
};

const PASSED_ON = ['/api/auth/*', '/api/staff/*', '/api/help/*'];
/** What the relay takes for a store that is away: changes of the document, which merge with what the store may have of them. */
const EDIT_PATH = /^\/api\/staff\/(catalog|settings)(\/|$)/;
const isEdit = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'PATCH' && EDIT_PATH.test(path);
/** Whose body may be long. */
export const UPLOAD_PATH = '/api/staff/images';

export function passedOnRoutes(deps: Deps): OpenAPIHono<Env> {
  const { config, stores, gateway, limits } = deps;
  const app = new OpenAPIHono<Env>();
  const room = createRoom();
  const callerOf = async (context: RouteContext): Promise<string> =>
    (await deps.forwarder.callerOf(context.req.header(FORWARDED))) ??
    clientOf(context, config.trustedProxies);

  /** Null where the store is not heard, and the relay answers by itself. */
  async function tunnel(context: RouteContext, session: Session): Promise<Response | null> {
    const origin = new URL(config.publicUrl);
    const host = context.req.header('host') ?? origin.host;
    const storeId = context.get('storeId');
    const sessionHash = sessionHashOf(context.req.header('cookie'));
    const clientIp = await callerOf(context);
    const onOver = room.admitRequest(storeId, clientIp);
    if (onOver === null) return crowded();
    // Kept, for the relay takes an edit by itself where the store falls silent over it.
    if (isEdit(context.req)) await context.req.arrayBuffer();
    const response = await passOn(session, await requestOf(context.req), {
      clientIp,
      uploads: context.req.path === UPLOAD_PATH,
      onOver,
      origin: `${origin.protocol}//${host}`,
      breakOff: () => context.env.outgoing?.destroy(),
      onAssertion: (assertion) => {
        if (sessionHash === null) return;
        deps.remoteSessions
          .saveAssertion(storeId, sessionHash, assertion)
          .catch((error: unknown) =>
            deps.log.error({ err: error, storeId }, 'a remote session could not be kept'),
          );
      },
    });
    if (response === null) return context.req.method === 'GET' || isEdit(context.req) ? null : storeSilent();
    if (sessionHash !== null && context.req.path === '/api/auth/sign-out' && response.ok)
      await deps.remoteSessions.deleteSession(storeId, sessionHash);
    return response;
  }

  // Before anything reaches the store: it is a small machine behind a thin line.
  const limited = createMiddleware<Env>(async (context, next) => {
    const hasSession = sessionHashOf(context.req.header('cookie')) !== null;
    const limit = hasSession ? limits.staff : limits.strangers;
    return (await limit(await callerOf(context), context.get('storeId'))) ?? next();
  });

  for (const path of PASSED_ON)
    app.use(path, requireStore(stores), limited, async (context, next) => {
      const session = gateway.session(context.get('storeId'));
      if (session === null) return (await deps.forwardToOwner(context)) ?? next();
      if (!session.isInDoubt()) return (await tunnel(context, session)) ?? next();
      // Each who asks has it looked for again, and waits for nothing.
      void session.isHeard();
      await next();
    });
  app.route('/', awayRoutes(deps));
  for (const path of PASSED_ON) app.all(path, storeAway);
  return app;
}

const crowded = (): Response =>
  problemResponse(
    problem(
      429,
      'too-many',
      'Muitos pedidos ao mesmo tempo',
      'A loja está atendendo muitos pedidos ao mesmo tempo. Espere um instante e tente de novo.',
    ),
    { 'retry-after': '1' },
  );
