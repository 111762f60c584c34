// How long the kitchen takes at the moment, told from what it has just made. Pure.

/** How far back `readyTime` looks; the repositories read no more than that. */
export const READY_WINDOW_MS = 3_600_000;
/** Fewer say more about these orders than about the kitchen. */
const ORDERS_MIN = 4;
/** As many times one order has to have followed another without a pause before that says how fast the kitchen is. */
const PAIRS_MIN = 3;

/** Whole minutes. */
export type ReadyTime = { fromMinutes: number; toMinutes: number };

type Made = { receivedAtMs: number; readyAtMs: number };

/**
 * What half of the orders that became ready in the last hour took, from the kitchen's getting them: the quicker and the slower
 * quarter left out. Longer where the `waiting` ones, which are in the kitchen now, take longer than that at the pace of this hour.
 * Null when there are too few orders to tell.
 */
export function readyTime(
  orders: readonly { receivedAtMs: number | null; readyAtMs: number | null }[],
  nowMs: number,
  waiting = 0,
): ReadyTime | null {
  const made = orders.flatMap(({ receivedAtMs, readyAtMs }) =>
    receivedAtMs !== null && readyAtMs !== null && readyAtMs > nowMs - READY_WINDOW_MS && readyAtMs <= nowMs
      ? [{ receivedAtMs, readyAtMs }]
      : [],
  );
  const took = made
    .map(({ receivedAtMs, readyAtMs }) => Math.max(0, readyAtMs - receivedAtMs))
    .sort((a, b) => a - b);
  if (took.length < ORDERS_MIN) return null;
  const quarter = Math.floor(took.length / 4);
  const fromMinutes = Math.max(1, Math.floor((took[quarter] ?? 0) / 60_000));
  const toMinutes = Math.ceil((took[took.length - 1 - quarter] ?? 0) / 60_000);
  const usual = { fromMinutes, toMinutes: Math.max(fromMinutes + 2, toMinutes) };
  const pace = paceMs(made);
  const aheadMinutes = pace === null ? 0 : Math.ceil((waiting * pace) / 60_000);
  if (pace === null || aheadMinutes <= usual.fromMinutes) return usual;
  // Behind those that wait, and then no quicker than one after the other.
  const oneMinutes = Math.max(2, Math.ceil(pace / 60_000));
  return {
    fromMinutes: aheadMinutes,
    toMinutes: Math.max(usual.toMinutes, aheadMinutes + oneMinutes),
  };
}

/** How far apart orders became ready while the next one was there already; null where that was too seldom so. */
function paceMs(made: readonly Made[]): number | null {
  const inTurn = made.toSorted((a, b) => a.readyAtMs - b.readyAtMs);
  const apart = inTurn
    .flatMap(({ receivedAtMs, readyAtMs }, at) => {
      const before = inTurn[at - 1];
      return before && receivedAtMs <= before.readyAtMs ? [readyAtMs - before.readyAtMs] : [];
    })
    .sort((a, b) => a - b);
  return apart.length < PAIRS_MIN ? null : (apart[Math.floor(apart.length / 2)] ?? null);
}
