// How many requests may be under way to one store at once: all share one link, and none may take it for itself.
import { householdOf } from '@balcao/shared/host/household.ts';

/** A shop's devices behind one address, each with its live stream and what it just asks. */
const PER_CALLER = 64;
const PER_STORE = 256;

export function createRoom() {
  const underWay = new Map<string, number>();
  const addTo = (key: string, difference: number): void => {
    const count = (underWay.get(key) ?? 0) + difference;
    if (count === 0) underWay.delete(key);
    else underWay.set(key, count);
  };
  return {
    /** Null when there is none left; else to be called once when the request is over. */
    admitRequest(storeId: string, clientIp: string): (() => void) | null {
      const keys: [string, number][] = [
        [storeId, PER_STORE],
        [`${storeId} ${householdOf(clientIp)}`, PER_CALLER],
      ];
      if (keys.some(([key, most]) => (underWay.get(key) ?? 0) >= most)) return null;
      for (const [key] of keys) addTo(key, 1);
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        for (const [key] of keys) addTo(key, -1);
      };
    },
  };
}
