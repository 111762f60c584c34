// What time it is at the relay, which takes tokens of this store by their age. This machine's own clock may be wrong by a day, and may be set
// while the store runs; the time of the start, carried on by a clock that nobody sets, is right or was told by the relay itself.
import { clockDifference } from './clock-difference.ts';
import type { RelayClient } from '../../shop/relay/relay-client.ts';

/** The relay takes what is off by less. */
const OFF_MS_MAX = 30_000;

export function createRelayTime({
  wallClock = Date.now,
  steadyMs = () => performance.now(),
}: { wallClock?: () => number; steadyMs?: () => number } = {}) {
  let offsetMs = wallClock() - steadyMs();
  const nowMs = (): number => steadyMs() + offsetMs;
  return {
    nowMs,

    /** Asks the relay, which says it with every answer. Answers by how much this was off; null when it does not answer. */
    async compare(request: RelayClient['request']): Promise<number | null> {
      const offMs = await clockDifference(request, nowMs);
      if (offMs !== null && Math.abs(offMs) > OFF_MS_MAX) offsetMs -= offMs;
      return offMs;
    },
  };
}
