// What the store says of itself to who watches it: the same figures as its diagnostics, without a name.
import type { Gauge } from '@balcao/shared/host/meters.ts';
import { workerGauges } from '@balcao/shared/host/metrics-page.ts';
import type { WorkerReport } from '@balcao/shared/host/worker.ts';
import type { StoreHealth } from '@balcao/shared/http/diagnostics.ts';

/** What is looked at; null while no store is open. */
export type Watched = {
  health(): Promise<StoreHealth>;
  seq(): number;
  printers(): readonly { state: string; waiting: number; held: number; failed: number }[];
  streams: { size(): number };
  takesWrites(): boolean;
  workers(): readonly WorkerReport[];
};

/** The gauges of a store, which may be another one each time somebody asks. */
export function storeGauges(version: string, watched: () => Watched | null): Gauge[] {
  const of = <T extends number | Record<string, number> | null>(
    name: string,
    help: string,
    read: (store: Watched) => T | Promise<T>,
    label?: string,
  ): Gauge => ({
    name,
    help,
    ...(label === undefined ? {} : { label }),
    read: () => {
      const store = watched();
      return store === null ? null : read(store);
    },
  });
  const ofHealth = (name: string, help: string, read: (health: StoreHealth) => number | null): Gauge =>
    of(name, help, async (store) => read(await store.health()));
  return [
    { name: 'build', help: 'The version that runs', label: 'version', read: () => ({ [version]: 1 }) },
    of('open', 'Whether it takes writes', (store) => (store.takesWrites() ? 1 : 0)),
    of('log_rows', 'Rows of the log', (store) => store.seq()),
    ofHealth('linked', 'Whether the link to the relay holds', ({ link }) => (link === 'linked' ? 1 : 0)),
    ofHealth(
      'log_rows_waiting',
      'Rows of the log that the relay has not confirmed',
      (health) => health.rowsWaiting,
    ),
    ofHealth('log_oldest_seconds', 'How long the oldest of them waits', ({ lagMs }) => lagMs / 1000),
    ofHealth('disk_free_bytes', 'Free on the disk of the data', (health) => health.diskFreeBytes),
    ofHealth('disk_bytes', 'The disk of the data', (health) => health.diskTotalBytes),
    ofHealth('backup_timestamp_seconds', 'When the last copy was made', (health) =>
      seconds(health.lastBackupAtMs),
    ),
    ofHealth('copy_outside_timestamp_seconds', 'Of when the newest copy outside this machine is', (health) =>
      seconds(health.copyOutsideAtMs),
    ),
    ofHealth('clock_difference_seconds', "This machine's clock before the relay's", (health) =>
      seconds(health.clockDifferenceMs),
    ),
    of('live_streams', 'Open streams of events', (store) => store.streams.size()),
    of('printers', 'Printers by their state', printersByState, 'state'),
    of(
      'tickets_waiting',
      'Tickets that are not paper yet, by why',
      (store) => ({
        queued: total(store, ({ waiting }) => waiting),
        held: total(store, ({ held }) => held),
        failed: total(store, ({ failed }) => failed),
      }),
      'why',
    ),
    ...workerGauges(() => watched()?.workers() ?? []),
  ];
}

type Printer = ReturnType<Watched['printers']>[number];
const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
const total = (store: Watched, of: (printer: Printer) => number): number =>
  store.printers().reduce((sum, printer) => sum + of(printer), 0);
function printersByState(store: Watched): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of store.printers()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
