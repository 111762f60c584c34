// Work that wakes and timers ask for again and again: each run waits for the one before, so that a database that does not answer has one
// of each kind waiting, and not one for every time that it was asked for.

type CoalescedRun = {
  /** Runs the work now, or once more after the run that is under way. */
  (): void;
  /** Resolves when no run is under way any more. */
  idle(): Promise<void>;
};

/** `work` may reject: `onError` gets the error. */
export function coalesceRuns(work: () => Promise<unknown>, onError: (error: unknown) => void): CoalescedRun {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isAskedAgain = false;

  async function run(): Promise<void> {
    isRunning = true;
    do {
      isAskedAgain = false;
      try {
        await work();
      } catch (error) {
        onError(error);
      }
    } while (isAskedAgain);
    isRunning = false;
  }

  const requestRun = (): void => {
    if (isRunning) isAskedAgain = true;
    else running = run();
  };
  return Object.assign(requestRun, { idle: () => running });
}
