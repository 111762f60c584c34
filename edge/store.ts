// Puts the store together from its parts: the same in production, in the simulation and in tests. Listens to nothing.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAlarms, type Alarms } from './alarms/alarms.ts';
import { createOwnerPhones, PUSH_AWAY } from './alarms/owner-phones.ts';
import { createPrinterAlarms } from './alarms/printer-alarms.ts';
import { createRightOfWay } from '@balcao/shared/right-of-way.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { createApp, type App } from './app.ts';
import type { Config } from './config.ts';
import { canWrite } from './db/can-write.ts';
import { createDamage, type Damage } from './db/damage.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import type { ErrorFact } from './diagnostics/facts.ts';
import { createGroupCommit } from './db/group-commit.ts';
import { loadIdentity, readMeta, type Identity } from './db/identity.ts';
import { openDatabase, type Db } from './db/open.ts';
import { addressesOf, lanHost } from './discovery/lan-address.ts';
import { createImages, type Images } from './images/images.ts';
import { createAskRelay } from './link/ask-relay.ts';
import { createRemoteEdits } from './link/edits.ts';
import { createInbox } from './link/inbox.ts';
import { createLink, PUBLIC_URL, type Link } from './link/link.ts';
import { createOutbox, type Outbox } from './link/outbox.ts';
import type { RelayClient } from './link/relay-client.ts';
import { createAudit } from './audit/audit.ts';
import { createFirstRun } from './first-run/first-run.ts';
import { createSampleMenu } from './first-run/sample-menu.ts';
import { certificateState } from './tls/certificate.ts';
import { createPrivateLog, createSealer } from './link/sealing.ts';
import { join } from 'node:path';
import { createBackups, type Backups } from './backup/backups.ts';
import { findSticks } from './backup/usb.ts';
import { createCash } from './cash/cash.ts';
import { createErasure } from './privacy/erasure.ts';
import { createWholesaleErasure } from './privacy/wholesale-erasure.ts';
import { createRetention, type Retention } from './privacy/retention.ts';
import { createWholesale, type Wholesale } from './wholesale/wholesale.ts';
import { HELD_AWAY } from './routes/held.ts';
import { createRelayPayments } from './payments/relay-payments.ts';
import { createPixKeys } from './settings/pix-key.ts';
import { createBroadcast } from './live/broadcast.ts';
import { createStreams } from './live/stream.ts';
import { createTickets } from './live/tickets.ts';
import { Wake } from './live/wake.ts';
import { openMenuStore, type MenuStore } from './menu/menu-store.ts';
import { createOrderContext, type OrderContext } from './orders/context.ts';
import { createExpiry } from './orders/expiry.ts';
import { createPaymentFacts } from './orders/payment-facts.ts';
import { createTrackingTokens } from './orders/tracking-token.ts';
import { isClockDoubted } from './diagnostics/machine.ts';
import { createPrinting, type Printing } from './print/printing.ts';
import { createOrdersCsv } from './reports/orders-csv.ts';
import { createReports } from './reports/reports.ts';
import { createRollups, type Rollups } from './reports/rollups.ts';
import { createRefill, type Refill } from './recovery/refill.ts';
import { createRelayCopy } from './recovery/relay-copy.ts';
import { createReplay } from './recovery/replay.ts';
import { logSecrets } from './recovery/secrets.ts';
import type { Restoring } from './recovery/restoring.ts';
import { createStanding, type Standing } from './recovery/standing.ts';
import { createLimits } from './routes/limits.ts';
import { linkListener } from './routes/transport.ts';
import { createOwnerPassword } from './users/owner-password.ts';
import { createAssertions } from './users/assertions.ts';
import { createUpdates } from './update/updates.ts';
import { createSetup, type Setup } from './users/setup.ts';
import { createUsers, type Users } from './users/users.ts';

export type Store = {
  app: App;
  db: Db;
  identity: Identity;
  outbox: Outbox;
  /** Whether anything may be taken in. */
  standing: Standing;
  damage: Damage;
  refill: Refill;
  menu: MenuStore;
  images: Images;
  users: Users;
  setup: Setup;
  orders: OrderContext;
  wholesale: Wholesale;
  printing: Printing;
  rollups: Rollups;
  retention: Retention;
  /** What the owner must hear of. */
  alarms: Alarms;
  backups: Backups;
  link: Link;
  /** Starts the workers: printing, expiry, the link. */
  start(): void;
  /** Ends streams and workers, then closes the database. Everything acknowledged is on disk already. */
  drain(): Promise<void>;
};

const DAMAGED =
  'A loja parou de vender: o banco de dados desta máquina está danificado. Na máquina da loja, restaure a última cópia: sudo balcao restore --list';

export async function openStore(given: {
  config: Config;
  /** The database file, or `:memory:`. */
  file: string;
  migrationsFolder: string;
  clock: () => number;
  log: Logger;
  /** Outlives the store: what it restores takes this one's place. Without it nothing is restored from here. */
  restoring?: Restoring;
  /** The newest warnings and errors of the log, for diagnostics. */
  lastErrors?: () => ErrorFact[];
  /** Stands in for the relay's /edge calls, in tests. */
  relay?: Pick<RelayClient, 'request'>;
  /** Stands in for what the machine says of its clock, in tests. */
  isClockDoubted?: () => boolean;
  /** Stands in for the sticks in the machine, in tests. */
  sticks?: () => Promise<string[]>;
}): Promise<Store> {
  const { config, clock, log } = given;
  const { timeZone } = config;
  const wake = new Wake();
  const db = openDatabase(given.file, given.migrationsFolder);
  const identity = loadIdentity(db);
  const standing = createStanding(db, {
    expectsWord: (readMeta(db, PUBLIC_URL) ?? '') !== '',
  });
  const outbox = createOutbox(db, identity, standing.check);
  const menu = openMenuStore(db, wake);
  const images = createImages({ db });
  const sealer = createSealer(db);
  const privateLog = createPrivateLog(outbox, sealer);
  const audit = createAudit({ db, log: privateLog, clock });
  const users = createUsers({ db, secret: identity.authSecret, log: privateLog, audit, clock });
  const assertions = createAssertions({ identity, seq: () => outbox.head().seq, clock });
  const setup = createSetup(users.accounts);
  const ownerPassword = createOwnerPassword({ db, accounts: users.accounts, clock });
  const settings = () => menu.catalog().settings;
  const printing = createPrinting({
    db,
    clock,
    log,
    timeZone,
    simulators: config.simulators,
    onChange: () => wake.notify('printer'),
    onPrinter: (id, printer) =>
      privateLog('setting', `printer.${id}`, printer ?? { id, deleted: true }, clock()),
    facts: {
      shop: () => ({
        name: settings().storeName,
        address: settings().storeAddress,
        phone: settings().storePhone,
      }),
      siteUrl: () => link.publicUrl() ?? `http://${lanHost()}:${config.port}`,
      // What is paid by cash, card or the provider has no code of ours.
      pixCode: (order) =>
        order.paymentMethod === null || order.paymentMethod === 'pix_manual'
          ? (pixKeys.codeOf(order)?.brCode ?? null)
          : null,
    },
    logo: { hash: () => settings().logo, read: (hash) => images.read(hash, 'print') },
  });
  wake.on('print', () => printing.wake());
  const orders = createOrderContext({
    db,
    menu,
    outbox,
    tokens: createTrackingTokens(identity.tokenSecret),
    wake,
    clock,
    timeZone,
    isClockDoubted: given.isClockDoubted ?? isClockDoubted,
    enqueueTicket: printing.queue.enqueueTicket,
  });
  const wholesale = createWholesale({
    db,
    menu,
    outbox,
    audit,
    wake,
    clock,
    enqueue: printing.queue.enqueueWholesale,
  });
  const rollups = createRollups({ db, identity, outbox, wake, timeZone, log });
  const cash = createCash({ db, log: privateLog, audit, clock, enqueueClose: printing.queue.enqueueClose });
  const pixKeys = createPixKeys({ db, log: privateLog, audit, clock });
  const sticks = given.sticks ?? (() => findSticks(config.usbDir));
  const backups = createBackups({
    db,
    folder: join(config.dataDir, 'edge', 'backups'),
    sticks,
    clock,
    timeZone,
    log,
    onState: (failure) =>
      failure === null ? alarms.end('backup') : alarms.raise('backup', 'Cópia de segurança falhou', failure),
  });
  const erasure = createErasure({
    orders,
    outbox,
    rollups,
    audit,
    cash,
    wholesale: createWholesaleErasure({ db, outbox, wholesale }),
    backups,
  });
  const retention = createRetention({
    db,
    erasure,
    rollups,
    audit,
    log: privateLog,
    clock,
    timeZone,
    onError: (error) => log.error({ err: error }, 'old personal data could not be cleared'),
  });
  const alarms = createAlarms({ db, outbox, wake, clock });
  const damage = createDamage({
    file: given.file,
    log,
    onDamage() {
      try {
        // The last thing that is written: the owner's phone hears of it by the site.
        alarms.raise('database', 'Banco de dados danificado', DAMAGED);
      } catch (error) {
        log.error({ err: error }, 'no alarm could be raised for the damaged database');
      }
      standing.hold('damaged');
    },
  });
  const printerAlarms = createPrinterAlarms({
    status: () => printing.status(),
    settings,
    alarms,
    clock,
    timeZone,
    onError: (error) => log.error({ err: error }, 'an alarm about a printer could not be written'),
  });
  const expiry = createExpiry(orders);
  const streams = createStreams();
  const link = await createLink({
    db,
    identity,
    doc: menu.doc,
    relayUrl: config.relayUrl,
    pairingCode: config.pairingCode,
    storeName: () => menu.catalog().settings.storeName,
    listener: (incoming, outgoing) => overLink(incoming, outgoing),
    onLinked: () => refill.linked(),
    onPaired: () => refill.paired(),
    // A machine that was fenced would take the first one's place when that restarts.
    welcome: () => standing.held() !== 'fenced',
    onReplaced: () => standing.hold('fenced'),
    onUnreachable: standing.heard,
    log,
  });
  const request = given.relay?.request ?? link.relay.request;
  const refill: Refill = createRefill({
    db,
    identity,
    standing,
    replay: createReplay(db, sealer),
    copy: createRelayCopy(request),
    alarms,
    today: () => ({ today: orders.panel.today(clock()), nowMs: clock() }),
    logOrder: orders.log,
    wake,
    redial: () => link.redial(),
    log,
  });
  const relay = {
    request,
    isLinked: () => given.relay !== undefined || link.state() === 'linked',
    log,
  };
  const hasRelay = (): boolean => given.relay !== undefined || link.relayUrl() !== null;
  const payments = createRelayPayments({ ...relay, hasRelay, orders, audit });
  const phones = createOwnerPhones({
    ask: createAskRelay({ ...relay, away: PUSH_AWAY }),
    adminIds: () =>
      users.accounts
        .list()
        .filter((one) => one.role === 'ADMIN')
        .map((one) => one.id),
  });
  const askAboutHeld = createAskRelay({ ...relay, away: HELD_AWAY });
  const isWritable = () => canWrite(db);
  const others = createRightOfWay(delay);
  const app = createApp({
    db,
    others,
    askAboutHeld,
    commits: createGroupCommit(db),
    standing,
    damage,
    refill,
    config,
    identity,
    version: VERSION,
    clock,
    log,
    wake,
    outbox,
    inbox: createInbox(orders, createPaymentFacts(orders, outbox), wholesale),
    assertions,
    remoteEdits: createRemoteEdits({ db, audit, assertions, clock }),
    menu,
    orders,
    wholesale,
    users,
    setup,
    firstRun: createFirstRun({
      db,
      log: privateLog,
      clock,
      setup,
      menu,
      printing,
      link,
      payments,
      demo: config.demo,
    }),
    sampleMenu: createSampleMenu({ db, menu, images, audit }),
    restoring: given.restoring ?? null,
    ownerPassword,
    audit,
    cash,
    backups,
    updates: createUpdates({
      db,
      dataDir: config.dataDir,
      statusFile: config.updateStatus,
      updateUrl: config.updateUrl,
      backups,
      audit,
      clock,
    }),
    sticks,
    erasure,
    retention,
    pixKeys,
    payments,
    phones,
    images,
    printing,
    rollups,
    reports: createReports({ db, timeZone, clock, others }),
    ordersCsv: createOrdersCsv({ db, repository: orders.repository, timeZone, others }),
    tickets: createTickets(identity.tokenSecret, clock),
    broadcast: createBroadcast(outbox, wake),
    streams,
    limits: createLimits({ orders: config.ordersPerMinute }),
    publicUrl: link.publicUrl,
    linkState: link.state,
    link,
    isWritable,
    diagnostics: createDiagnostics({
      sqlite: db.$client,
      dataDir: config.dataDir,
      version: VERSION,
      storeId: identity.storeId,
      clock,
      linkState: link.state,
      request: () => (hasRelay() ? relay.request : null),
      printers: () => printing.status(),
      backup: backups.state,
      isWritable,
      isDamaged: damage.found,
      mdns: config.mdns,
      certificate: () => certificateState(config.tls, clock()),
      errors: given.lastErrors ?? (() => []),
      addresses: () => addressesOf(config),
      publicUrl: link.publicUrl,
    }),
  });
  const overLink = linkListener(app);
  let stopWaiting = (): void => undefined;

  return {
    app,
    standing,
    damage,
    refill,
    db,
    identity,
    outbox,
    menu,
    images,
    users,
    setup,
    orders,
    wholesale,
    printing,
    rollups,
    retention,
    alarms,
    backups,
    link,
    start() {
      damage.start();
      printing.start();
      phones.start();
      link.start();
      // What writes by itself waits until nothing holds the store: a row too many, and its past could not come back.
      stopWaiting = standing.whenFree(() => {
        logSecrets(db, identity, privateLog, clock());
        expiry.start();
        rollups.start();
        retention.start();
        backups.start();
        printerAlarms.start();
      });
    },
    async drain() {
      stopWaiting();
      damage.drain();
      streams.drain();
      expiry.drain();
      printerAlarms.drain();
      phones.drain();
      retention.drain();
      await Promise.all([link.drain(), printing.drain(), rollups.drain(), backups.drain(), refill.drain()]);
      db.$client.close();
    },
  };
}
