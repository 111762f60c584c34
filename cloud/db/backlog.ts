// How far the embedded database is behind: it does one thing after another, and what is asked of it faster than it answers waits in a
// queue without an end. A visitor is told to come back before that queue is one that nobody waits out.

/** An order asks the database a handful of times, one after another. */
const BEHIND_MS = 1000;
const ASKED_EVERY_MS = 1000;
/** What was so long ago says nothing of now. */
const KNOWN_MS = 10_000;

export type Backlog = ReturnType<typeof createBacklog>;

/** `ping` asks the database for nothing, and waits its turn. */
export function createBacklog(ping: () => Promise<void>, behindMs = BEHIND_MS) {
  let askedAtMs = -Infinity;
  let isAsked = false;
  let waitedMs = 0;
  async function ask(): Promise<void> {
    isAsked = true;
    try {
      await ping();
    } catch {
      // Why it does not answer is said by whoever needs the answer; here only the time counts.
    }
    waitedMs = performance.now() - askedAtMs;
    isAsked = false;
  }
  return {
    /** Whether what is asked of it now would wait too long: known from the last time, or from how long the present one waits already. */
    isBehind(): boolean {
      const nowMs = performance.now();
      if (!isAsked && nowMs - askedAtMs >= ASKED_EVERY_MS) {
        if (nowMs - askedAtMs > KNOWN_MS) waitedMs = 0;
        askedAtMs = nowMs;
        void ask();
      }
      return Math.max(waitedMs, isAsked ? nowMs - askedAtMs : 0) > behindMs;
    },
  };
}
