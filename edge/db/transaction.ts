// One way to write: everything or nothing, at once and synchronously.
import type { Db } from './open.ts';

// A promise from the callback would let the transaction commit before the work is done: that is a type error.
type NotAPromise<T> = T extends PromiseLike<unknown> ? never : T;

/** Runs `work` in an IMMEDIATE transaction; nested calls join the outer one as a savepoint. */
export function inTransaction<T>(db: Db, work: () => NotAPromise<T>): T {
  return db.$client.transaction(work as () => T).immediate();
}
