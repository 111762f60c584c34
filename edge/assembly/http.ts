// The one door of the store: every route, over the network of the shop and over the link.
import { setTimeout as delay } from 'node:timers/promises';
import { noMeters } from '@balcao/shared/host/meters.ts';
import { createForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { createApp } from '../http/app.ts';
import { createDiagnostics } from '../machine/diagnostics/diagnostics.ts';
import { createGroupCommit } from '../storage/group-commit.ts';
import { addressesOf } from '../machine/discovery/lan-address.ts';
import { createRemoteEdits } from '../replication/link/edits.ts';
import { createInbox } from '../replication/link/inbox.ts';
import { createFirstRun } from '../shop/first-run/first-run.ts';
import { createSampleMenu } from '../shop/first-run/sample-menu.ts';
import { certificateState } from '../machine/tls/certificate.ts';
import { createBroadcast } from '../http/live/broadcast.ts';
import { createStreams } from '@balcao/shared/host/live-streams.ts';
import { createStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import type { MenuStore } from '../shop/menu/menu-store.ts';
import { createPaymentFacts } from '../shop/orders/payment-facts.ts';
import { createOrdersCsv } from '../shop/reports/orders-csv.ts';
import { createReports } from '../shop/reports/reports.ts';
import { createBreakdown } from '../shop/reports/breakdown.ts';
import { createToday } from '../shop/reports/today.ts';
import { createLimits, STREAM_RULES } from '../http/limits.ts';
import type { WorkerReport } from '@balcao/shared/host/worker.ts';
import type { StoreOptions } from './store-options.ts';
import type { Storage } from './storage.ts';
import type { People } from './people.ts';
import type { Sales } from './sales.ts';
import type { Copies } from './copies.ts';
import type { Privacy } from './privacy.ts';
import type { Machine } from './machine.ts';
import type { Replication } from './replication.ts';

/** The store's HTTP application, with what only its routes use. */
export function assembleHttp(wings: Wings, options: StoreOptions & { workerReports: () => WorkerReport[] }) {
  const { config, log, meters = noMeters } = options;
  const {
    db,
    clock,
    steadyMs,
    clockWatch,
    identity,
    outbox,
    wake,
    room,
    privateLog,
    menu,
    orders,
    wholesale,
    printing,
    images,
    setup,
    audit,
    assertions,
    link,
    relay,
    hasRelay,
    relayCopies,
    payments,
    remotePrices,
    backups,
    damage,
    safeMode,
  } = wings;
  const { timeZone } = config;
  const streams = createStreams(STREAM_RULES);
  const others = createForegroundPriority(delay);
  const diagnostics = createDiagnostics({
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
    errors: options.lastErrors ?? (() => []),
    workers: options.workerReports,
    addresses: () => addressesOf(config),
    publicUrl: link.publicUrl,
  });
  const app = createApp({
    ...wings,
    others,
    meters,
    commits: createGroupCommit(db, meters.committed),
    config,
    version: VERSION,
    log,
    inbox: createInbox(orders, createPaymentFacts(orders, outbox, wings.cash), wholesale),
    remoteEdits: createRemoteEdits({ db, audit, assertions, clock, remotePrices }),
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
      draw: async () => (await import('../demo/seed.ts')).sampleContent(images),
    }),
    restoring: options.restoring ?? null,
    relayCopies: () => (hasRelay() ? relayCopies.state() : null),
    reports: createReports({ db, timeZone, clock, others }),
    readBreakdown: createBreakdown({
      db,
      others,
      feePercents: () => menu.catalog().settings.feePercents,
    }),
    readToday: createToday({
      db,
      timeZone,
      clock,
      lateMinutes: () => menu.catalog().settings.kitchenLateMinutes,
      till: wings.cash.drawer,
      printers: printing.status,
      site: link.state,
      copyOutside: wings.outside.newest,
      pricesToChoose: () => {
        const conflicts = wings.remotePrices.list('ADMIN');
        const [first] = conflicts;
        return first === undefined ? null : { count: conflicts.length, kind: first.kind };
      },
    }),
    ordersCsv: createOrdersCsv({ db, repository: orders.repository, timeZone, others }),
    streamTokens: createStreamTokens(identity.tokenSecret, clock),
    broadcast: createBroadcast(outbox, wake),
    streams,
    limits: createLimits({ orders: config.ordersPerMinute }),
    publicUrl: link.publicUrl,
    diagnostics,
  });
  return { app, streams, diagnostics };
}

type Wings = Storage & People & Sales & Copies & Privacy & Machine & Replication & { menu: MenuStore };
