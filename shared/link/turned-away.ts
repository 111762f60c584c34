// Who sends what cannot be read is turned away, for longer each time: else it would be read again at once, for ever.

/** How often in a row, and until when (milliseconds since 1970) nothing of them is read. */
export type TurnedAway = { times: number; untilMs: number };

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** After so long without a fault the next one is the first again. */
const FORGOTTEN_MS = 10 * LONGEST_MS;

/** A second at first, double with each time, a minute at most. */
export function turnAway(before: TurnedAway | null, nowMs: number): TurnedAway {
  const times = before === null || nowMs - before.untilMs > FORGOTTEN_MS ? 1 : before.times + 1;
  return { times, untilMs: nowMs + Math.min(LONGEST_MS, FIRST_MS * 2 ** (times - 1)) };
}
