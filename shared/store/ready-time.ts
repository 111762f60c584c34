// How long the kitchen takes at the moment, told from what it has just made. Pure.

/** How far back `readyTime` looks; the repositories read no more than that. */
export const READY_WINDOW_MS = 3_600_000;
/** Fewer say more about these orders than about the kitchen. */
const ORDERS_MIN = 4;

/** Whole minutes. */
export type ReadyTime = { fromMinutes: number; toMinutes: number };

/**
 * What half of the orders that became ready in the last hour took, from the kitchen's getting them: the quicker and the slower
 * quarter left out. Null when there are too few of them.
 */
export function readyTime(
  orders: readonly { receivedAtMs: number | null; readyAtMs: number | null }[],
  nowMs: number,
): ReadyTime | null {
  const took = orders
    .flatMap(({ receivedAtMs, readyAtMs }) =>
      receivedAtMs !== null && readyAtMs !== null && readyAtMs > nowMs - READY_WINDOW_MS && readyAtMs <= nowMs
        ? [Math.max(0, readyAtMs - receivedAtMs)]
        : [],
    )
    .sort((a, b) => a - b);
  if (took.length < ORDERS_MIN) return null;
  const quarter = Math.floor(took.length / 4);
  const fromMinutes = Math.max(1, Math.floor((took[quarter] ?? 0) / 60_000));
  const toMinutes = Math.ceil((took[took.length - 1 - quarter] ?? 0) / 60_000);
  return { fromMinutes, toMinutes: Math.max(fromMinutes + 2, toMinutes) };
}
