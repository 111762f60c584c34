// One worker per printer, so that a dead one holds up nobody else. Looks at start, when woken, and on a timer.
import { createWorkers, type WorkerReport } from '@balcao/shared/host/worker.ts';
import type { PrinterHealth } from './health.ts';
import { createWorker, type Worker, type WorkerDeps } from './worker.ts';
import type { Delivery } from './conversation.ts';
import type { Printer, Printers } from './printers.ts';

const CHECK_EVERY_MS = 30_000;
const PRUNE_EVERY_MS = 24 * 60 * 60_000;
const STOP_MS_MAX = 5000;

export function createSpooler(deps: WorkerDeps & { printers: Pick<Printers, 'byId' | 'list'> }) {
  const { printers, jobs, clock, ageMs, log, traces = null, onChange } = deps;
  const workers = new Map<string, Worker>();
  let started = false;
  let isRecovered = false;

  function workerOf(printerId: string): Worker {
    const existing = workers.get(printerId);
    if (existing) return existing;
    const worker = createWorker(printerId, deps);
    workers.set(printerId, worker);
    return worker;
  }

  function wake(): void {
    if (!started || !isRecovered) return;
    const current = printers.list();
    for (const printer of current) workerOf(printer.id).wake();
    for (const [id, worker] of workers) {
      if (current.some((printer) => printer.id === id)) continue;
      workers.delete(id);
      worker
        .stop(0)
        .catch((error: unknown) => log.error({ printer: id, err: error }, 'print worker did not end'));
    }
    // What waits on a removed printer has no worker to hold it.
    if (jobs.holdStale(clock(), ageMs) > 0) onChange();
  }

  // What was on its way when the process ended is put back first: before that nothing new is claimed.
  function recover(): void {
    if (isRecovered) return;
    const interrupted = jobs.recover(clock());
    isRecovered = true;
    if (interrupted > 0) log.warn({ interrupted }, 'tickets were interrupted and will be repeated');
  }

  const timedWorkers = createWorkers(
    [
      {
        name: 'print-queue',
        everyMs: CHECK_EVERY_MS,
        run: () => {
          recover();
          wake();
        },
      },
      { name: 'print-prune', everyMs: PRUNE_EVERY_MS, run: () => jobs.prune(clock()) },
    ],
    {
      clock,
      traces,
      onError: (error, { name }) =>
        log.error({ err: error, worker: name }, 'the print queue could not be kept'),
    },
  );

  return {
    wake,
    reports: (): WorkerReport[] => timedWorkers.reports(),

    start(): void {
      started = true;
      timedWorkers.start();
    },

    /** Ends within a few seconds; what was on its way and did not finish is repeated after the next start. */
    async stop(): Promise<void> {
      started = false;
      await timedWorkers.stop();
      await Promise.all([...workers.values()].map((worker) => worker.stop(STOP_MS_MAX)));
      workers.clear();
    },

    healthOf: (printerId: string): PrinterHealth | null => workers.get(printerId)?.health() ?? null,
    testPage: (printer: Printer): Promise<Delivery> => workerOf(printer.id).testPage(printer),
  };
}
