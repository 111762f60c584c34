// The relay's HTTP application: doors, routes, the tunnel, the web app. Built from its parts, so that tests can hold it.
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { serveApiDocument } from '@balcao/shared/host/api-document.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { notFound, problemResponse, tooLarge } from '@balcao/shared/host/problems.ts';
import type { Workers } from '@balcao/shared/host/worker.ts';
import { isCardPage } from '@balcao/shared/http/card-pages.ts';
import type { OwnHosts } from '@balcao/shared/host/own-hosts.ts';
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import type { Config } from '../config.ts';
import type { DatabaseSemaphore } from '../storage/database-semaphore.ts';
import { FORWARDED, HOLDER_PATH, type Forwarder } from '../cluster/forward.ts';
import type { Ownership } from '../cluster/ownership.ts';
import type { Gateway } from '../replication/link/gateway.ts';
import type { PairingCodes } from '../shop/stores/pairing.ts';
import type { Copies } from '../replication/copies/copies.ts';
import type { RecoveryCopy } from '../replication/recovery/recovery-copy.ts';
import type { Stores } from '../shop/stores/stores.ts';
import { createRoom } from '../replication/link/room.ts';
import { passOn, storeAway } from '../replication/link/tunnel.ts';
import type { FollowedOrders } from '../shop/orders/followed-orders.ts';
import type { Streams } from '@balcao/shared/host/live-streams.ts';
import type { StoreStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import type { Wake } from '../storage/wake.ts';
import type { Documents } from '../shop/menu/documents.ts';
import type { Pictures } from '../shop/menu/images.ts';
import type { Commands } from '../shop/orders/commands.ts';
import type { Held } from '../shop/orders/held.ts';
import type { Replica } from '../shop/orders/replica.ts';
import { awayRoutes } from '../shop/staff/away-routes.ts';
import type { Edits } from '../shop/staff/edits.ts';
import type { Mirror } from '../shop/staff/mirror.ts';
import { sessionHashOf, type RemoteSessions } from '../shop/staff/remote-sessions.ts';
import type { WholesaleReplica } from '../shop/wholesale/replica.ts';
import type { Payments } from '../payments/payments.ts';
import type { Push } from '../notifications/push.ts';
import { clientOf, type Env, type RouteContext } from './context.ts';
import { withGuardedCookies } from '@balcao/shared/host/host-cookies.ts';
import { uncached } from '@balcao/shared/host/uncached.ts';
import { knownHost, requireDevice, requireStore, sameOrigin } from './guards.ts';
import { healthRoutes } from './health-routes.ts';
import type { ProxyWatch } from './proxy-watch.ts';
import type { Limits } from './limits.ts';
import type { Reseal } from '../reseal.ts';
import { operatorRoutes } from '../shop/stores/operator-routes.ts';
import { pairingRoutes } from '../shop/stores/pairing-routes.ts';
import { copyRoutes } from '../replication/copies/routes.ts';
import { pictureRoutes } from '../shop/menu/picture-routes.ts';
import { heldRoutes } from '../shop/orders/held-routes.ts';
import { recoveryRoutes } from '../replication/recovery/routes.ts';
import { databaseBusy, onRelayError } from './problems.ts';
import { orderRoutes } from '../shop/orders/routes.ts';
import { pushRoutes } from '../notifications/routes.ts';
import { shopRoutes } from '../shop/menu/routes.ts';
import { trackingRoutes } from '../shop/orders/tracking-routes.ts';
import { webFiles } from '@balcao/shared/host/web-files.ts';
import { wholesaleRoutes } from '../shop/wholesale/routes.ts';

export type Deps = {
  config: Config;
  version: string;
  clock: () => number;
  newId: () => string;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  wake: Wake;
  stores: Stores;
  /** The names under which it answers, beside those of the stores. */
  ownHosts: OwnHosts;
  proxies: ProxyWatch;
  pairing: PairingCodes;
  reseal: Reseal;
  replica: Replica;
  wholesale: WholesaleReplica;
  commands: Commands;
  documents: Documents;
  pictures: Pictures;
  gateway: Gateway;
  ownership: Ownership;
  forwarder: Forwarder;
  remoteSessions: RemoteSessions;
  edits: Edits;
  mirror: Mirror;
  recovery: RecoveryCopy;
  copies: Copies;
  held: Held;
  /** Forgets a log that is in doubt; false when it is not. */
  startOver: (storeId: string) => Promise<boolean>;
  payments: Payments;
  push: Push;
  streamTokens: StoreStreamTokens;
  followed: FollowedOrders;
  customers: ForegroundPriority;
  streams: Streams;
  limits: Limits;
  workers: Pick<Workers, 'reports'>;
  /** How long a browser's request waits for the store before it is told to come back for the outcome. */
  answerMsMax: () => number;
  /** Fails when the database does not answer. */
  ping: () => Promise<void>;
  /** Admits requests to the embedded database; null with PostgreSQL. */
  semaphore: Pick<DatabaseSemaphore, 'admit'> | null;
};

const BODY_BYTES_MAX = 256 * 1024;
const UPLOAD_BYTES_MAX = 6 * 1024 * 1024;
/** Limits of the routes whose body may be long. */
const UPLOAD_PATH = '/api/staff/images';

export type App = OpenAPIHono<Env>;

export function createApp(deps: Deps): App {
  const { config, stores } = deps;
  const app = new OpenAPIHono<Env>();
  app.onError(onRelayError(deps.log));
  app.notFound(notFound);

  const forwardedFor = (context: RouteContext): Promise<string | null> =>
    deps.forwarder.callerOf(context.req.header(FORWARDED));
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
  const small = bodyLimit({ maxSize: BODY_BYTES_MAX, onError: tooLarge });
  const upload = bodyLimit({ maxSize: UPLOAD_BYTES_MAX, onError: tooLarge });
  app.use('*', pageHeaders(config));
  app.use('/api/*', uncached);
  // Cookies of a forwarded request were renamed by the process that took it, which renames those of the answer too.
  if (config.publicUrl.startsWith('https:'))
    app.use('*', async (context, next) => {
      if ((await forwardedFor(context)) !== null) return next();
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

  app.get(HOLDER_PATH, async (context) =>
    (await forwardedFor(context)) === null
      ? notFound(context)
      : context.json({ instance: await deps.gateway.holder(context.req.param('storeId')) }),
  );

  /** The answer of the process that holds the store's link; null when that is this one, or none. */
  async function elsewhere(context: RouteContext): Promise<Response | null> {
    const storeId = context.get('storeId');
    if (deps.gateway.session(storeId) !== null || (await forwardedFor(context)) !== null) return null;
    const owner = await deps.ownership.elsewhere(storeId);
    if (owner === null) return null;
    try {
      return await deps.forwarder.send(
        owner.address,
        context.req.raw,
        clientOf(context, config.trustedProxies),
      );
    } catch (error) {
      deps.log.warn({ err: error, storeId }, 'the process that holds a link does not answer');
      return null;
    }
  }

  const room = createRoom();
  const tunnel = async (context: RouteContext): Promise<Response> => {
    const origin = new URL(config.publicUrl);
    const host = context.req.header('host') ?? origin.host;
    const storeId = context.get('storeId');
    const sessionHash = sessionHashOf(context.req.header('cookie'));
    const clientIp = (await forwardedFor(context)) ?? clientOf(context, config.trustedProxies);
    const onOver = room.enter(storeId, clientIp);
    if (onOver === null) return crowded();
    const response = await passOn(deps.gateway.session(storeId), context.req.raw, {
      clientIp,
      uploads: context.req.path === UPLOAD_PATH,
      onOver,
      origin: `${origin.protocol}//${host}`,
      breakOff: () => context.env.outgoing?.destroy(),
      onAssertion: (assertion) => {
        if (sessionHash === null) return;
        deps.remoteSessions
          .hear(storeId, sessionHash, assertion)
          .catch((error: unknown) => deps.log.error({ err: error, storeId }, 'a vouch could not be kept'));
      },
    });
    if (sessionHash !== null && context.req.path === '/api/auth/sign-out' && response.ok)
      await deps.remoteSessions.end(storeId, sessionHash);
    return response;
  };
  // Before anything reaches the store: it is a small machine behind a thin line.
  const limitPassedOn = createMiddleware<Env>(async (context, next) => {
    const known = sessionHashOf(context.req.header('cookie')) !== null;
    const limit = known ? deps.limits.staff : deps.limits.strangers;
    const caller = (await forwardedFor(context)) ?? clientOf(context, config.trustedProxies);
    return (await limit(caller, context.get('storeId'))) ?? next();
  });
  const passedOn = ['/api/auth/*', '/api/staff/*', '/api/help/*'];
  for (const path of passedOn)
    app.use(path, requireStore(stores), limitPassedOn, async (context, next) =>
      deps.gateway.session(context.get('storeId')) ? tunnel(context) : ((await elsewhere(context)) ?? next()),
    );
  app.route('/', awayRoutes(deps));
  for (const path of passedOn) app.all(path, storeAway);

  app.use('/api/*', async (_context, next) => {
    if (deps.semaphore === null) return next();
    return (await deps.semaphore.admit(next)) ? undefined : databaseBusy();
  });
  app.use('/api/*', (_context, next) => deps.customers.runForeground(next));
  // Whoever tries tokens or codes that are not theirs is slowed like whoever looks for other people's orders.
  app.use('/api/orders/*', async (context, next) => {
    await next();
    if (context.res.status !== 401) return;
    const slow = await deps.limits.lookups(clientOf(context, config.trustedProxies), context.get('storeId'));
    if (slow) context.res = slow;
  });
  app.route('/', recoveryRoutes(deps));
  app.route('/', copyRoutes(deps));
  app.route('/', heldRoutes(deps));
  app.route('/', shopRoutes(deps));
  app.route('/', orderRoutes(deps));
  app.route('/', trackingRoutes(deps));
  app.route('/', wholesaleRoutes(deps));
  app.route('/', deps.payments.routes);
  app.route('/', pushRoutes(deps));
  app.route('/', pictureRoutes({ ...deps, elsewhere }));

  serveApiDocument(app, { title: 'Balcão: relay', version: deps.version });
  app.use('*', webFiles(config.webDir));
  return app;
}

/** What the operator's commands ask: an application of its own, for a listener that no stranger reaches. */
export function createOperatorApp(deps: Deps): App {
  const app = new OpenAPIHono<Env>();
  app.onError(onRelayError(deps.log));
  app.notFound(notFound);
  app.use('*', bodyLimit({ maxSize: BODY_BYTES_MAX, onError: tooLarge }));
  app.route('/', operatorRoutes(deps));
  return app;
}

const PROVIDER_HOSTS = [
  'https://*.mercadopago.com',
  'https://*.mercadopago.com.br',
  'https://*.mlstatic.com',
  'https://*.mercadolibre.com',
];

/** The provider's card form is let into the pages that draw it, and into no other. */
function pageHeaders(config: Config) {
  const [ordinary, withCard] = [headersOf(config, []), headersOf(config, providerOf(config))];
  return createMiddleware<Env>((context, next) =>
    isCardPage(context.req.path, context.req.query('passo') ?? null)
      ? withCard(context, next)
      : ordinary(context, next),
  );
}

function providerOf({ mercadoPago }: Config): string[] {
  const simulated = [mercadoPago.sdkUrl, mercadoPago.baseUrl]
    .filter((url) => url !== null)
    .map((url) => new URL(url).origin);
  return [...PROVIDER_HOSTS, ...simulated];
}

function headersOf({ publicUrl }: Config, provider: readonly string[]) {
  return secureHeaders({
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...provider],
      styleSrc: ["'self'", "'unsafe-inline'", ...provider],
      imgSrc: ["'self'", 'data:', 'blob:', ...provider],
      fontSrc: ["'self'", ...provider],
      connectSrc: ["'self'", ...provider],
      frameSrc: ["'self'", ...provider],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      // A bank's own page, asked for by the card form, is reached by a form too.
      formAction: ["'self'", ...provider],
      frameAncestors: ["'none'"],
    },
  });
}
