// Who may ask the embedded database, and when: it has one connection and does one thing after another, so that what is asked of it faster than it answers
// would wait in a queue without an end. A request from outside (a visit) waits for a bounded time and is told to come back before it has done anything;
// what the relay does itself (links, workers, health) never waits there, and no statement is ever refused in the middle of a visit.
import { AsyncLocalStorage } from 'node:async_hooks';

/** A visit waits at most so long; with the work that follows, its answer comes within two seconds. */
const WAIT_MS_MAX = 1000;
/** Visits that may wait at once; more could not be served within `WAIT_MS_MAX`. */
const WAITING_MAX = 200;

export type DatabaseSemaphore = ReturnType<typeof createDatabaseSemaphore>;

export function createDatabaseSemaphore(waitMsMax = WAIT_MS_MAX) {
  const visits = new AsyncLocalStorage<true>();
  /** Visits that wait, in the order they came. */
  const waiting = new Set<() => void>();
  /** Statements that wait or run. */
  let asked = 0;
  let askedByVisits = 0;
  /** A visit was admitted and has not sent its first statement yet. */
  let isEntering = false;

  function enter(): void {
    isEntering = true;
    // Until the next turn of the event loop only: a visit whose body comes slowly must not keep the others out.
    setImmediate(() => {
      isEntering = false;
      if (asked === 0) letIn();
    });
  }

  /** Statements of admitted visits go before visits that wait. */
  function letIn(): void {
    const [next] = waiting;
    if (next === undefined || isEntering || askedByVisits > 0) return;
    waiting.delete(next);
    enter();
    next();
  }

  async function turn(): Promise<boolean> {
    if (waiting.size === 0 && asked === 0 && !isEntering) {
      enter();
      return true;
    }
    if (waiting.size >= WAITING_MAX) return false;
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        waiting.delete(come);
        resolve(false);
      }, waitMsMax);
      const come = (): void => {
        clearTimeout(late);
        resolve(true);
      };
      waiting.add(come);
    });
  }

  return {
    /** One statement, or a whole transaction: the database takes them in the order they come, whoever asks. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const share = visits.getStore() ? 1 : 0;
      asked += 1;
      askedByVisits += share;
      try {
        return await work();
      } finally {
        asked -= 1;
        askedByVisits -= share;
        // Also after each statement of the relay itself: neither side waits for more than one statement of the other.
        letIn();
      }
    },

    /** Serves a visit when its turn has come; false when it would wait too long, and then nothing was done. */
    async admit(serve: () => Promise<void>): Promise<boolean> {
      if (!(await turn())) return false;
      await visits.run(true, serve);
      return true;
    },
  };
}
