// The store's HTTP application: doors, routes, the web app. Built from its parts, so that tests can hold it without listening.
import { OpenAPIHono } from '@hono/zod-openapi';
import { secureHeaders } from 'hono/secure-headers';
import { notFound, tooLarge } from '@balcao/shared/host/problems.ts';
import { serveApiDocument } from '@balcao/shared/host/api-document.ts';
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import type { Config } from '../config.ts';
import type { Identity } from '../storage/identity.ts';
import type { Damage } from '../storage/damage.ts';
import { isReadTrouble, type Room } from '../storage/room.ts';
import type { Scrub } from '../machine/scrub.ts';
import type { SafeMode } from '../machine/start/safe-mode.ts';
import type { GroupCommit } from '../storage/group-commit.ts';
import type { Db } from '../storage/open.ts';
import type { Images } from '../shop/images/images.ts';
import { imageLinkRoutes, imageRoutes } from '../shop/images/routes.ts';
import type { Help } from '../machine/help/help.ts';
import { helpRoutes } from '../machine/help/routes.ts';
import type { RemoteEdits } from '../replication/link/edits.ts';
import type { Inbox } from '../replication/link/inbox.ts';
import type { Link } from '../replication/link/link.ts';
import type { Outbox } from '../storage/outbox.ts';
import { linkRoutes } from '../replication/link/routes.ts';
import type { Broadcast } from './live/broadcast.ts';
import type { Streams } from '@balcao/shared/host/live-streams.ts';
import type { StreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import type { Wake } from '../storage/wake.ts';
import type { MenuStore } from '../shop/menu/menu-store.ts';
import type { OrderContext } from '../shop/orders/context.ts';
import type { Printing } from '../printing/printing.ts';
import type { createOrdersCsv } from '../shop/reports/orders-csv.ts';
import type { Reports } from '../shop/reports/reports.ts';
import type { Rollups } from '../shop/reports/rollups.ts';
import { bodyUpTo } from './body-up-to.ts';
import type { Env } from './context.ts';
import { uncached } from '@balcao/shared/host/uncached.ts';
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
import type { Audit } from '../shop/audit/audit.ts';
import type { Trace } from '../shop/audit/trace.ts';
import type { Cash } from '../shop/cash/cash.ts';
import type { FirstRuns } from '../shop/first-run/first-run.ts';
import type { SampleMenu } from '../shop/first-run/sample-menu.ts';
import type { CodeReplacement } from '../replication/recovery/replace-code.ts';
import type { PrivateLog } from '../storage/sealing.ts';
import type { ErasePerson } from '../shop/privacy/erase-person.ts';
import type { Erasure } from '../shop/privacy/erasure.ts';
import type { Person } from '../shop/privacy/person.ts';
import type { Retention } from '../shop/privacy/retention.ts';
import { cashRoutes } from '../shop/cash/routes.ts';
import { orderAdminRoutes } from '../shop/orders/admin-routes.ts';
import { privacyRoutes } from '../shop/privacy/routes.ts';
import { privateSettingsRoutes } from '../shop/settings/routes.ts';
import type { OwnerPhones } from '../shop/alarms/owner-phones.ts';
import type { AskRelay } from '../shop/relay/ask-relay.ts';
import type { RelayPayments } from '../shop/payments/relay-payments.ts';
import { paymentRoutes } from '../shop/payments/routes.ts';
import type { PixKeys } from '../shop/settings/pix-key.ts';
import type { Backups } from '../machine/backup/backups.ts';
import type { Outside } from '../shop/copies/outside.ts';
import type { RelayCopyState } from '../machine/backup/relay-copies.ts';
import type { UsbDrives } from '../shop/copies/usb-drives.ts';
import type { Parked } from '../replication/recovery/parked.ts';
import type { LogResync } from '../replication/recovery/resync.ts';
import type { Rehearsing } from '../replication/recovery/rehearsal.ts';
import type { Restoring } from '../replication/recovery/restoring.ts';
import type { Held, WriteGate } from '../storage/write-gate.ts';
import { backupRoutes } from '../machine/backup/routes.ts';
import { auditRoutes } from '../shop/audit/routes.ts';
import type { StoreDiagnostics } from '../machine/diagnostics/diagnostics.ts';
import { diagnosticsRoutes } from '../machine/diagnostics/routes.ts';
import { recoverySheetRoutes } from '../replication/recovery/sheet-routes.ts';
import { reportRoutes } from '../shop/reports/routes.ts';
import { heldRoutes } from '../replication/link/held-routes.ts';
import { resyncRoutes } from '../replication/recovery/resync-routes.ts';
import { conditionRoutes } from '../machine/diagnostics/condition-routes.ts';
import { relayRoutes } from '../replication/link/pairing-routes.ts';
import { RELEASE_BYTES_MAX, RELEASE_PATH, updateRoutes } from '../machine/update/routes.ts';
import { restoreRoutes } from '../replication/recovery/restore-routes.ts';
import { userRoutes } from '../shop/users/routes.ts';
import type { OwnerPassword } from '../shop/users/owner-password.ts';
import { sendAssertion } from './assertion-header.ts';
import type { NightUpdates } from '../machine/update/night.ts';
import type { Updates } from '../machine/update/updates.ts';
import type { Assertions } from '../shop/users/assertions.ts';
import type { Setup } from '../shop/users/setup.ts';
import type { SignUps } from '../shop/users/sign-ups.ts';
import type { Users } from '../shop/users/users.ts';
import { wholesaleRoutes } from '../shop/wholesale/routes.ts';
import type { Wholesale } from '../shop/wholesale/wholesale.ts';

type Deps = {
  db: Db;
  commits: GroupCommit;
  config: Config;
  identity: Identity;
  version: string;
  clock: () => number;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  wake: Wake;
  writeGate: WriteGate;
  damage: Damage;
  resync: LogResync;
  parked: Parked;
  outbox: Outbox;
  inbox: Inbox;
  assertions: Assertions;
  remoteEdits: RemoteEdits;
  menu: MenuStore;
  orders: OrderContext;
  wholesale: Wholesale;
  users: Users;
  signUps: SignUps;
  setup: Setup;
  firstRun: FirstRuns;
  sampleMenu: SampleMenu;
  restoring: Restoring | null;
  ownerPassword: OwnerPassword;
  audit: Audit;
  trace: Trace;
  cash: Cash;
  backups: Backups;
  privateLog: PrivateLog;
  codeReplacement: CodeReplacement;
  updates: Updates;
  nightUpdates: NightUpdates;
  usbDrives: UsbDrives;
  outside: Outside;
  /** Null without a relay. */
  relayCopies: () => RelayCopyState | null;
  rehearsing: Rehearsing;
  erasure: Erasure;
  person: Person;
  erasePerson: ErasePerson;
  retention: Retention;
  pixKeys: PixKeys;
  payments: RelayPayments;
  /** Asks the relay which commands and rows it holds back for this store. */
  askAboutHeld: AskRelay;
  phones: OwnerPhones;
  images: Images;
  printing: Printing;
  rollups: Rollups;
  reports: Reports;
  others: ForegroundPriority;
  ordersCsv: ReturnType<typeof createOrdersCsv>;
  streamTokens: StreamTokens;
  broadcast: Broadcast;
  diagnostics: StoreDiagnostics;
  help: Help;
  room: Room;
  scrub: Pick<Scrub, 'wrong'>;
  safeMode: SafeMode;
  streams: Streams;
  limits: Limits;
  /** The relay's public address, once known. */
  publicUrl: () => string | null;
  linkState: () => string;
  link: Pick<Link, 'redial' | 'state' | 'relayUrl' | 'publicUrl' | 'trouble' | 'pairWith' | 'unpair'>;
};

/** Why nothing is taken in, for whoever watches the process. */
const HELD_WORDS: Record<Held, string> = {
  behind: 'held: the relay knows orders that this database does not have; they are being brought back',
  unconfirmed: 'held: paired again after it was fenced, and the relay does not follow it yet',
  fenced: 'held: another machine serves this store; pair this one again to take over',
  damaged: 'held: the database file is damaged; restore a backup',
  'read-only': 'held: the disk takes no writes; what is known is shown from a copy in memory',
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
      deps.room.heard(error);
      if (isReadTrouble(error)) deps.damage.heardUnreadable(error);
    }),
  );
  app.notFound(notFound);

  app.use('*', pageHeaders);
  app.use('/api/*', uncached);
  app.get('/healthz', (context) => context.json({ alive: true, version: deps.version }));
  app.get('/readyz', async (context) => {
    // A disk that cannot be read must not keep the reasons from being answered.
    const measured = await measure(deps).catch((error: unknown) => {
      if (!isReadTrouble(error)) throw error;
      deps.damage.heardUnreadable(error);
      return null;
    });
    const held = deps.writeGate.held();
    const reasons = [
      ...(deps.room.takesWrites() ? [] : ['the database cannot be written']),
      ...(deps.damage.unreadable() ? ['a part of the database file cannot be read'] : []),
      ...(held === null ? [] : [HELD_WORDS[held]]),
      ...(deps.safeMode.isOn() ? ['safe mode: it died too often; no background work and no link'] : []),
    ];
    const ready = reasons.length === 0;
    return context.json({ ready, reasons, ...measured }, ready ? 200 : 503);
  });

  const small = bodyUpTo(BODY_BYTES_MAX, tooLarge);
  const upload = bodyUpTo(UPLOAD_BYTES_MAX, tooLarge);
  const isFile = (path: string): boolean => FILES.has(path);

  // Every request but a long report runs in the foreground; reports wait for it.
  app.use('*', (context, next) =>
    context.req.path.startsWith(REPORTS_PATH) ? next() : deps.others.runForeground(next),
  );
  app.use('/api/*', sameOrigin);
  app.use('/api/*', tracing(deps));
  app.use('/api/staff/images', upload);
  app.use(RELEASE_PATH, bodyUpTo(RELEASE_BYTES_MAX, tooLarge));
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
  app.route('/', publicRoutes(deps));
  app.route('/', trackingRoutes(deps));
  app.route('/', staffRoutes(deps));
  app.route('/', catalogRoutes(deps));
  app.route('/', sessionRoutes(deps));
  app.route('/', userRoutes(deps));
  app.route('/', relayRoutes(deps));
  app.route('/', heldRoutes(deps));
  app.route('/', resyncRoutes(deps));
  app.route('/', conditionRoutes(deps));
  if (deps.restoring !== null) app.route('/', restoreRoutes({ ...deps, restoring: deps.restoring }));
  app.route('/', auditRoutes(deps));
  app.route('/', diagnosticsRoutes(deps));
  app.route('/', helpRoutes(deps));
  app.route('/', reportRoutes(deps));
  app.route('/', orderAdminRoutes(deps));
  app.route('/', cashRoutes(deps));
  app.route('/', paymentRoutes(deps));
  app.route('/', pushRoutes(deps));
  app.route('/', privateSettingsRoutes(deps));
  app.route('/', privacyRoutes(deps));
  app.route('/', backupRoutes(deps));
  app.route('/', firstRunRoutes(deps));
  app.route('/', updateRoutes(deps));
  app.route('/', recoverySheetRoutes(deps));
  app.route('/', printingRoutes(deps));
  app.route('/', wholesaleRoutes(deps));
  app.route('/', imageRoutes(deps.images));
  app.route('/', linkRoutes(deps));
  app.route('/', imageLinkRoutes(deps.images));

  serveApiDocument(app, { title: 'Balcão: store server', version: deps.version });
  app.use('*', webFiles(deps.config.webDir));
  return app;
}

const measure = async ({ outbox, diagnostics }: Pick<Deps, 'outbox' | 'diagnostics'>) => ({
  seq: outbox.head().seq,
  ...(await diagnostics.health()),
});

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
