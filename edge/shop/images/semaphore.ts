// Work that takes turns: so many at once, the rest in the order in which they came.

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** The caller bounds how many may wait. */
export function createSemaphore(atOnce: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A turn is handed on, not given back, so that nobody gets in between.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
