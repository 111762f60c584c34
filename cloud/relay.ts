// Puts the relay together from its parts: the same in production, in the simulation and in tests. Listens to nothing.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { noMeters } from '@balcao/shared/host/meters.ts';
import { createWorkers } from '@balcao/shared/host/worker.ts';
import { createForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { createAdmission } from './http/admission.ts';
import { createApp, createOperatorApp, type Deps } from './http/app.ts';
import { joinCluster } from './cluster/cluster.ts';
import { openDatabase } from './storage/open.ts';
import { createGateway } from './replication/link/gateway.ts';
import { createCopies } from './replication/copies/copies.ts';
import { createRecoveryCopy } from './replication/recovery/recovery-copy.ts';
import { createReplicator } from './replication/link/replicator.ts';
import { startOver } from './replication/recovery/start-over.ts';
import { createPairing } from './shop/stores/pairing.ts';
import { createStores } from './shop/stores/stores.ts';
import { createFollowedOrders } from './shop/orders/followed-orders.ts';
import { createStreams } from '@balcao/shared/host/live-streams.ts';
import { createStreamTokens, type StoreStreamGrant } from '@balcao/shared/host/stream-tokens.ts';
import { Wake } from './storage/wake.ts';
import { createDocuments } from './shop/menu/documents.ts';
import { createPictures, type Pictures } from './shop/menu/images.ts';
import { createCommands } from './shop/orders/commands.ts';
import { createHeld } from './shop/orders/held.ts';
import { createReplica } from './shop/orders/replica.ts';
import { loadPersonKey } from './storage/persons/person-key.ts';
import { createPersons } from './storage/persons/persons.ts';
import { createSealKept, SEAL_KEPT_EVERY_MS } from './storage/persons/seal-kept.ts';
import { createWholesaleReplica } from './shop/wholesale/replica.ts';
import { createPayments } from './payments/payments.ts';
import { createPush } from './notifications/push.ts';
import { createEdits } from './shop/staff/edits.ts';
import { createMirror } from './shop/staff/mirror.ts';
import type { Relay, RelayOptions } from './relay-port.ts';
import { createReseal } from './reseal.ts';
import { createRemoteSessions } from './shop/staff/remote-sessions.ts';
import { clientOf, upgraderOf, type RouteContext } from './http/context.ts';
import { ownHostsOf } from './http/own-hosts.ts';
import { createProxyWatch } from './http/proxy-watch.ts';
import { relayGauges } from './http/relay-gauges.ts';
import { requireDevice } from './http/guards.ts';
import { createCounts } from './storage/limits/counts.ts';
import { createLimits, STREAM_RULES } from './http/limits.ts';
import { workerHost } from './storage/jobs.ts';
import { createRelayClock } from './storage/relay-clock.ts';
import { householdOf } from '@balcao/shared/host/household.ts';

const LAPSE_EVERY_MS = 15_000;
/** A store that another process revoked loses its link here within this. */
const DISMISS_EVERY_MS = 15_000;
const FORGET_EVERY_MS = 3_600_000;
const CLEAR_COUNTS_EVERY_MS = 60_000;
const ANSWER_MS_MAX = 8000;

export async function openRelay(options: RelayOptions): Promise<Relay> {
  const { config, steadyMs, log, random = Math.random, meters = noMeters } = options;
  const clock =
    steadyMs === undefined ? options.clock : createRelayClock({ wallClock: options.clock, steadyMs, log });
  const { db, repeat, query, semaphore, close } =
    options.database ??
    (await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      migrationsFolder: options.migrationsFolder,
      onLost: (error) => log.warn({ err: error }, 'a connection to the database broke'),
      turnMsMax: options.databaseMsMax,
      onStatement: options.onStatement,
    }));
  const counts = createCounts({
    query,
    secretsKey: config.secretsKey,
    log,
    answerMsMax: options.databaseMsMax,
    points: options.limitPoints,
  });
  const limits = createLimits(counts);
  const wake = new Wake();
  const stores = createStores({ db, clock });
  const pairing = createPairing({ db, stores, pairingCode: config.pairingCode, clock });
  const cluster = await joinCluster({ config, db, wake, clock, onForeign: stores.forget, log });
  const { ownership, forwarder } = cluster;
  const persons = createPersons(await loadPersonKey(db, config.secretsKey, log, config.previousSecretsKey));
  const replica = createReplica({ db, persons, clock, timeZone: config.timeZone });
  const wholesale = createWholesaleReplica({ db, persons, wake, clock, log });
  const commands = createCommands({
    db,
    repeat,
    secretsKey: config.secretsKey,
    persons,
    previousSecretsKey: config.previousSecretsKey,
    wholesale,
    wake,
    clock,
    random,
    newId: uuidv7,
    log,
  });
  const documents = createDocuments({ db, wake, clock, log });
  const remoteSessions = createRemoteSessions({ db, clock });
  const edits = createEdits({ db, documents, remoteSessions, clock, newId: uuidv7, log });
  const customers = createForegroundPriority(delay);
  const streamTokens = createStreamTokens<StoreStreamGrant>(config.secretsKey, clock);
  const followed = createFollowedOrders({
    db,
    persons,
    wake,
    head: async (storeId) => (await stores.byId(storeId))?.seq ?? 0,
    log,
  });
  const gateway = createGateway({
    stores,
    replicator: createReplicator({
      db,
      repeat,
      persons,
      stores,
      wake,
      customers,
      followed,
      onKept: (atMs) => meters.lagged((clock() - atMs) / 1000),
      log,
    }),
    serveCommands: async (session, until) => {
      await Promise.all([commands.serve(session, until), edits.serve(session, until)]);
    },
    serveDocument: documents.serve,
    ownership,
    forwarder,
    isTooOften: async (request) =>
      (await limits.upgrades(upgraderOf(request, config.trustedProxies))) !== null,
    copyPictures: (storeId) => pictures.copyAll(storeId),
    onMoving: (storeId) => streams.endOf(storeId),
    wake,
    clock,
    log,
  });
  const pictures: Pictures = createPictures({
    db,
    session: gateway.session,
    catalog: documents.catalog,
    log,
  });
  const streams = createStreams(STREAM_RULES);
  const admission = createAdmission(options.admission);
  const push = createPush({
    db,
    config,
    isLinked: (storeId) => gateway.session(storeId) !== null,
    settings: async (storeId) => (await documents.catalog(storeId)).settings,
    clock,
    log,
  });
  const payments = createPayments({
    db,
    alarms: push.paymentAlarms,
    commands: { enqueue: commands.enqueue, wake: (storeId) => wake.notify(storeId, 'commands') },
    orders: replica,
    config,
    ...(options.provider && { provider: options.provider }),
    log,
    clock,
    requireDevice: requireDevice(stores),
    counts,
    householdOf: (context) => householdOf(clientOf(context as RouteContext, config.trustedProxies)),
    storeOf: async (context) =>
      (await stores.byHost((context as RouteContext).req.header('host') ?? ''))?.storeId ?? null,
    methodEnabled: async (storeId, method) =>
      (await documents.catalog(storeId)).paymentMethods.some((one) => one.id === method && one.enabled),
  });
  const sealKept = createSealKept({ db, persons });
  const workers = createWorkers(
    [
      { name: 'dismiss-revoked', everyMs: DISMISS_EVERY_MS, run: gateway.dismissUnknown },
      { name: 'lapse-orders', everyMs: LAPSE_EVERY_MS, run: commands.lapse },
      { name: 'clear-counts', everyMs: CLEAR_COUNTS_EVERY_MS, run: counts.clear },
      { name: 'forget-remote-sessions', everyMs: FORGET_EVERY_MS, run: remoteSessions.forget },
      { name: 'seal-persons', everyMs: SEAL_KEPT_EVERY_MS, run: sealKept.run },
      { name: 'forget-answers', everyMs: FORGET_EVERY_MS, run: commands.forget },
    ],
    workerHost({ clock, log }),
  );
  const ping = async (): Promise<void> => {
    await db.execute(sql`select 1`);
  };
  const deps: Deps = {
    workers: { reports: () => [...workers.reports(), ...payments.reports(), ...push.reports()] },
    config,
    version: VERSION,
    clock,
    newId: uuidv7,
    log,
    wake,
    stores,
    ownHosts: ownHostsOf(config, clock),
    proxies: createProxyWatch(config.trustedProxies, log),
    pairing,
    replica,
    wholesale,
    reseal: createReseal({
      db,
      secretsKey: config.secretsKey,
      previousSecretsKey: config.previousSecretsKey,
    }),
    commands,
    documents,
    pictures,
    gateway,
    ownership,
    forwarder,
    remoteSessions,
    edits,
    mirror: createMirror({ db, persons, clock, timeZone: config.timeZone }),
    recovery: createRecoveryCopy({ db, persons, stores }),
    copies: createCopies({ db, bytesMax: config.copyBytesMax }),
    held: createHeld({ db, wake, clock }),
    startOver: (storeId) => startOver(db, storeId),
    payments,
    push,
    streamTokens,
    customers,
    followed,
    streams,
    limits,
    meters,
    admission,
    answerMsMax: options.answerMsMax ?? (() => ANSWER_MS_MAX),
    ping,
    semaphore,
  };
  const app = createApp(deps);
  meters.gauges(relayGauges({ ...deps, db, admission }));

  return {
    app,
    operator: createOperatorApp(deps),
    db,
    stores,
    pairing,
    gateway,
    commands,
    documents,
    attach: gateway.attach,
    start() {
      payments.start();
      push.start();
      workers.start();
    },
    async round() {
      await gateway.dismissUnknown();
      await commands.lapse();
      await commands.forget();
      await counts.clear();
      await payments.round();
      await push.round();
    },
    async stop(answered = () => Promise.resolve()) {
      await workers.stop();
      streams.stop();
      await answered();
      await commands.stop();
      await gateway.stop();
      await payments.stop();
      await push.stop();
      await documents.stop();
      await counts.stop();
      await cluster.stop();
      await close();
    },
  };
}
