// How many requests the relay answers at once, of all stores and of each: what comes beyond waits a moment in its store's own queue, and past
// that is told to come back before it has done anything. One store's rush takes no other's turn.

/** Most that is answered at once, of all stores and of one; most that waits, and for how long. */
export type AdmissionRules = {
  runningMax: number;
  storeRunningMax: number;
  waitingMax: number;
  storeWaitingMax: number;
  waitMsMax: number;
};

/**
 * An order may wait for its store for seconds, and `commands.ts` lets 500 of a store do so: its requests have more room than that, and
 * all of them together what a machine of a gigabyte carries.
 */
const ADMISSION: AdmissionRules = {
  runningMax: 3000,
  storeRunningMax: 700,
  waitingMax: 2000,
  storeWaitingMax: 200,
  waitMsMax: 1000,
};

export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission(rules: AdmissionRules = ADMISSION) {
  const runningOf = new Map<string, number>();
  /** By store, each in the order in which they came; the stores in the order in which it is their turn. */
  const queues = new Map<string, Set<() => void>>();
  let running = 0;
  let waiting = 0;
  let turnedAway = 0;

  const hasRoom = (store: string): boolean =>
    running < rules.runningMax && (runningOf.get(store) ?? 0) < rules.storeRunningMax;

  function countIn(store: string): void {
    running += 1;
    runningOf.set(store, (runningOf.get(store) ?? 0) + 1);
  }

  function countOut(store: string): void {
    running -= 1;
    const left = (runningOf.get(store) ?? 1) - 1;
    if (left === 0) runningOf.delete(store);
    else runningOf.set(store, left);
    letIn();
  }

  /** The first of the store whose turn it is; then that store waits behind the others. */
  function letIn(): void {
    for (const [store, queue] of queues) {
      if (running >= rules.runningMax) return;
      if (!hasRoom(store)) continue;
      const [next] = queue;
      if (next === undefined) continue;
      queues.delete(store);
      queues.set(store, queue);
      next();
      return;
    }
  }

  function wait(store: string): Promise<boolean> {
    const queue = queues.get(store) ?? new Set();
    if (waiting >= rules.waitingMax || queue.size >= rules.storeWaitingMax) return Promise.resolve(false);
    queues.set(store, queue);
    return new Promise((resolve) => {
      const end = (admitted: boolean): void => {
        clearTimeout(late);
        queue.delete(come);
        waiting -= 1;
        if (queue.size === 0) queues.delete(store);
        // Before anybody else can take the place.
        if (admitted) countIn(store);
        resolve(admitted);
      };
      const come = (): void => end(true);
      const late = setTimeout(end, rules.waitMsMax, false);
      waiting += 1;
      queue.add(come);
    });
  }

  return {
    /** Runs `work` when it is its turn. False when there was none in time: then nothing of it was done. */
    async run(store: string, work: () => Promise<void>): Promise<boolean> {
      const mayEnter = hasRoom(store) && !queues.has(store);
      if (mayEnter) countIn(store);
      else if (!(await wait(store))) {
        turnedAway += 1;
        return false;
      }
      try {
        await work();
      } finally {
        countOut(store);
      }
      return true;
    },

    /** How many are answered and how many wait now, and how many were turned away so far. */
    counts: () => ({ running, waiting, turnedAway }),
  };
}
