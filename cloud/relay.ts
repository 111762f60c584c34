// Puts the relay together from its parts: the same in production, in the simulation and in tests. Listens to nothing.
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { createStreamTokens, type StoreStreamGrant } from '@balcao/shared/host/stream-tokens.ts';
import { createWorkers } from '@balcao/shared/host/worker.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { assembleBase, type RelayBase } from './assembly/base.ts';
import { assemblePayments } from './assembly/payments.ts';
import { assembleShop, type RelayShop } from './assembly/shop.ts';
import { createAdmission } from './http/admission.ts';
import { createApp, createOperatorApp, type Deps } from './http/app.ts';
import { ownHostsOf } from './http/own-hosts.ts';
import { createProxyWatch } from './http/proxy-watch.ts';
import { relayGauges } from './http/relay-gauges.ts';
import type { Relay, RelayOptions } from './relay-port.ts';
import { createCopies } from './replication/copies/copies.ts';
import { createRecoveryCopy } from './replication/recovery/recovery-copy.ts';
import { startOver } from './replication/recovery/start-over.ts';
import { createReseal } from './reseal.ts';
import { createParkedCommands } from './shop/orders/parked-commands.ts';
import { createMirror } from './shop/staff/mirror.ts';
import { workerHost } from './storage/jobs.ts';
import { createSealKept, SEAL_KEPT_EVERY_MS } from './storage/persons/seal-kept.ts';

/** What no wake told of, and what is tried again. */
const WAKE_DUE_EVERY_MS = 2000;
const LAPSE_EVERY_MS = 15_000;
/** A store that another process revoked loses its link here within this. */
const DISMISS_EVERY_MS = 15_000;
const PURGE_EVERY_MS = 3_600_000;
const LET_GO_EVERY_MS = 15_000;
const CLEAR_COUNTS_EVERY_MS = 60_000;
const ANSWER_MS_MAX = 8000;

export async function openRelay(options: RelayOptions): Promise<Relay> {
  const base = await assembleBase(options);
  const { config, log, clock, database, db, counts, wake, stores, pairing, persons, limits, meters, traces } =
    base;
  const { ownership, forwarder } = base.cluster;
  const { semaphore } = database;
  const shop = assembleShop(base);
  const { commands, documents, gateway, streams } = shop;
  const { push, payments } = assemblePayments(base, shop, options.provider);
  const workers = assembleWorkers(base, shop);
  const admission = createAdmission(options.admission);
  const deps: Deps = {
    ...shop,
    ...{
      config,
      clock,
      log,
      wake,
      stores,
      pairing,
      ownership,
      forwarder,
      payments,
      push,
      limits,
      meters,
      traces,
    },
    ...{ admission, semaphore, version: VERSION, newId: uuidv7 },
    workers: { reports: () => [...workers.reports(), ...payments.reports(), ...push.reports()] },
    ownHosts: ownHostsOf(config, clock),
    proxies: createProxyWatch(config.trustedProxies, log),
    reseal: createReseal({
      db,
      secretsKey: config.secretsKey,
      previousSecretsKey: config.previousSecretsKey,
    }),
    mirror: createMirror({ db, persons, clock, timeZone: config.timeZone }),
    recovery: createRecoveryCopy({ db, persons, stores }),
    copies: createCopies({ db, bytesMax: config.copyBytesMax }),
    parked: createParkedCommands({ db, wake, clock }),
    startOver: (storeId) => startOver(db, storeId),
    streamTokens: createStreamTokens<StoreStreamGrant>(config.secretsKey, clock),
    answerMsMax: options.answerMsMax ?? (() => ANSWER_MS_MAX),
    ping: async () => void (await db.execute(sql`select 1`)),
  };
  meters.gauges(relayGauges({ ...deps, db, admission }));

  return {
    app: createApp(deps),
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
      await commands.wakeDue();
      await commands.lapse();
      await commands.purgeAnswered();
      await documents.letGoIdle();
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
      await base.cluster.stop();
      await database.close();
    },
  };
}

function assembleWorkers({ db, persons, counts, clock, log, traces }: RelayBase, shop: RelayShop) {
  const { gateway, commands, documents, remoteSessions } = shop;
  const sealKept = createSealKept({ db, persons });
  return createWorkers(
    [
      { name: 'dismiss-revoked', everyMs: DISMISS_EVERY_MS, run: gateway.dismissUnknown },
      { name: 'wake-due', everyMs: WAKE_DUE_EVERY_MS, run: commands.wakeDue },
      { name: 'lapse-orders', everyMs: LAPSE_EVERY_MS, run: commands.lapse },
      { name: 'let-go-menus', everyMs: LET_GO_EVERY_MS, run: documents.letGoIdle },
      { name: 'clear-counts', everyMs: CLEAR_COUNTS_EVERY_MS, run: counts.clear },
      { name: 'forget-remote-sessions', everyMs: PURGE_EVERY_MS, run: remoteSessions.purgeExpired },
      { name: 'seal-persons', everyMs: SEAL_KEPT_EVERY_MS, run: sealKept.run },
      { name: 'forget-answers', everyMs: PURGE_EVERY_MS, run: commands.purgeAnswered },
    ],
    workerHost({ clock, log, traces }),
  );
}
