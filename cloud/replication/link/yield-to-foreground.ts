// How the following of a log stands aside for customers: they go before what was missed in an outage, and never take all of the time.
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';

const ASIDE_MS_MAX = 5;
/** So long the following works before it yields: each step of a customer's answer may wait for that. */
const OWN_MS_MAX = 10;

/** A turn of the event loop, in which what has arrived is read. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Answers what is awaited before each few rows. Who stood aside then has as long for its own work before it does so again: customers
 * who wait for their store are there for seconds, and standing aside for each of them before each few rows took nearly all of the time.
 */
export function createYieldToForeground(
  customers: Pick<ForegroundPriority, 'waitUntilIdle'>,
): () => Promise<void> {
  let ownUntilMs = 0;
  let yielding: Promise<void> | null = null;
  async function waitOnce(): Promise<void> {
    const fromMs = performance.now();
    await yieldToEventLoop();
    await customers.waitUntilIdle(ASIDE_MS_MAX);
    const toMs = performance.now();
    ownUntilMs = toMs + Math.min(OWN_MS_MAX, toMs - fromMs);
    yielding = null;
  }
  return async () => {
    if (yielding === null && performance.now() < ownUntilMs) return;
    await (yielding ??= waitOnce());
  };
}
