// How many requests may be under way to one store at once: all share one link, and none may take it for itself.
import { householdOf } from '@balcao/shared/host/household.ts';

/** A shop's devices behind one address, each with its live stream and what it just asks. */
const PER_CALLER = 64;
const PER_STORE = 256;

export function createRoom() {
  const taken = new Map<string, number>();
  const add = (key: string, by: number): void => {
    const now = (taken.get(key) ?? 0) + by;
    if (now === 0) taken.delete(key);
    else taken.set(key, now);
  };
  return {
    /** Null when there is none left; else to be called once when the request is over. */
    enter(storeId: string, clientIp: string): (() => void) | null {
      const keys: [string, number][] = [
        [storeId, PER_STORE],
        [`${storeId} ${householdOf(clientIp)}`, PER_CALLER],
      ];
      if (keys.some(([key, most]) => (taken.get(key) ?? 0) >= most)) return null;
      for (const [key] of keys) add(key, 1);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        for (const [key] of keys) add(key, -1);
      };
    },
  };
}
