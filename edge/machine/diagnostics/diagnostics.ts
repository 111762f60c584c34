// How the store does, gathered when somebody asks; and the same as a file for whoever helps, in which nobody is named.
import type { Diagnostics, DiagnosticsBundle, StoreHealth } from '@balcao/shared/http/diagnostics.ts';
import type { WorkerReport } from '@balcao/shared/host/worker.ts';
import type { ClockStep } from '../../storage/clock/clock-watch.ts';
import { COPY_OUTSIDE, CopyOutside } from '../../shop/copies/outside.ts';
import type { Sqlite } from '../../storage/open.ts';
import { SCRUBBED, Scrubbed } from '../scrub.ts';
import { clockDifference } from '../../replication/link/clock-difference.ts';
import type { RelayClient } from '../../shop/relay/relay-client.ts';
import type { PrinterStatus } from '../../printing/printing.ts';
import { REHEARSALS, Rehearsals } from '../../replication/recovery/rehearsal.ts';
import { checksOf } from './checks.ts';
import type { ErrorFact, Facts, StoreFacts } from './facts.ts';
import { readDisk, readMachine, type Disk } from './machine.ts';

const CLOCK_KEPT_MS = 60_000;

/** What the log and the file say; also of a file that is opened for reading only. */
export function readStore(sqlite: Pick<Sqlite, 'prepare' | 'pragma'>): StoreFacts {
  // By its ends: the log has no gaps, and counting a year of it takes a second in which nobody is served.
  const row = sqlite
    .prepare<[], { seq: number; atMs: number; last: number }>(
      `select seq, at_ms as atMs, (select max(seq) from outbox) as last from outbox
       where seq > coalesce((select seq from checkpoints where follower = 'relay'), 0) order by seq limit 1`,
    )
    .get();
  const pages = Number(sqlite.pragma('page_count', { simple: true }));
  return {
    rowsWaiting: row ? row.last - row.seq + 1 : 0,
    oldestWaitingAtMs: row?.atMs ?? null,
    copyOutsideAtMs: outsideOf(sqlite),
    rehearsals: Rehearsals.parse(jsonOf(sqlite, REHEARSALS) ?? []),
    scrubbed: scrubbedOf(sqlite),
    databaseBytes: pages * Number(sqlite.pragma('page_size', { simple: true })),
  };
}

const jsonOf = (sqlite: Pick<Sqlite, 'prepare'>, key: string): unknown =>
  JSON.parse(
    sqlite.prepare<[string], { value: string }>('select value from meta where key = ?').get(key)?.value ??
      'null',
  );
const outsideOf = (sqlite: Pick<Sqlite, 'prepare'>): number | null =>
  CopyOutside.nullable().parse(jsonOf(sqlite, COPY_OUTSIDE))?.atMs ?? null;
const scrubbedOf = (sqlite: Pick<Sqlite, 'prepare'>): Scrubbed | null =>
  Scrubbed.nullable().parse(jsonOf(sqlite, SCRUBBED));

export type StoreDiagnostics = ReturnType<typeof createDiagnostics>;

export function createDiagnostics(deps: {
  sqlite: Sqlite;
  dataDir: string;
  version: string;
  storeId: string;
  clock: () => number;
  /** Milliseconds that nobody sets. */
  steadyMs: () => number;
  clockStep: () => ClockStep | null;
  linkState: () => string;
  /** Null without a relay. */
  request: () => RelayClient['request'] | null;
  printers: () => PrinterStatus[];
  backup: () => Promise<Facts['backup']>;
  isWritable: () => boolean;
  isDamaged: () => boolean;
  isUnreadable: () => boolean;
  isSafeMode: () => boolean;
  mdns: boolean;
  certificate: () => Promise<Facts['certificate']>;
  errors: () => ErrorFact[];
  workers: () => WorkerReport[];
  addresses: () => string[];
  publicUrl: () => string | null;
}) {
  const { sqlite, clock, steadyMs } = deps;
  const upSinceMs = clock();
  let compared: { atSteadyMs: number; differenceMs: number | null } | null = null;
  let comparing: Promise<void> | null = null;

  /** Compares the clocks when the last time is long ago. */
  function compare(): Promise<void> | null {
    const request = deps.request();
    if (request === null) compared = null;
    else if (comparing === null && (compared === null || steadyMs() - compared.atSteadyMs > CLOCK_KEPT_MS))
      comparing = clockDifference(request, clock).then((differenceMs) => {
        compared = { atSteadyMs: steadyMs(), differenceMs };
        comparing = null;
      });
    return comparing;
  }

  async function facts(): Promise<Facts> {
    await compare();
    return {
      atMs: clock(),
      machine: await readMachine(deps.dataDir, clock()),
      store: readStore(sqlite),
      linkState: deps.linkState(),
      printers: deps.printers(),
      clockDifferenceMs: compared?.differenceMs ?? null,
      clockStep: deps.clockStep(),
      backup: await deps.backup(),
      databaseWritable: deps.isWritable(),
      databaseDamaged: deps.isDamaged(),
      databaseUnreadable: deps.isUnreadable(),
      safeMode: deps.isSafeMode(),
      mdns: deps.mdns,
      certificate: await deps.certificate(),
      errors: deps.errors(),
      workers: deps.workers(),
    };
  }

  const healthOf = (found: Pick<Facts, 'store' | 'linkState' | 'backup'>, disk: Disk): StoreHealth => {
    const { rowsWaiting, oldestWaitingAtMs } = found.store;
    return {
      link: found.linkState,
      rowsWaiting,
      oldestWaitingAtMs,
      lagMs: oldestWaitingAtMs === null ? 0 : Math.max(0, clock() - oldestWaitingAtMs),
      lastBackupAtMs: found.backup.lastAtMs,
      copyOutsideAtMs: found.store.copyOutsideAtMs,
      backupFailure: found.backup.failure?.text ?? null,
      diskFreeBytes: disk.diskFreeBytes,
      diskTotalBytes: disk.diskTotalBytes,
      clockDifferenceMs: compared?.differenceMs ?? null,
      workers: deps.workers(),
    };
  };

  return {
    /** At once: the clocks are compared meanwhile, for the next time. */
    async health(): Promise<StoreHealth> {
      void compare();
      return healthOf(
        { store: readStore(sqlite), linkState: deps.linkState(), backup: await deps.backup() },
        await readDisk(deps.dataDir),
      );
    },

    async collectDiagnostics(): Promise<Diagnostics> {
      const found = await facts();
      return {
        atMs: found.atMs,
        version: deps.version,
        storeId: deps.storeId,
        upSinceMs,
        addresses: deps.addresses(),
        publicUrl: deps.publicUrl(),
        checks: checksOf(found),
        health: healthOf(found, found.machine),
      };
    },

    /** The checks alone, as who helps from afar sees them: the bundle's words. */
    async nameless(): Promise<Pick<Diagnostics, 'atMs' | 'version' | 'upSinceMs' | 'checks'>> {
      const found = namelessOf(await facts());
      return { atMs: found.atMs, version: deps.version, upSinceMs, checks: checksOf(found) };
    },

    async bundle(): Promise<DiagnosticsBundle> {
      const nameless = namelessOf(await facts());
      return {
        madeAtMs: nameless.atMs,
        version: deps.version,
        node: process.version,
        platform: `${process.platform} ${process.arch}`,
        upSinceMs,
        checks: checksOf(nameless),
        facts: nameless,
      };
    },
  };
}

/** Numbers and states only: printers by their place, errors by their kind, and neither addresses nor names. */
function namelessOf(found: Facts): Facts {
  const printers = (found.printers ?? []).map((one, index) => ({
    ...one,
    id: String(index + 1),
    name: `impressora ${index + 1}`,
    detail: null,
  }));
  // A database's own words bring the values with them that it choked on.
  const workers = (found.workers ?? []).map((one) => ({
    ...one,
    lastError: one.lastError === null ? null : 'o motivo está no registro da máquina',
  }));
  return { ...found, printers, workers };
}
