// Many writers, one sync: work that arrives while the disk is busy is committed together. Nobody is answered before the commit.
import { asPart } from '@balcao/shared/host/traces.ts';
import type { Db } from './open.ts';
import { inTransaction } from './transaction.ts';

const GROUP_MAX = 64;

/** `write` does the work and gives what tells its value, once everything is on the disk. */
type Job = { write: () => () => void; reject: (reason: unknown) => void };

export type GroupCommit = ReturnType<typeof createGroupCommit>;

/** `onCommitted` is told how many seconds each commit took, its work and its sync. */
export function createGroupCommit(db: Db, onCommitted: (seconds: number) => void = () => undefined) {
  const waiting: Job[] = [];

  function flush(): void {
    const jobs = waiting.splice(0, GROUP_MAX);
    if (waiting.length > 0) setImmediate(flush);
    const answers: (() => void)[] = [];
    const startedAtMs = performance.now();
    try {
      inTransaction(db, () => {
        for (const job of jobs) answers.push(attempt(job));
      });
    } catch (error) {
      for (const job of jobs) job.reject(error);
      return;
    }
    onCommitted((performance.now() - startedAtMs) / 1000);
    for (const answer of answers) answer();
  }

  // Each job is a savepoint of its own: one that fails takes nobody with it.
  function attempt(job: Job): () => void {
    try {
      return job.write();
    } catch (error) {
      // A full or failing disk ends the whole transaction in SQLite: then nothing of the group was saved.
      if (!db.$client.inTransaction) throw error;
      return () => job.reject(error);
    }
  }

  return {
    /** Runs `work` (synchronous, writes at once) and resolves with its value after the sync to disk. */
    run<T>(work: () => T extends PromiseLike<unknown> ? never : T): Promise<T> {
      const written = (): Promise<T> =>
        new Promise<T>((resolve, reject) => {
          const write = () => {
            const value = inTransaction<T>(db, work);
            return () => resolve(value);
          };
          if (waiting.push({ write, reject }) === 1) setImmediate(flush);
        });
      return asPart('commit', 'internal', written);
    },
  };
}
