// Watches the wall clock, which on a Pi without a battery begins in the past and leaps when the network sets it, and which a person can set
// wrong by a day. What ends by age asks here first: a step that is undone must have ended nothing.

/** Less is a clock being adjusted, not set. */
const STEP_MS = 2 * 60_000;
/** How long a step that nobody explains holds up what ends by age. */
const DOUBT_MS = 30 * 60_000;
/** Ahead of the newest row by more, at a start with a clock that nobody has set, is as much a step as one that is seen. */
const AHEAD_MS = 3_600_000;
const STEPS_KEPT = 20;

/** What is numbered in the order in which it came, whatever the clock said. */
type Numbered = 'order' | 'print-job';
type Step = { byMs: number; last: Record<Numbered, number> };

export type ClockStep = {
  /** When the step was noticed, by the clock after it. */
  atMs: number;
  /** Forward is more than 0. */
  byMs: number;
  /** Whether what ends by age still waits. */
  inDoubt: boolean;
};

export type ClockWatch = ReturnType<typeof createClockWatch>;

export function createClockWatch(deps: {
  /** Milliseconds since 1970, as the machine says. */
  wallClock: () => number;
  /** Milliseconds that nobody sets; from where they count is all the same. */
  steadyMs: () => number;
  /** Whether this machine sets its clock over the network and has not done so since it was switched on. */
  isClockDoubted: () => boolean;
  /** When the newest row of the log was written; null when there is none. */
  newestAtMs: number | null;
  /** The last step, null before the first. */
  lastOf: (what: Numbered) => number;
  /** Called when a step was seen, and when the clock is no longer in doubt. */
  onStep: () => void;
  log: { warn(details: object, message: string): void };
}) {
  const { wallClock, steadyMs, isClockDoubted, lastOf, log } = deps;
  const lastsNow = (): Step['last'] => ({ order: lastOf('order'), 'print-job': lastOf('print-job') });
  const atStart = lastsNow();
  const steps: Step[] = [];
  let offsetMs = wallClock() - steadyMs();
  /** As of the look before: the network sets the clock and says so in one moment. Once it has, it is not asked again. */
  let wasDoubted = isClockDoubted();
  let latest: Omit<ClockStep, 'inDoubt'> | null = null;
  /** What the clock is held against while it is in doubt, since when, and whether the network had set it before. */
  let doubt: { trustedOffsetMs: number | null; sinceMs: number; wasSet: boolean; stepped: boolean } | null =
    null;

  const aheadMs = deps.newestAtMs === null ? 0 : wallClock() - deps.newestAtMs;
  if (wasDoubted && aheadMs > AHEAD_MS)
    doubt = { trustedOffsetMs: null, sinceMs: steadyMs(), wasSet: false, stepped: false };

  function step(byMs: number): void {
    const nowMs = wallClock();
    steps.push({ byMs, last: lastsNow() });
    if (steps.length > STEPS_KEPT) steps.shift();
    latest = { atMs: nowMs, byMs };
    doubt = {
      trustedOffsetMs: doubt === null ? offsetMs : doubt.trustedOffsetMs,
      sinceMs: steadyMs(),
      wasSet: doubt === null ? !wasDoubted : doubt.wasSet,
      stepped: true,
    };
    log.warn({ byMs }, 'the clock was set: what ends by age waits until it is known to be right');
  }

  function isOver({ trustedOffsetMs, sinceMs, wasSet }: NonNullable<typeof doubt>): boolean {
    const isUndone = trustedOffsetMs !== null && Math.abs(offsetMs - trustedOffsetMs) < STEP_MS;
    const isSetByNetwork = !wasSet && !isClockDoubted();
    return isUndone || isSetByNetwork || steadyMs() - sinceMs >= DOUBT_MS;
  }

  /** Every look at the clock looks for a step: whatever is dated after it also counts as after it. */
  function readClock(): number {
    const nowMs = wallClock();
    const nextMs = nowMs - steadyMs();
    const byMs = Math.round(nextMs - offsetMs);
    if (Math.abs(byMs) >= STEP_MS) {
      step(byMs);
      offsetMs = nextMs;
      deps.onStep();
    } else if (doubt === null) offsetMs = nextMs;
    if (wasDoubted) wasDoubted = isClockDoubted();
    return nowMs;
  }

  function inDoubt(): boolean {
    readClock();
    if (doubt === null || !isOver(doubt)) return doubt !== null;
    doubt = null;
    deps.onStep();
    return false;
  }

  return {
    /** Milliseconds since 1970. */
    clock: readClock,

    /** Whether what ends by age may end now. */
    mayEndByAge: (): boolean => !inDoubt(),

    /** Whether the clock leapt while the store ran, and nobody knows yet which of the two was right. */
    isLeaping: (): boolean => inDoubt() && doubt?.stepped === true,

    /** How long ago something was really taken in, whose number and time by the clock of then are known. */
    ageMs(what: Numbered, number: number, atMs: number): number {
      const ageMs = readClock() - atMs;
      if (number <= atStart[what]) return ageMs;
      return steps.filter(({ last }) => number <= last[what]).reduce((sum, { byMs }) => sum - byMs, ageMs);
    },

    latest: (): ClockStep | null => (latest === null ? null : { ...latest, inDoubt: inDoubt() }),
  };
}
