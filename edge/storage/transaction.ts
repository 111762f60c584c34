// One way to write: everything or nothing, at once and synchronously.
import type { Db } from './open.ts';

// A promise from the callback would let the transaction commit before the work is done: that is a type error.
type NotAPromise<T> = T extends PromiseLike<unknown> ? never : T;

// The driver makes a transaction of a function each time it is asked, four ways at once: one is made for each database.
const runners = new WeakMap<Db, (work: () => unknown) => unknown>();
function runnerOf(db: Db): (work: () => unknown) => unknown {
  let made = runners.get(db);
  if (!made) runners.set(db, (made = db.$client.transaction((work: () => unknown) => work()).immediate));
  return made;
}

/** Runs `work` in an IMMEDIATE transaction; nested calls join the outer one as a savepoint. */
export function inTransaction<T>(db: Db, work: () => NotAPromise<T>): T {
  return runnerOf(db)(work) as T;
}
