// The store's HTTP application: doors, routes, the web app. Built from its parts, so that tests can hold it without listening.
import { OpenAPIHono } from '@hono/zod-openapi';
import { secureHeaders } from 'hono/secure-headers';
import { notFound, tooLarge } from '@balcao/shared/host/problems.ts';
import { serveApiDocument } from '@balcao/shared/host/api-document.ts';
import type { Meters } from '@balcao/shared/host/meters.ts';
import { counted } from '@balcao/shared/host/metrics-page.ts';
import { REQUEST_ID_HEADER, withRequestId } from '@balcao/shared/host/request-id.ts';
import { tracedRequests } from '@balcao/shared/host/traced-requests.ts';
import type { Traces } from '@balcao/shared/host/traces.ts';
import type { DepsOf } from '@balcao/shared/host/deps-of.ts';
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import type { Config } from '../config.ts';
import type { Damage } from '../storage/damage.ts';
import { isReadTrouble, type Room } from '../storage/room.ts';
import type { Images } from '../shop/images/images.ts';
import { imageLinkRoutes, imageRoutes } from '../shop/images/routes.ts';
import { helpRoutes } from '../machine/help/routes.ts';
import { linkRoutes } from '../replication/link/routes.ts';
import { bodyUpTo } from '@balcao/shared/host/body-up-to.ts';
import type { Env } from './context.ts';
import { uncached } from '@balcao/shared/host/uncached.ts';
import { healthRoutes } from './health-routes.ts';
import { jsonOnly, requireLink, sameOrigin, whileUnlocked } from './guards.ts';
import type { Limits } from './limits.ts';
import { pushRoutes } from '../shop/alarms/routes.ts';
import { firstRunRoutes } from '../shop/first-run/routes.ts';
import { printingRoutes } from '../printing/routes.ts';
import { onStoreError } from './problems.ts';
import { publicRoutes } from '../shop/orders/public-routes.ts';
import { sessionRoutes } from '../shop/users/session-routes.ts';
import { tracing } from './tracing.ts';
import { signUpRoutes } from '../shop/users/sign-up-routes.ts';
import { trackingRoutes } from '../shop/orders/tracking-routes.ts';
import { catalogRoutes } from '../shop/menu/routes.ts';
import { staffRoutes } from '../shop/orders/staff-routes.ts';
import { webFiles } from '@balcao/shared/host/web-files.ts';
import { cashRoutes } from '../shop/cash/routes.ts';
import { contestRoutes } from '../shop/orders/contest/routes.ts';
import { orderAdminRoutes } from '../shop/orders/admin-routes.ts';
import { privacyRoutes } from '../shop/privacy/routes.ts';
import { privateSettingsRoutes } from '../shop/settings/routes.ts';
import { counterPixRoutes } from '../shop/payments/counter-pix-routes.ts';
import { paymentRoutes } from '../shop/payments/routes.ts';
import { terminalRoutes } from '../shop/payments/terminal-routes.ts';
import type { Restoring } from '../replication/recovery/restoring.ts';
import type { WriteGate } from '../storage/write-gate.ts';
import { backupRoutes } from '../machine/backup/routes.ts';
import { auditRoutes } from '../shop/audit/routes.ts';
import { diagnosticsRoutes } from '../machine/diagnostics/routes.ts';
import { recoverySheetRoutes } from '../replication/recovery/sheet-routes.ts';
import { reportRoutes } from '../shop/reports/routes.ts';
import { heldRoutes } from '../replication/link/held-routes.ts';
import { resyncRoutes } from '../replication/recovery/resync-routes.ts';
import { conditionRoutes } from '../machine/diagnostics/condition-routes.ts';
import { relayRoutes } from '../replication/link/pairing-routes.ts';
import { RELEASE_BYTES_MAX, RELEASE_PATH, updateRoutes } from '../machine/update/routes.ts';
import { restoreRoutes } from '../replication/recovery/restore-routes.ts';
import { tvRoutes } from '../shop/tv/routes.ts';
import { userRoutes } from '../shop/users/routes.ts';
import { sendAssertion } from './assertion-header.ts';
import type { Assertions } from '../shop/users/assertions.ts';
import type { Users } from '../shop/users/users.ts';
import { wholesaleRoutes } from '../shop/wholesale/routes.ts';

/** The routes of every room, in the order in which they are asked. */
const ROOMS = [
  publicRoutes,
  trackingRoutes,
  staffRoutes,
  catalogRoutes,
  sessionRoutes,
  userRoutes,
  tvRoutes,
  relayRoutes,
  heldRoutes,
  resyncRoutes,
  conditionRoutes,
  auditRoutes,
  diagnosticsRoutes,
  helpRoutes,
  reportRoutes,
  orderAdminRoutes,
  contestRoutes,
  cashRoutes,
  paymentRoutes,
  counterPixRoutes,
  terminalRoutes,
  pushRoutes,
  privateSettingsRoutes,
  privacyRoutes,
  backupRoutes,
  firstRunRoutes,
  updateRoutes,
  recoverySheetRoutes,
  printingRoutes,
  wholesaleRoutes,
  linkRoutes,
] as const;

type Deps = DepsOf<typeof ROOMS> &
  DepsOf<[typeof healthRoutes, typeof signUpRoutes, typeof tracing]> & {
    config: Config;
    version: string;
    log: {
      debug(details: object, message: string): void;
      error(details: object, message: string): void;
    };
    writeGate: WriteGate;
    damage: Damage;
    room: Room;
    assertions: Assertions;
    meters: Pick<Meters, 'recordRequest'>;
    traces: Traces | null;
    users: Users;
    images: Images;
    limits: Limits;
    /** Lets long reports wait for whoever asks meanwhile. */
    others: ForegroundPriority;
    /** Null in a store that nothing is restored into from here. */
    restoring: Restoring | null;
  };

const BODY_BYTES_MAX = 256 * 1024;
const UPLOAD_BYTES_MAX = 6 * 1024 * 1024;
/** Limits of the routes whose body is a file; a backup is bounded by the disk alone. */
const FILES = new Set(['/api/staff/images', '/api/setup/restore/file', RELEASE_PATH]);

export type App = OpenAPIHono<Env>;

const REPORTS_PATH = '/api/staff/reports/';

export function createApp(deps: Deps): App {
  const app = new OpenAPIHono<Env>();
  app.onError(
    onStoreError(deps.log, (error) => {
      deps.room.noteFailure(error);
      if (isReadTrouble(error)) deps.damage.noteUnreadable(error);
    }),
  );
  app.notFound(notFound);

  app.use('*', counted(deps.meters));
  app.use(
    '*',
    withRequestId<Env>({
      receivedId: ({ env, req }) => (env.transport === 'link' ? req.header(REQUEST_ID_HEADER) : null),
      log: deps.log,
    }),
  );
  app.use('*', tracedRequests<Env>({ traces: deps.traces, isOurs: ({ env }) => env.transport === 'link' }));
  app.use('*', pageHeaders);
  app.use('/api/*', uncached);
  app.route('/', healthRoutes(deps));

  const small = bodyUpTo<Env>(BODY_BYTES_MAX, tooLarge);
  const upload = bodyUpTo<Env>(UPLOAD_BYTES_MAX, tooLarge);
  const isFile = (path: string): boolean => FILES.has(path);

  // Every request but a long report runs in the foreground; reports wait for it.
  app.use('*', (context, next) =>
    context.req.path.startsWith(REPORTS_PATH) ? next() : deps.others.runForeground(next),
  );
  app.use('/api/*', sameOrigin);
  app.use('/api/*', tracing(deps));
  app.use('/api/staff/images', upload);
  app.use(RELEASE_PATH, bodyUpTo<Env>(RELEASE_BYTES_MAX, tooLarge));
  app.use('/api/*', async (context, next) => (isFile(context.req.path) ? next() : small(context, next)));
  app.use('/api/*', async (context, next) => (isFile(context.req.path) ? next() : jsonOnly(context, next)));
  // Whoever tries tokens or codes that are not theirs is slowed like whoever looks for other people's orders.
  app.use('/api/orders/*', async (context, next) => {
    await next();
    if (context.res.status !== 401) return;
    const slow = await deps.limits.lookups(context.env.clientIp);
    if (slow) context.res = slow;
  });
  app.use('/link/*', requireLink, small);
  app.use('*', whileUnlocked(deps.writeGate));
  app.use('/api/staff/*', sendAssertion(deps.assertions));

  app.route('/', signUpRoutes(deps));
  app.all(
    '/api/auth/*',
    async (context) => (await deps.users.handle(context.req.raw, context.env)) ?? notFound(context),
  );
  for (const routes of ROOMS) app.route('/', routes(deps));
  if (deps.restoring !== null) app.route('/', restoreRoutes({ ...deps, restoring: deps.restoring }));
  app.route('/', imageRoutes(deps.images));
  app.route('/', imageLinkRoutes(deps.images));

  serveApiDocument(app, { title: 'Balcão: store server', version: deps.version });
  app.use('*', webFiles(deps.config.webDir));
  return app;
}

// Staff screens live on plain http: no HSTS, no upgrade of requests; the provider's card form never runs here.
const pageHeaders = secureHeaders({
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});
