// A look that wakes and timers ask for again and again: each waits for the one before, so that a database that does not answer has one
// of each kind waiting, and not one for every time that it was asked for.

type OneLook = {
  /** Looks now, or once more after the look that is under way. */
  (): void;
  /** Resolves when none is under way any more. */
  idle(): Promise<void>;
};

/** `look` may reject: `onError` is told. */
export function oneLook(look: () => Promise<unknown>, onError: (error: unknown) => void): OneLook {
  let looking: Promise<void> | null = null;
  let isAskedAgain = false;

  async function run(): Promise<void> {
    do {
      isAskedAgain = false;
      try {
        await look();
      } catch (error) {
        onError(error);
      }
    } while (isAskedAgain);
    looking = null;
  }

  const ask = (): void => {
    if (looking === null) looking = run();
    else isAskedAgain = true;
  };
  return Object.assign(ask, { idle: async () => void (await looking) });
}
