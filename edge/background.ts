// Every background job of the store, by name: which run always, and which wait while nothing may be written. Nothing here knows what a job does.
import type { Traces } from '@balcao/shared/host/traces.ts';
import {
  createWorkers,
  type WorkerHost,
  type WorkerReport,
  type WorkerSpec,
} from '@balcao/shared/host/worker.ts';

export function createBackground(deps: {
  clock: () => number;
  log: { error(details: object, message: string): void };
  traces?: Traces | null;
  /** Hears every failure that is told: a full disk is noticed by whoever writes first. */
  onFailure: (error: unknown) => void;
  /** Jobs that repair the store; they run in its safe mode too. */
  menders: readonly WorkerSpec[];
  /** Jobs that report or ask, and write nothing. */
  tellers: readonly WorkerSpec[];
  /** Jobs that write. They wait while the store is write-locked: a new row would keep the rows that it lost from coming back. */
  writers: readonly WorkerSpec[];
  /** Jobs that end or delete what is old. They also wait while the clock is in doubt. */
  agers: readonly WorkerSpec[];
  mayWrite: () => boolean;
  mayEndByAge: () => boolean;
}) {
  const host: WorkerHost = {
    clock: deps.clock,
    traces: deps.traces ?? null,
    onError(error, { name, failures }) {
      deps.onFailure(error);
      deps.log.error({ err: error, worker: name, failures }, 'a background job failed; it is tried again');
    },
  };
  const menders = createWorkers(deps.menders, host);
  const tellers = createWorkers(deps.tellers, host);
  const writers = createWorkers(
    [
      ...deps.writers.map((spec) => ({ ...spec, mayRun: deps.mayWrite })),
      ...deps.agers.map((spec) => ({ ...spec, mayRun: () => deps.mayWrite() && deps.mayEndByAge() })),
    ],
    host,
  );
  const groups = [menders, tellers, writers];
  return {
    menders,
    tellers,
    writers,
    reports: (): WorkerReport[] => groups.flatMap((group) => group.reports()),
    stop: async (): Promise<void> => void (await Promise.all(groups.map((group) => group.stop()))),
  };
}
