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
  let statements = 0;
  let statementsOfVisits = 0;
  /** A visit was admitted and has not sent its first statement yet. */
  let isEntering = false;

  function beginVisit(): void {
    isEntering = true;
    // Until the next turn of the event loop only: a visit whose body comes slowly must not keep the others out.
    setImmediate(() => {
      isEntering = false;
      if (statements === 0) admitNext();
    });
  }

  /** Statements of admitted visits go before visits that wait. */
  function admitNext(): void {
    const [next] = waiting;
    if (next === undefined || isEntering || statementsOfVisits > 0) return;
    waiting.delete(next);
    beginVisit();
    next();
  }

  async function waitForTurn(): Promise<boolean> {
    if (waiting.size === 0 && statements === 0 && !isEntering) {
      beginVisit();
      return true;
    }
    if (waiting.size >= WAITING_MAX) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(admitThis);
        resolve(false);
      }, waitMsMax);
      const admitThis = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      waiting.add(admitThis);
    });
  }

  return {
    /** One statement, or a whole transaction: the database takes them in the order they come, whoever asks. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const share = visits.getStore() ? 1 : 0;
      statements += 1;
      statementsOfVisits += share;
      try {
        return await work();
      } finally {
        statements -= 1;
        statementsOfVisits -= share;
        // Also after each statement of the relay itself: neither side waits for more than one statement of the other.
        admitNext();
      }
    },

    /** Serves a visit when its turn has come; false when it would wait too long, and then nothing was done. */
    async admit(serve: () => Promise<void>): Promise<boolean> {
      if (!(await waitForTurn())) return false;
      await visits.run(true, serve);
      return true;
    },
  };
}
