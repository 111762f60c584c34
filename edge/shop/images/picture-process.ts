// The store's side of the process that works on pictures. No picture is decoded in the store: what a decoder takes of memory stays taken,
// what it does wrong ends a process, and a drawing of a few kilobytes can ask for hours. One process at most, one job at a time.
import { spawn, type ChildProcess } from 'node:child_process';
import { pictureWorkerFile } from '../../place.ts';
import { isNotStarted } from '../../storage/not-started.ts';
import type { PictureJob, PictureJobKind, PictureJobs, PictureReply } from './picture-job.ts';
import { createSemaphore } from './semaphore.ts';

const JOB_MS_MAX = 30_000;
const IDLE_MS = 5000;
const FLAGS = [
  '--no-warnings',
  '--max-old-space-size=64',
  '--max-semi-space-size=2',
  // The library's own work is one thread per picture.
  '--v8-pool-size=1',
];
/** Nothing of the store's settings: who gets hold of this process by a picture finds no secret in it. */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '1', NODE_ENV: 'production' };

/** The process died, or took too long. */
export class PictureNotMade extends Error {}

export type PictureProcess = ReturnType<typeof createPictureProcess>;

/** `jobMsMax` is asked for before each job. `start` stands in for the process, in tests. */
export function createPictureProcess({
  jobMsMax = () => JOB_MS_MAX,
  start = startWorker,
}: { jobMsMax?: () => number; start?: () => ChildProcess } = {}) {
  const semaphore = createSemaphore(1);
  let child: ChildProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let isEnded = false;
  /** One has answered: the system can start it, and how it ends is the picture's doing. */
  let isProven = false;

  function begin(): ChildProcess {
    const worker = start();
    // Whoever waits for a job keeps the store alive; a process that waits for work does not.
    worker.unref();
    worker.channel?.unref();
    worker.once('exit', () => {
      if (child === worker) child = null;
    });
    return worker;
  }

  function ask(job: PictureJob): Promise<PictureReply> {
    if (isEnded) return Promise.reject(new PictureNotMade('the store ends'));
    clearTimeout(idleTimer);
    const worker = (child ??= begin());
    return new Promise<PictureReply>((resolve, reject) => {
      // A signal, not a timer: a test's clock that leaps ends no picture.
      const msMax = jobMsMax();
      const deadline = AbortSignal.timeout(msMax);
      const onLate = (): void => {
        give(() => reject(new PictureNotMade(`not done in ${msMax} ms`)));
        kill(worker);
      };
      const onReply = (reply: unknown): void => {
        isProven = true;
        give(() => resolve(reply as PictureReply));
      };
      const onExit = (code: number | null, signal: string | null): void =>
        give(() => {
          if (!isProven && isNotStarted(code)) resolve(workHere(job));
          else reject(new PictureNotMade(`it ended with ${signal ?? code}`));
        });
      const onError = (error: Error): void => {
        give(() => reject(new PictureNotMade(error.message, { cause: error })));
        kill(worker);
      };
      function give(settle: () => void): void {
        deadline.removeEventListener('abort', onLate);
        worker.off('message', onReply).off('exit', onExit);
        // A later error of the same process reaches nobody who waits; unheard it would end the store.
        worker.off('error', onError).on('error', () => undefined);
        worker.channel?.unref();
        settle();
      }
      deadline.addEventListener('abort', onLate);
      worker.removeAllListeners('error').on('message', onReply).on('exit', onExit).on('error', onError);
      worker.channel?.ref();
      worker.send(job, (error) => {
        // A process that no longer reads has ended; its `exit` event says how.
        if (error && !('code' in error && error.code === 'EPIPE')) onError(error);
      });
    }).finally(() => {
      idleTimer = setTimeout(() => kill(child), IDLE_MS).unref();
    });
  }

  function kill(target: ChildProcess | null): void {
    if (child === target) child = null;
    target?.kill('SIGKILL');
  }

  return {
    /** In turn; `job` is called when it is the turn's, so that what waits holds nothing. Rejects with PictureNotMade. */
    work: <Kind extends PictureJobKind>(
      job: () => { kind: Kind } & PictureJobs[Kind]['asked'],
    ): Promise<PictureReply<PictureJobs[Kind]['made']>> =>
      semaphore(() => ask(job() as PictureJob)) as Promise<PictureReply<PictureJobs[Kind]['made']>>,

    /** Ends it; what waits is refused. */
    stop(): void {
      isEnded = true;
      clearTimeout(idleTimer);
      kill(child);
    },
  };
}

/** Who tries the store under an emulator has the pictures made in the store. */
const workHere = async (job: PictureJob): Promise<PictureReply> =>
  (await import('./picture-work.ts')).workOnPicture(job);

export function startWorker(): ChildProcess {
  return spawn(process.execPath, [...FLAGS, pictureWorkerFile()], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: ENVIRONMENT,
  });
}
