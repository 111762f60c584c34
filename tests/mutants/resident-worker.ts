// One worker thread for all the mutants of an area. Vitest ends a worker with each run, and Stryker makes a run of each mutant: what a
// mutant costs is then mostly what is imported anew. Here the thread stays, with the modules that it has loaded; a test file is run anew
// each time. Which mutant is active is asked when a mutated line runs, so that nothing need be loaded again for it; mutants in what runs
// while a module loads are left out (`ignoreStatic`).
import { ThreadsPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node';

let resident: ResidentWorker | null = null;

class ResidentWorker extends ThreadsPoolWorker {
  override readonly name = 'resident';
  #isUp = false;
  #listeners = new Set<(message: unknown) => void>();

  override async start(): Promise<void> {
    if (this.#isUp) return;
    await super.start();
    this.#isUp = true;
  }

  override on(event: string, callback: (message: unknown) => void): void {
    if (event === 'message') this.#listeners.add(callback);
    super.on(event, callback);
  }

  override off(event: string, callback: (message: unknown) => void): void {
    this.#listeners.delete(callback);
    super.off(event, callback);
  }

  override send(message: WorkerRequest): void {
    if (message?.type !== 'stop') {
      super.send(message);
      return;
    }
    const stopped = { type: 'stopped', __vitest_worker_response__: true };
    queueMicrotask(() => {
      for (const hear of this.#listeners) hear(stopped);
    });
  }

  /** Not before the process ends: the next mutant is run in it. */
  override async stop(): Promise<void> {}
}

export const residentPool = {
  name: 'resident',
  createPoolWorker: (options: PoolOptions): ResidentWorker => (resident ??= new ResidentWorker(options)),
};
