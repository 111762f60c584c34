// The relay's time. A machine's clock is corrected by moments all the time, and that is followed. That it leaps means that it was wrong before
// or is wrong now, and what is decided by age (orders that lapse, money that goes back, codes that end) must not be decided by it meanwhile.

/** Less is a clock being adjusted, not set. */
const STEP_MS = 2 * 60_000;
/** A step that lasts for so long is the time. */
const DOUBT_MS = 30 * 60_000;

/** Milliseconds since 1970, as the machine says but for a step of the last half hour: until then time goes on as it went. */
export function createRelayClock(deps: {
  /** Milliseconds since 1970, as the machine says. */
  wallClock: () => number;
  /** Milliseconds that nobody sets; from where they count is all the same. */
  steadyMs: () => number;
  log: { warn(details: object, message: string): void };
}): () => number {
  const { wallClock, steadyMs, log } = deps;
  let offsetMs = wallClock() - steadyMs();
  /** By how much the machine says another time, and since when. */
  let doubt: { byMs: number; sinceMs: number } | null = null;

  return () => {
    const nowMs = steadyMs();
    const byMs = Math.round(wallClock() - nowMs - offsetMs);
    if (Math.abs(byMs) < STEP_MS) {
      offsetMs += byMs;
      doubt = null;
    } else if (doubt === null || Math.abs(byMs - doubt.byMs) >= STEP_MS) {
      doubt = { byMs, sinceMs: nowMs };
      log.warn({ byMs }, 'the clock was set: it is believed in half an hour, unless that is undone');
    } else if (nowMs - doubt.sinceMs >= DOUBT_MS) {
      offsetMs += byMs;
      doubt = null;
      log.warn({ byMs }, 'the clock was set half an hour ago, and is believed now');
    }
    return Math.round(nowMs + offsetMs);
  };
}
