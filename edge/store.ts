// Puts the store together from its parts: the same in production, in the simulation and in tests. Listens to nothing.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import { createAlarms, type Alarms } from './shop/alarms/alarms.ts';
import { createOwnerPhones, PUSH_AWAY, TELL_OWNERS_EVERY_MS } from './shop/alarms/owner-phones.ts';
import { endDeviceAlarm, raiseDeviceAlarm } from './shop/alarms/device-alarms.ts';
import {
  createOutsideAlarm,
  OUTSIDE_LOOK_EVERY_MS,
  type OutsideAlarm,
} from './machine/backup/outside-alarm.ts';
import { createPrinterAlarms, PRINTER_LOOK_EVERY_MS } from './printing/printer-alarms.ts';
import { createUnpaidAlarm, UNPAID_LOOK_EVERY_MS } from './shop/alarms/unpaid-alarm.ts';
import { createClockWatch } from './storage/clock/clock-watch.ts';
import { readNumbered } from './storage/clock/numbered.ts';
import { createForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { createApp, type App } from './http/app.ts';
import { createBackground } from './background.ts';
import type { Config } from './config.ts';
import { createRoom, isReadTrouble, type Room } from './storage/room.ts';
import { createDamage, type Damage } from './storage/damage.ts';
import { createScrub, type Scrub } from './machine/scrub.ts';
import { createDiagnostics } from './machine/diagnostics/diagnostics.ts';
import type { ErrorFact } from './machine/diagnostics/facts.ts';
import { createGroupCommit } from './storage/group-commit.ts';
import { loadIdentity, readMeta, type Identity } from './storage/identity.ts';
import { openDatabase, type Db } from './storage/open.ts';
import { addressesOf, lanHost } from './machine/discovery/lan-address.ts';
import { findPrinters } from './machine/discovery/find-printers.ts';
import { createImages, type Images } from './shop/images/images.ts';
import { createAskRelay } from './shop/relay/ask-relay.ts';
import { createRemoteEdits } from './replication/link/edits.ts';
import { createInbox } from './replication/link/inbox.ts';
import { changeDeviceKey, isKeyChanging } from './replication/link/change-device-key.ts';
import { createLink, knownRelayUrl, PUBLIC_URL, type Link } from './replication/link/link.ts';
import { createOutbox, type Outbox } from './storage/outbox.ts';
import type { RelayClient } from './shop/relay/relay-client.ts';
import { createTrace, SETTLE_EVERY_MS } from './shop/audit/trace.ts';
import { createAudit, type Audit } from './shop/audit/audit.ts';
import { createFirstRun } from './shop/first-run/first-run.ts';
import { createHelp, type Help, HELP_LOOK_EVERY_MS } from './machine/help/help.ts';
import { createSampleMenu } from './shop/first-run/sample-menu.ts';
import { certificateState } from './machine/tls/certificate.ts';
import { createProver } from './storage/row-proof.ts';
import { createPrivateLog, createSealer } from './storage/sealing.ts';
import { join } from 'node:path';
import { BACKUP_LOOK_EVERY_MS, createBackups, type Backups } from './machine/backup/backups.ts';
import { createReread } from './machine/backup/reread.ts';
import { createUsbDrives } from './shop/copies/usb-drives.ts';
import { createOutside } from './shop/copies/outside.ts';
import { createRelayCopies, RELAY_COPIES_EVERY_MS, type RelayCopies } from './machine/backup/relay-copies.ts';
import { findUsbDrives } from './shop/copies/usb.ts';
import { createCash } from './shop/cash/cash.ts';
import { createErasure } from './shop/privacy/erasure.ts';
import { createErasePerson } from './shop/privacy/erase-person.ts';
import { createPerson } from './shop/privacy/person.ts';
import { createLeftovers, type Leftovers } from './shop/privacy/leftovers.ts';
import { createWholesaleErasure } from './shop/privacy/wholesale-erasure.ts';
import { createRetention, RETAIN_EVERY_MS, type Retention } from './shop/privacy/retention.ts';
import { createWholesale, type Wholesale } from './shop/wholesale/wholesale.ts';
import { HELD_AWAY } from './replication/link/held-routes.ts';
import { createRelayPayments } from './shop/payments/relay-payments.ts';
import { createPixKeys } from './shop/settings/pix-key.ts';
import { createBroadcast } from './http/live/broadcast.ts';
import { createStreams } from '@balcao/shared/host/live-streams.ts';
import { createStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import { Wake } from './storage/wake.ts';
import { openMenuStore, type MenuStore } from './shop/menu/menu-store.ts';
import { createOrderContext, type OrderContext } from './shop/orders/context.ts';
import { EXPIRE_EVERY_MS, expireUnpaid } from './shop/orders/expiry.ts';
import { createPaymentFacts } from './shop/orders/payment-facts.ts';
import { createTrackingTokens } from './shop/orders/tracking-token.ts';
import { isClockDoubted } from './machine/diagnostics/machine.ts';
import { createPrinting, type Printing } from './printing/printing.ts';
import { logPrinter } from './printing/replica.ts';
import { createOrdersCsv } from './shop/reports/orders-csv.ts';
import { createReports } from './shop/reports/reports.ts';
import { createRollups, CATCH_UP_EVERY_MS, type Rollups } from './shop/reports/rollups.ts';
import { createLogResync, type LogResync } from './replication/recovery/resync.ts';
import { createRelayCopy } from './replication/recovery/relay-copy.ts';
import { createParked } from './replication/recovery/parked.ts';
import {
  createCodeReplacement,
  type CodeReplacement,
  RESEAL_LOOK_EVERY_MS,
} from './replication/recovery/replace-code.ts';
import {
  createRehearsing,
  REHEARSE_LOOK_EVERY_MS,
  type Rehearsing,
} from './replication/recovery/rehearsal.ts';
import { createRowRestorer } from './replication/recovery/restore-rows.ts';
import { LOG_SECRETS_EVERY_MS, logSecrets } from './replication/recovery/secrets.ts';
import type { Restoring } from './replication/recovery/restoring.ts';
import { createWriteGate, type WriteGate } from './storage/write-gate.ts';
import { createLimits, STREAM_RULES } from './http/limits.ts';
import { linkListener } from './http/transport.ts';
import { administrators, createOwnerPassword } from './shop/users/owner-password.ts';
import { createAssertions } from './shop/users/assertions.ts';
import { createSafeMode, NO_DEATHS, type SafeMode } from './machine/start/safe-mode.ts';
import type { Deaths } from './machine/start/deaths.ts';
import { createNightUpdates, NIGHT_LOOK_EVERY_MS } from './machine/update/night.ts';
import { createUpdates, type Updates } from './machine/update/updates.ts';
import { createSetup, type Setup } from './shop/users/setup.ts';
import { createSignUps, LAPSE_EVERY_MS } from './shop/users/sign-ups.ts';
import { createUsers, type Users } from './shop/users/users.ts';

export type Store = {
  app: App;
  db: Db;
  identity: Identity;
  outbox: Outbox;
  /** Whether anything may be taken in. */
  writeGate: WriteGate;
  damage: Damage;
  scrub: Scrub;
  resync: LogResync;
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
  outsideAlarm: OutsideAlarm;
  relayCopies: RelayCopies;
  rehearsing: Rehearsing;
  backups: Backups;
  leftovers: Leftovers;
  audit: Audit;
  codeReplacement: CodeReplacement;
  updates: Updates;
  link: Link;
  room: Room;
  safeMode: SafeMode;
  help: Help;
  /** Starts the workers: printing, expiry, the link. */
  start(): void;
  /** Ends streams and workers, then closes the database. Everything acknowledged is on disk already. */
  drain(): Promise<void>;
};

const DAMAGED =
  'A loja parou de vender: o banco de dados desta máquina está danificado. Na máquina da loja, restaure a última cópia: sudo balcao restore --list';

const UNREADABLE =
  'Uma parte dos dados não é lida. A loja segue vendendo enquanto puder: troque o cartão e restaure a última cópia.';

type Given = {
  config: Config;
  /** The database file, or `:memory:`. */
  file: string;
  migrationsFolder: string;
  clock: () => number;
  /** Milliseconds that nobody sets, to see the clock being set by. Without it the clock is taken at its word. */
  steadyMs?: () => number;
  log: Logger;
  /** Outlives the store: what it restores takes this one's place. Without it nothing is restored from here. */
  restoring?: Restoring;
  /** The newest warnings and errors of the log, for diagnostics. */
  lastErrors?: () => ErrorFact[];
  /** How often it died lately; without it never. */
  deaths?: Pick<Deaths, 'lately' | 'tooMany' | 'last' | 'quietMs' | 'forgive'>;
  /** What the machine is looked after by, beside the store's own jobs. */
  chores?: readonly WorkerSpec[];
  /** Gives up something on a disk that is full, for what must be written all the same; false when there is nothing left. */
  makeRoom?: () => boolean;
  /** Stands in for the relay's /edge calls, in tests. */
  relay?: Pick<RelayClient, 'request'>;
  /** Stands in for what the machine says of its clock, in tests. */
  isClockDoubted?: () => boolean;
  /** Stands in for the sticks in the machine, in tests. */
  usbDrives?: () => Promise<string[]>;
};

/** Throws when it cannot be opened, and leaves nothing open then: whoever wants tries again. */
export async function openStore(given: Given): Promise<Store> {
  const db = openDatabase(given.file, given.migrationsFolder);
  try {
    return await assembleStore(db, given);
  } catch (error) {
    db.$client.close();
    throw error;
  }
}

async function assembleStore(db: Db, given: Given): Promise<Store> {
  const { config, log, steadyMs = given.clock } = given;
  const { timeZone } = config;
  const wake = new Wake();
  const clockWatch = createClockWatch({
    wallClock: given.clock,
    steadyMs,
    isClockDoubted: given.isClockDoubted ?? isClockDoubted,
    ...readNumbered(db),
    onStep: () => wake.notify('condition'),
    log,
  });
  const { clock } = clockWatch;
  const keyRelay = isKeyChanging(db) ? knownRelayUrl(db, config.relayUrl) : null;
  // The relay may know the new one only.
  if (keyRelay !== null) await changeDeviceKey(db, keyRelay);
  const identity = loadIdentity(db);
  const writeGate = createWriteGate(db, {
    expectsWord: (readMeta(db, PUBLIC_URL) ?? '') !== '',
  });
  const outbox = createOutbox(db, identity, writeGate.check);
  const menu = openMenuStore(db, wake);
  const images = createImages({ db, spool: join(config.dataDir, 'edge', 'incoming-pictures') });
  const sealer = createSealer(db);
  const privateLog = createPrivateLog(outbox, sealer);
  const isHeld = () => writeGate.held() !== null;
  const audit = createAudit({
    db,
    log: privateLog,
    clock,
    say: (details, message) => log.info(details, message),
    isHeld,
  });
  const trace = createTrace({ audit, secret: identity.authSecret, clock, log });
  const shopName = () => menu.catalog().settings.storeName;
  const users = createUsers({
    db,
    secret: identity.authSecret,
    log: privateLog,
    audit,
    clock,
    steadyMs,
    shopName,
    isHeld,
    onTold: (id) => assertions.forget(id),
    onNewDevice: config.demo ? null : (news) => raiseDeviceAlarm(alarms, news),
    onNewsOver: (userId) => endDeviceAlarm(alarms, userId),
    makeRoom: given.makeRoom ?? (() => false),
  });
  const signUps = createSignUps({
    db,
    accounts: users.accounts,
    audit,
    log: privateLog,
    clock,
  });
  const assertions = createAssertions({ identity, seq: () => outbox.head().seq, clock });
  const setup = createSetup(users.accounts);
  const ownerPassword = createOwnerPassword({ db, accounts: users.accounts, clock });
  const settings = () => menu.catalog().settings;
  const printing = createPrinting({
    findPrinters,
    db,
    clock,
    ageMs: (job) => clockWatch.ageMs('print-job', job.id, job.createdAtMs),
    log,
    timeZone,
    simulators: config.simulators,
    onChange: () => wake.notify('printer'),
    onPrinter: (id, printer) => logPrinter(privateLog, id, printer, clock()),
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
    logo: { hash: () => settings().logo, read: images.grey },
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
    unpaidOrdersFactor: config.unpaidOrdersFactor,
    clockWatch,
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
  const usbDrives = createUsbDrives({
    db,
    present: given.usbDrives ?? (() => findUsbDrives(config.usbDir)),
    log: privateLog,
    audit,
    clock,
  });
  const outside = createOutside({ db, clock });
  const backupsFolder = join(config.dataDir, 'edge', 'backups');
  const backups = createBackups({
    db,
    folder: backupsFolder,
    migrationsFolder: given.migrationsFolder,
    usbDrives,
    outside,
    clock,
    mayEndByAge: clockWatch.mayEndByAge,
    timeZone,
    log,
    onState(failure) {
      if (failure === null) alarms.end('backup');
      else alarms.raise('backup', 'Cópia de segurança falhou', failure);
      // A new one goes out at once, not at the next look.
      background.writers.wake('relay-copies');
    },
  });
  const leftovers = createLeftovers({
    db,
    file: given.file,
    dataDir: config.dataDir,
    updateStatus: config.updateStatus,
    clock,
    log,
  });
  const erasure = createErasure({
    orders,
    outbox,
    rollups,
    audit,
    cash,
    wholesale: createWholesaleErasure({ db, outbox, wholesale }),
    backups,
    leftovers,
  });
  const person = createPerson({
    db,
    repository: orders.repository,
    wholesale: wholesale.repository,
    shopName,
    timeZone,
    clock,
  });
  const erasePerson = createErasePerson({
    file: given.file,
    person,
    erasure,
    backups,
    usbDrives,
    link: () => ({ publicUrl: link.publicUrl(), isLinked: link.state() === 'linked' }),
    clock,
  });
  const retention = createRetention({
    db,
    erasure,
    rollups,
    audit,
    log: privateLog,
    clock,
    timeZone,
  });
  const codeReplacement = createCodeReplacement({
    db,
    outbox,
    log: privateLog,
    audit,
    onReplaced() {
      wake.notify('log');
      background.writers.wake('reseal');
      void backups.renew();
    },
  });
  const alarms = createAlarms({ db, outbox, wake, clock });
  const damage = createDamage({
    file: given.file,
    log,
    onDamage() {
      try {
        // The last thing that is written: the owner's phone hears of it by the site.
        alarms.raise('database', 'Banco de dados danificado', DAMAGED);
      } finally {
        writeGate.hold('damaged');
      }
    },
    onUnreadable(is) {
      wake.notify('condition');
      if (is) alarms.raise('unreadable', 'O cartão da loja tem defeito', UNREADABLE);
      else alarms.end('unreadable');
    },
  });
  const scrub = createScrub({
    db,
    damage,
    alarms,
    onChange: () => wake.notify('condition'),
    clock,
    timeZone,
    log,
  });
  const reread = createReread({
    db,
    folder: backupsFolder,
    migrationsFolder: given.migrationsFolder,
    backups,
    alarms,
    clock,
    timeZone,
    log,
  });
  const printerAlarms = createPrinterAlarms({
    status: () => printing.status(),
    settings,
    alarms,
    clock,
    timeZone,
  });
  const outsideAlarm = createOutsideAlarm({ outside, alarms, hasOwner: () => administrators(db).length > 0 });
  const unpaidAlarm = createUnpaidAlarm({ orders, alarms, clock });
  const streams = createStreams(STREAM_RULES);
  const link = await createLink({
    db,
    identity,
    doc: menu.doc,
    relayUrl: config.relayUrl,
    pairingCode: config.pairingCode,
    storeName: shopName,
    listener: (incoming, outgoing) => overLink(incoming, outgoing),
    onLinked: () => resync.linked(),
    onPaired: () => resync.paired(),
    // A machine that was fenced would take the first one's place when that restarts.
    welcome: () => writeGate.held() !== 'fenced',
    onReplaced(succession) {
      try {
        resync.replaced(succession);
      } catch (error) {
        // Said by a socket, which has nobody to catch it: a disk that is full must not end the process.
        room.heard(error);
        log.error({ err: error }, 'what the relay said of this machine could not be kept');
      }
    },
    onUnreachable: writeGate.heard,
    log,
  });
  const request = given.relay?.request ?? link.relay.request;
  const prover = createProver(db);
  const rowRestorer = createRowRestorer(db, { sealer, prover });
  const parked = createParked({ db, sealer, rowRestorer, privateLog, audit, alarms, clock });
  const resync: LogResync = createLogResync({
    db,
    identity,
    writeGate,
    rowRestorer,
    parked,
    prover,
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
  const relayCopies = createRelayCopies({ ...relay, db, backups, outside });
  const rehearsing = createRehearsing({
    ...relay,
    db,
    folder: join(config.dataDir, 'edge', 'rehearsal'),
    migrationsFolder: given.migrationsFolder,
    timeZone,
    clock,
    usbDrives,
    backups,
    relayCopies,
    onChange: () => wake.notify('condition'),
  });
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
  const room = createRoom({
    db,
    folder: config.dataDir,
    mayTry: () => writeGate.held() !== 'damaged',
    onChange: () => wake.notify('condition'),
    log,
  });
  const safeMode = createSafeMode({
    deaths: given.deaths ?? NO_DEATHS,
    alarms,
    mayWrite: () => writeGate.held() === null,
    goOn: () => startAll(),
    onChange: () => wake.notify('condition'),
    log,
  });
  const help = createHelp({
    audit,
    clock,
    log,
    onChange() {
      wake.notify('log');
      wake.notify('condition');
    },
  });
  const updates = createUpdates({
    db,
    dataDir: config.dataDir,
    statusFile: config.updateStatus,
    updateUrl: config.updateUrl,
    version: VERSION,
    backups,
    audit,
    clock,
  });
  const nightUpdates = createNightUpdates({
    db,
    updates,
    settings,
    isClockDoubted: given.isClockDoubted ?? isClockDoubted,
    timeZone,
    clock,
  });
  const background = createBackground({
    clock,
    log,
    onFailure(error) {
      room.heard(error);
      if (isReadTrouble(error)) damage.heardUnreadable(error);
    },
    menders: [
      room.job,
      damage.job,
      alarms.job,
      safeMode.job,
      { name: 'remote-help', everyMs: HELP_LOOK_EVERY_MS, run: help.settle },
      ...(given.chores ?? []),
    ],
    tellers: [{ name: 'owner-phones', everyMs: TELL_OWNERS_EVERY_MS, run: phones.tellOwners }],
    writers: [
      {
        name: 'recovery-secrets',
        everyMs: LOG_SECRETS_EVERY_MS,
        run: () => logSecrets(db, identity, privateLog, clock()),
      },
      { name: 'report-sums', everyMs: CATCH_UP_EVERY_MS, run: rollups.upToDate },
      { name: 'reseal', everyMs: RESEAL_LOOK_EVERY_MS, run: codeReplacement.reseal },
      scrub.job,
      { name: 'backup', everyMs: BACKUP_LOOK_EVERY_MS, run: backups.look },
      reread.job,
      { name: 'relay-copies', everyMs: RELAY_COPIES_EVERY_MS, run: relayCopies.look },
      { name: 'rehearsal', everyMs: REHEARSE_LOOK_EVERY_MS, run: rehearsing.look },
      { name: 'outside-alarm', everyMs: OUTSIDE_LOOK_EVERY_MS, run: outsideAlarm.look },
      { name: 'refusals', everyMs: SETTLE_EVERY_MS, run: () => trace.settle() },
      { name: 'printer-alarms', everyMs: PRINTER_LOOK_EVERY_MS, run: printerAlarms.look },
      { name: 'unpaid-alarm', everyMs: UNPAID_LOOK_EVERY_MS, run: unpaidAlarm.look },
      { name: 'night-updates', everyMs: NIGHT_LOOK_EVERY_MS, run: nightUpdates.look },
    ],
    agers: [
      { name: 'expiry', everyMs: EXPIRE_EVERY_MS, run: () => expireUnpaid(orders) },
      { name: 'retention', everyMs: RETAIN_EVERY_MS, run: retention.run },
      { name: 'leftovers', everyMs: BACKUP_LOOK_EVERY_MS, run: leftovers.purge },
      { name: 'new-devices', everyMs: LAPSE_EVERY_MS, run: users.sessions.forget },
      { name: 'sign-ups', everyMs: LAPSE_EVERY_MS, run: signUps.lapse },
    ],
    mayWrite: () => writeGate.held() === null,
    mayEndByAge: clockWatch.mayEndByAge,
  });
  const workerReports = () => [...background.reports(), ...printing.reports()];
  const others = createForegroundPriority(delay);
  const app = createApp({
    db,
    others,
    askAboutHeld,
    commits: createGroupCommit(db),
    writeGate,
    damage,
    resync,
    parked,
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
    signUps,
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
    sampleMenu: createSampleMenu({
      menu,
      audit,
      // Loaded when it is wanted: once in a store's life.
      draw: async () => (await import('./demo/seed.ts')).sampleContent(images),
    }),
    restoring: given.restoring ?? null,
    ownerPassword,
    audit,
    trace,
    cash,
    backups,
    privateLog,
    codeReplacement,
    updates,
    nightUpdates,
    usbDrives,
    outside,
    relayCopies: () => (hasRelay() ? relayCopies.state() : null),
    rehearsing,
    erasure,
    person,
    erasePerson,
    retention,
    pixKeys,
    payments,
    phones,
    images,
    printing,
    rollups,
    reports: createReports({ db, timeZone, clock, others }),
    ordersCsv: createOrdersCsv({ db, repository: orders.repository, timeZone, others }),
    streamTokens: createStreamTokens(identity.tokenSecret, clock),
    broadcast: createBroadcast(outbox, wake),
    streams,
    limits: createLimits({ orders: config.ordersPerMinute }),
    publicUrl: link.publicUrl,
    linkState: link.state,
    link,
    room,
    scrub,
    safeMode,
    help,
    diagnostics: createDiagnostics({
      sqlite: db.$client,
      dataDir: config.dataDir,
      version: VERSION,
      storeId: identity.storeId,
      clock,
      steadyMs,
      clockStep: clockWatch.latest,
      linkState: link.state,
      request: () => (hasRelay() ? relay.request : null),
      printers: () => printing.status(),
      backup: backups.state,
      isWritable: room.takesWrites,
      isSafeMode: safeMode.isOn,
      isDamaged: damage.found,
      isUnreadable: damage.unreadable,
      mdns: config.mdns,
      certificate: () => certificateState(config.tls, clock()),
      errors: given.lastErrors ?? (() => []),
      workers: workerReports,
      addresses: () => addressesOf(config),
      publicUrl: link.publicUrl,
    }),
  });
  const overLink = linkListener(app);
  let stopWaiting = (): void => undefined;

  function startAll(): void {
    background.tellers.start();
    link.start();
    stopWaiting = writeGate.whenUnlocked(() => {
      rollups.start();
      background.writers.start();
    });
  }

  return {
    app,
    writeGate,
    damage,
    scrub,
    room,
    safeMode,
    help,
    resync,
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
    outsideAlarm,
    relayCopies,
    rehearsing,
    backups,
    leftovers,
    audit,
    codeReplacement,
    updates,
    link,
    start() {
      damage.start();
      printing.start();
      background.menders.start();
      // Without the link the relay has no word to be waited for.
      if (safeMode.isOn()) writeGate.heard();
      else startAll();
    },
    async drain() {
      stopWaiting();
      images.stop();
      damage.drain();
      streams.drain();
      retention.drain();
      codeReplacement.drain();
      await Promise.all([
        background.stop(),
        link.drain(),
        printing.drain(),
        rollups.drain(),
        backups.drain(),
        rehearsing.drain(),
        resync.drain(),
      ]);
      trace.settle(true);
      db.$client.close();
    },
  };
}
