import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';

/**
 * Long work on the database is done in pieces of a few milliseconds, for it has the process to itself meanwhile. Between two pieces
 * whatever waits is answered: orders, the board, the link.
 */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const ASIDE_MS_MAX = 50;

/** Yields as above, and waits while requests are being answered (foreground-priority.ts). */
export const yieldToForeground =
  (others: Pick<ForegroundPriority, 'waitUntilIdle'>): (() => Promise<void>) =>
  async () => {
    await yieldToEventLoop();
    await others.waitUntilIdle(ASIDE_MS_MAX);
  };

const OTHERS_SHARE = 3;

/**
 * The same for work that nobody waits for: others have the process for three times as long as each piece took. Throws the signal's reason
 * where the work is to end early.
 */
export function throttleToShare(stopping?: AbortSignal): () => Promise<void> {
  let begunMs = performance.now();
  return async () => {
    const restMs = OTHERS_SHARE * (performance.now() - begunMs);
    await new Promise((resolve) => setTimeout(resolve, restMs).unref());
    stopping?.throwIfAborted();
    begunMs = performance.now();
  };
}
