// Which keys were used last, up to a bound: whatever is remembered per caller must not grow with the number of callers.

/** A bounded list of callers: tells its owner which one to forget. */
export type NewestKeys = {
  /** Notes a use. Answers the key that was not used for longest when there are too many now: it is to be forgotten. */
  use(key: string): string | null;
};

/** Keys in the order of their last use; never more than `max` of them. */
export function createNewestKeys(max: number): NewestKeys {
  const keys = new Set<string>();
  return {
    use(key) {
      // Taken out and put in again: a set keeps the order in which its members came.
      keys.delete(key);
      keys.add(key);
      if (keys.size <= max) return null;
      const [oldest = null] = keys;
      if (oldest !== null) keys.delete(oldest);
      return oldest;
    },
  };
}
