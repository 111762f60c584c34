// A look that wakes and timers ask for again and again: each waits for the one before, so that a database that does not answer has one
// of each kind waiting, and not one for every time that it was asked for.

type CoalescedRun = {
  /** Looks now, or once more after the look that is under way. */
  (): void;
  /** Resolves when none is under way any more. */
  idle(): Promise<void>;
};

/** `look` may reject: `onError` is told. */
export function coalesceRuns(look: () => Promise<unknown>, onError: (error: unknown) => void): CoalescedRun {
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  let isAskedAgain = false;

  async function run(): Promise<void> {
    isLooking = true;
    do {
      isAskedAgain = false;
      try {
        await look();
      } catch (error) {
        onError(error);
      }
    } while (isAskedAgain);
    isLooking = false;
  }

  const ask = (): void => {
    if (isLooking) isAskedAgain = true;
    else looking = run();
  };
  return Object.assign(ask, { idle: () => looking });
}
