// Work that goes on by itself, as jobs that do not wait for each other: a provider that does not answer must
// not keep an alarm from going out. Each job is a Worker; a wake during a round asks for another.
import type { Traces } from '@balcao/shared/host/traces.ts';
import { createWorker, type WorkerHost, type WorkerReport } from '@balcao/shared/host/worker.ts';

type Job = { name: string; run: () => Promise<unknown> };

/** Where the relay's background jobs say what failed, and what they did. */
export const workerHost = (deps: {
  clock: () => number;
  log: { error(details: object, message: string): void };
  traces?: Traces | null;
}): WorkerHost => ({
  clock: deps.clock,
  traces: deps.traces ?? null,
  onError: (error, { name, failures }) =>
    deps.log.error({ err: error, worker: name, failures }, 'a background job failed; it is tried again'),
});

export function createJobs(jobs: readonly Job[], everyMs: number, host: WorkerHost) {
  const workers = jobs.map((job) => createWorker({ ...job, everyMs }, host));
  return {
    /** There may be something to do. A lost wake delays until the timer, it never loses. */
    wake: (): void => workers.forEach((worker) => worker.wake()),
    start: (): void => workers.forEach((worker) => worker.start()),
    reports: (): WorkerReport[] => workers.map((worker) => worker.report()),
    stop: async (): Promise<void> => void (await Promise.all(workers.map((worker) => worker.stop()))),
    /** One round of every job, one after another, without a start. */
    async once(): Promise<void> {
      for (const worker of workers) await worker.once();
    },
  };
}

/** Runs the work a few at a time. */
export async function mapConcurrent<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, worker));
}
