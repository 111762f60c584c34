// The relay's HTTP application: doors, routes, the tunnel, the web app. Built from its parts, so that tests can hold it.
import { OpenAPIHono } from '@hono/zod-openapi';
import { serveApiDocument } from '@balcao/shared/host/api-document.ts';
import { bodyUpTo } from '@balcao/shared/host/body-up-to.ts';
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import type { DepsOf } from '@balcao/shared/host/deps-of.ts';
import { withGuardedCookies } from '@balcao/shared/host/host-cookies.ts';
import type { OwnHosts } from '@balcao/shared/host/own-hosts.ts';
import type { Meters } from '@balcao/shared/host/meters.ts';
import { counted } from '@balcao/shared/host/metrics-page.ts';
import { notFound, tooLarge } from '@balcao/shared/host/problems.ts';
import { REQUEST_ID_HEADER, withRequestId } from '@balcao/shared/host/request-id.ts';
import { tracedRequests } from '@balcao/shared/host/traced-requests.ts';
import type { Traces } from '@balcao/shared/host/traces.ts';
import { uncached } from '@balcao/shared/host/uncached.ts';
import { webFiles } from '@balcao/shared/host/web-files.ts';
import { FORWARDED } from '../cluster/forward.ts';
import { clusterRoutes } from '../cluster/routes.ts';
import { pushRoutes } from '../notifications/routes.ts';
import type { Payments } from '../payments/payments.ts';
import { copyRoutes } from '../replication/copies/routes.ts';
import { passedOnRoutes, UPLOAD_PATH } from '../replication/link/passed-on-routes.ts';
import { recoveryRoutes } from '../replication/recovery/routes.ts';
import { pictureRoutes } from '../shop/menu/picture-routes.ts';
import { shopRoutes } from '../shop/menu/routes.ts';
import { parkedCommandRoutes } from '../shop/orders/parked-command-routes.ts';
import { orderRoutes } from '../shop/orders/routes.ts';
import { trackingRoutes } from '../shop/orders/tracking-routes.ts';
import { operatorRoutes } from '../shop/stores/operator-routes.ts';
import { pairingRoutes } from '../shop/stores/pairing-routes.ts';
import { wholesaleRoutes } from '../shop/wholesale/routes.ts';
import type { DatabaseSemaphore } from '../storage/database-semaphore.ts';
import type { Admission } from './admission.ts';
import { admitted } from './admission-door.ts';
import { clientOf, type Env } from './context.ts';
import { createOwnerForwarding } from './forward-to-owner.ts';
import { knownHost, notMoving, requireDevice, sameOrigin } from './guards.ts';
import { healthRoutes } from './health-routes.ts';
import { pageHeaders } from './page-headers.ts';
import { databaseBusy, onRelayError } from './problems.ts';
import type { ProxyWatch } from './proxy-watch.ts';

const paymentRoutes = ({ payments }: { payments: Payments }) =>
  new OpenAPIHono<Env>().route('/', payments.routes);

/** The routes of every room behind the doors, in the order in which they are asked. */
const ROOMS = [
  recoveryRoutes,
  copyRoutes,
  parkedCommandRoutes,
  shopRoutes,
  orderRoutes,
  trackingRoutes,
  wholesaleRoutes,
  paymentRoutes,
  pushRoutes,
  pictureRoutes,
] as const;

/** What the rooms name, and what the doors before them need. */
type RoomDeps = DepsOf<typeof ROOMS> &
  DepsOf<[typeof healthRoutes, typeof pairingRoutes, typeof clusterRoutes, typeof passedOnRoutes]> &
  DepsOf<[typeof createOwnerForwarding, typeof operatorRoutes]> & {
    /** The names under which it answers, beside those of the stores. */
    ownHosts: OwnHosts;
    proxies: ProxyWatch;
    customers: ForegroundPriority;
    meters: Pick<Meters, 'recordRequest'>;
    traces: Traces | null;
    admission: Pick<Admission, 'run'>;
    log: { debug(details: object, message: string): void };
    /** Admits requests to the embedded database; null with PostgreSQL. */
    semaphore: Pick<DatabaseSemaphore, 'admit'> | null;
  };
export type Deps = Omit<RoomDeps, 'forwardToOwner'>;

const BODY_BYTES_MAX = 256 * 1024;
const UPLOAD_BYTES_MAX = 6 * 1024 * 1024;

export type App = OpenAPIHono<Env>;

export function createApp(deps: Deps): App {
  const { config, stores, forwarder, limits } = deps;
  const app = new OpenAPIHono<Env>();
  app.onError(onRelayError(deps.log));
  app.notFound(notFound);

  const small = bodyUpTo<Env>(BODY_BYTES_MAX, tooLarge);
  const upload = bodyUpTo<Env>(UPLOAD_BYTES_MAX, tooLarge);
  app.use('*', counted(deps.meters));
  app.use(
    '*',
    withRequestId({
      receivedId: async ({ req }) =>
        (await forwarder.callerOf(req.header(FORWARDED))) === null ? null : req.header(REQUEST_ID_HEADER),
      log: deps.log,
    }),
  );
  app.use(
    '*',
    tracedRequests({
      traces: deps.traces,
      isOurs: async ({ req }) => (await forwarder.callerOf(req.header(FORWARDED))) !== null,
    }),
  );
  app.use('*', pageHeaders(config));
  app.use('/api/*', uncached);
  // Cookies of a forwarded request were renamed by the process that took it, which renames those of the answer too.
  if (config.publicUrl.startsWith('https:'))
    app.use('*', async (context, next) => {
      if ((await forwarder.callerOf(context.req.header(FORWARDED))) !== null) return next();
      await withGuardedCookies(context.req.raw, async () => {
        await next();
        return context.res;
      });
    });
  app.use('*', deps.proxies.watch);
  app.route('/', healthRoutes(deps));
  app.use('*', knownHost({ own: deps.ownHosts, stores, publicUrl: config.publicUrl }), sameOrigin);
  app.use('*', (context, next) =>
    context.req.path === UPLOAD_PATH ? upload(context, next) : small(context, next),
  );

  app.route('/', pairingRoutes(deps));
  app.use('/edge/*', requireDevice(stores));
  app.route('/', clusterRoutes(deps));

  const roomDeps = { ...deps, forwardToOwner: createOwnerForwarding(deps) };
  app.route('/', passedOnRoutes(roomDeps));

  app.use('/api/*', admitted(deps.admission, stores));
  app.use('/api/*', async (_context, next) => {
    if (deps.semaphore === null) return next();
    return (await deps.semaphore.admit(next)) ? undefined : databaseBusy();
  });
  app.use('/api/*', (_context, next) => deps.customers.runForeground(next));
  // Whoever tries tokens or codes that are not theirs is slowed like whoever looks for other people's orders.
  app.use('/api/orders/*', async (context, next) => {
    await next();
    if (context.res.status !== 401) return;
    // Not every room says which store it is about.
    const store = await stores.byHost(context.req.header('host') ?? '');
    const slow = await limits.lookups(clientOf(context, config.trustedProxies), store?.storeId);
    if (slow) context.res = slow;
  });
  app.use('/api/*', notMoving(stores));
  for (const routes of ROOMS) app.route('/', routes(roomDeps));

  serveApiDocument(app, { title: 'Balcão: relay', version: deps.version });
  app.use('*', webFiles(config.webDir));
  return app;
}

/** What the operator's commands ask: an application of its own, for a listener that no stranger reaches. */
export function createOperatorApp(deps: DepsOf<[typeof operatorRoutes]> & Pick<Deps, 'log'>): App {
  const app = new OpenAPIHono<Env>();
  app.onError(onRelayError(deps.log));
  app.notFound(notFound);
  app.use('*', bodyUpTo<Env>(BODY_BYTES_MAX, tooLarge));
  app.route('/', operatorRoutes(deps));
  return app;
}
