// How often the relay may tell a store that a request is of no more interest. HTTP/2 counts such words as an attack: with more than a
// thousand at once, and 33 a second after that, the store's end breaks the link off, and everybody's uploads and streams with it.

const AT_ONCE = 500;
const PER_SECOND = 25;

export type Resets = { queueReset(reset: () => void): void; dropWaiting(): void };

/** Each reset at once while there is room, else in its turn. */
export function createResets(): Resets {
  const waiting: (() => void)[] = [];
  let allowance = AT_ONCE;
  let filledAtMs = performance.now();
  let timer: NodeJS.Timeout | null = null;

  function runWaiting(): void {
    timer = null;
    const nowMs = performance.now();
    allowance = Math.min(AT_ONCE, allowance + ((nowMs - filledAtMs) * PER_SECOND) / 1000);
    filledAtMs = nowMs;
    while (allowance >= 1 && waiting.length > 0) {
      allowance -= 1;
      waiting.shift()?.();
    }
    if (waiting.length > 0) timer = setTimeout(runWaiting, 1000 / PER_SECOND);
  }

  return {
    queueReset(reset) {
      waiting.push(reset);
      if (timer === null) runWaiting();
    },
    dropWaiting() {
      if (timer) clearTimeout(timer);
      waiting.length = 0;
    },
  };
}
