// Opens the store, and tries again until it opens. Trouble that a person must mend is shown meanwhile (`onTrouble`); no start ends for it.
import { statfsSync } from 'node:fs';
import { createWorker, type Worker } from '@balcao/shared/host/worker.ts';
import type { Ballast } from './ballast.ts';
import { troubleOf, type Trouble } from './trouble.ts';

const TRY_EVERY_MS = 3000;

export type Opening<T> = {
  /** What was opened; null when a person must mend something first. */
  now(): Promise<T | null>;
  /** Tries every three seconds. Never resolves after `stop`. */
  untilOpen(): Promise<T>;
  stop(): Promise<void>;
};

export function createOpening<T>(deps: {
  open: () => Promise<T>;
  ballast: Pick<Ballast, 'drop'>;
  /** The folder of the database, whose disk may be full. */
  folder: string;
  /** Called each time that the store could not be opened. */
  onTrouble: (trouble: Trouble) => void;
  clock: () => number;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}): Opening<T> {
  const { log } = deps;
  let worker: Worker | null = null;
  let loggedKind: string | null = null;

  function dropBallast(): boolean {
    try {
      return deps.ballast.drop();
    } catch (error) {
      log.warn({ err: error }, 'the ballast cannot be given up');
      return false;
    }
  }

  async function now(): Promise<T | null> {
    for (;;) {
      try {
        return await deps.open();
      } catch (error) {
        const trouble = troubleOf(error, freeBytes(deps.folder));
        if (trouble.kind === 'disk-full' && dropBallast()) {
          log.warn({}, 'the disk is full: a part of the ballast is given up for this start');
          continue;
        }
        if (loggedKind !== trouble.kind)
          log.error({ err: error, trouble: trouble.kind }, 'the store cannot be opened');
        loggedKind = trouble.kind;
        deps.onTrouble(trouble);
        return null;
      }
    }
  }

  return {
    now,
    untilOpen: () =>
      new Promise((resolve) => {
        worker = createWorker(
          {
            name: 'opening',
            everyMs: TRY_EVERY_MS,
            async run() {
              const opened = await now();
              if (opened === null) return;
              void worker?.stop();
              resolve(opened);
            },
          },
          { clock: deps.clock, onError: (error) => log.error({ err: error }, 'the store cannot be opened') },
        );
        worker.start();
      }),
    async stop() {
      await worker?.stop();
    },
  };
}

/** Free bytes of the folder's disk; null when the system does not tell them. */
function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
