// The one door of the store: every route, over the network of the shop and over the link.
import { setTimeout as delay } from 'node:timers/promises';
import { noMeters } from '@balcao/shared/host/meters.ts';
import {
  createForegroundPriority,
  type ForegroundPriority,
} from '@balcao/shared/host/foreground-priority.ts';
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
  const { config, log, meters = noMeters, traces = null } = options;
  const { db, clock, identity, outbox, wake, menu, orders, audit, link } = wings;
  const streams = createStreams(STREAM_RULES);
  const others = createForegroundPriority(delay);
  const diagnostics = assembleDiagnostics(wings, options);
  const app = createApp({
    ...wings,
    others,
    meters,
    traces,
    commits: createGroupCommit(db, meters.recordCommit),
    config,
    version: VERSION,
    log,
    ...assembleReports(wings, { timeZone: config.timeZone, others }),
    inbox: createInbox(orders, wings.paymentFacts, wings.wholesale),
    remoteEdits: createRemoteEdits(wings),
    firstRun: createFirstRun({ ...wings, log: wings.privateLog, demo: config.demo }),
    sampleMenu: createSampleMenu({
      menu,
      audit,
      // Loaded when it is wanted: once in a store's life.
      draw: async () => (await import('../demo/seed.ts')).sampleContent(wings.images),
    }),
    restoring: options.restoring ?? null,
    relayCopies: () => (wings.hasRelay() ? wings.relayCopies.state() : null),
    streamTokens: createStreamTokens(identity.tokenSecret, clock),
    broadcast: createBroadcast(outbox, wake),
    streams,
    limits: createLimits({ orders: config.ordersPerMinute }),
    publicUrl: link.publicUrl,
    diagnostics,
  });
  return { app, streams, diagnostics };
}

/** What is said of the store to who looks after it. */
function assembleDiagnostics(
  {
    db,
    clock,
    steadyMs,
    clockWatch,
    identity,
    room,
    printing,
    link,
    relay,
    hasRelay,
    backups,
    damage,
    safeMode,
  }: Wings,
  { config, lastErrors = () => [], workerReports }: Parameters<typeof assembleHttp>[1],
) {
  return createDiagnostics({
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
    errors: lastErrors,
    workers: workerReports,
    addresses: () => addressesOf(config),
    publicUrl: link.publicUrl,
  });
}

/** What an owner reads of the trade; each of them gives way to `others`, who sell. */
function assembleReports(
  { db, clock, menu, orders, cash, printing, link, outside, remotePrices }: Wings,
  given: { timeZone: string; others: ForegroundPriority },
) {
  const settings = () => menu.catalog().settings;
  return {
    reports: createReports({ ...given, db, clock }),
    readBreakdown: createBreakdown({ ...given, db, feePercents: () => settings().feePercents }),
    readToday: createToday({
      ...given,
      db,
      clock,
      lateMinutes: () => settings().kitchenLateMinutes,
      till: cash.drawer,
      printers: printing.status,
      site: link.state,
      copyOutside: outside.newest,
      pricesToChoose: () => {
        const conflicts = remotePrices.list('ADMIN');
        const [first] = conflicts;
        return first === undefined ? null : { count: conflicts.length, kind: first.kind };
      },
    }),
    ordersCsv: createOrdersCsv({ ...given, db, repository: orders.repository }),
  };
}

type Wings = Storage & People & Sales & Copies & Privacy & Machine & Replication & { menu: MenuStore };
