// Wrong passwords slow the next try and never lock: counted for an account at each place it is tried from. A place is an address, or
// a device that has signed in to the account before. While strangers guess at an account, a place nobody knows waits before its
// first try too; whoever waits is heard. The arithmetic stands in docs/decisions/027-limits.md.
import { createNewestKeys } from '@balcao/shared/host/newest-keys.ts';

/** `known`: has signed in to this account before. */
export type Place = { account: string; from: string; trust: 'lan' | 'known' | 'stranger' };
export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

const FREE_WRONG = 10;
const FIRST_WAIT_MS = 60_000;
const WAIT_MS_MAX = 3_600_000;
/** In the shop: somebody stands beside the device. */
const LAN_WAIT_MS_MAX = 60_000;
const SIEGE_WAIT_MS = 30_000;
const SIEGE_WAIT_MS_MAX = 600_000;
const SIEGE_WINDOW_MS = 3_600_000;
const REMEMBERED_MS = 24 * 3_600_000;
const KEYS_MAX = 20_000;

type Tries = { wrong: number; lastMs: number; openAtMs: number; waited: boolean };
type Siege = { wrong: number; sinceMs: number };

export function createLoginThrottle(clock: () => number) {
  const places = createNewest<Tries>();
  const sieges = createNewest<Siege>();
  const keyOf = ({ account, from }: Place): string => `${account}\n${from}`;
  const maxOf = ({ trust }: Place): number => (trust === 'lan' ? LAN_WAIT_MS_MAX : WAIT_MS_MAX);

  const triesAt = (place: Place): Tries => {
    const found = places.get(keyOf(place));
    const agoMs = found === null ? 0 : clock() - found.lastMs;
    // A clock that was set back makes nobody wait for the time it will take to catch up.
    return found !== null && agoMs >= 0 && agoMs < REMEMBERED_MS
      ? found
      : { wrong: 0, lastMs: clock(), openAtMs: 0, waited: false };
  };

  function siegeOf(account: string): Siege | null {
    const siege = sieges.get(account);
    const agoMs = siege === null ? 0 : clock() - siege.sinceMs;
    return agoMs >= 0 && agoMs < SIEGE_WINDOW_MS ? siege : null;
  }

  /** What a place that nobody knows has to wait while others guess at the account. */
  function siegeWaitMs({ account, trust }: Place): number {
    const wrong = trust === 'stranger' ? (siegeOf(account)?.wrong ?? 0) : 0;
    if (wrong < FREE_WRONG) return 0;
    return doubled(SIEGE_WAIT_MS, Math.floor(wrong / FREE_WRONG) - 1, SIEGE_WAIT_MS_MAX);
  }

  /** Before it is judged, so that many at once are counted like many one after another. */
  function countWrong(place: Place, before: Tries): void {
    const nowMs = clock();
    const wrong = before.wrong + 1;
    if (place.trust === 'stranger') {
      const siege = siegeOf(place.account);
      sieges.set(place.account, { sinceMs: siege?.sinceMs ?? nowMs, wrong: (siege?.wrong ?? 0) + 1 });
    }
    const own = wrong < FREE_WRONG ? 0 : doubled(FIRST_WAIT_MS, wrong - FREE_WRONG, maxOf(place));
    const besieged = siegeWaitMs(place);
    const wait = besieged === 0 ? own : Math.max(own, doubled(besieged, wrong - 1, WAIT_MS_MAX));
    places.set(keyOf(place), { wrong, lastMs: nowMs, openAtMs: nowMs + wait, waited: besieged > 0 });
  }

  return {
    /**
     * 0 when this place may try this account now: the try counts as a wrong one until it is said to be right. Else the seconds to
     * wait; asking is what starts the wait of a stranger.
     */
    admitTry(place: Place): number {
      const tries = triesAt(place);
      const besieged = siegeWaitMs(place);
      if (besieged > 0 && !tries.waited) {
        const openAtMs = Math.max(tries.openAtMs, clock() + besieged);
        places.set(keyOf(place), { ...tries, lastMs: clock(), openAtMs, waited: true });
        return Math.ceil((openAtMs - clock()) / 1000);
      }
      const waitMs = tries.openAtMs - clock();
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      countWrong(place, tries);
      return 0;
    },

    /** It was the right password: this place begins anew. */
    forgiveTries(place: Place): void {
      places.delete(keyOf(place));
      const siege = place.trust === 'stranger' ? siegeOf(place.account) : null;
      if (siege !== null) sieges.set(place.account, { ...siege, wrong: siege.wrong - 1 });
    },
  };
}

const doubled = (ms: number, times: number, max: number): number =>
  Math.min(ms * 2 ** Math.min(times, 30), max);

/** A map that keeps what was written last. */
function createNewest<T>() {
  const values = new Map<string, T>();
  const newest = createNewestKeys(KEYS_MAX);
  return {
    get: (key: string): T | null => values.get(key) ?? null,
    set(key: string, value: T): void {
      const forgotten = newest.use(key);
      if (forgotten !== null) values.delete(forgotten);
      values.set(key, value);
    },
    delete: (key: string): boolean => values.delete(key),
  };
}
