// Menu documents in memory: read when somebody asks for one, let go when nobody has for a while, and of too many those first that were
// needed longest ago. What is in use, or could not be saved, stays.

type Entry<R> = {
  opened: Promise<R>;
  replica: R | null;
  /** Who works with it now. */
  users: number;
  /** How often it was asked for. */
  uses: number;
  usedAtMs: number;
  isGoing: boolean;
};

/** How long one that nobody needs is kept, and how many of them. */
export type CacheRules = { idleMs: number; heldMax: number };

export function createDocumentCache<R>(deps: {
  load: (storeId: string) => Promise<R>;
  /** Saves what is not saved; false when it cannot be. */
  settle: (storeId: string, replica: R) => Promise<boolean>;
  /** It is not here any more: told at once, before anybody can read it again. */
  onGone: (storeId: string, replica: R) => void;
  rules: CacheRules;
  clock: () => number;
}) {
  const { load, settle, onGone, rules, clock } = deps;
  /** Those needed longest ago first. */
  const entries = new Map<string, Entry<R>>();

  function openEntry(storeId: string): Entry<R> {
    const existing = entries.get(storeId);
    const entry: Entry<R> = existing ?? {
      ...{ opened: load(storeId), replica: null, users: 0, uses: 0, usedAtMs: 0, isGoing: false },
    };
    entry.uses += 1;
    entry.usedAtMs = clock();
    entries.delete(storeId);
    entries.set(storeId, entry);
    if (existing === undefined)
      entry.opened.then(
        (replica) => {
          entry.replica = replica;
          void makeRoom();
        },
        () => entries.delete(storeId),
      );
    return entry;
  }

  async function letGo(storeId: string, entry: Entry<R>): Promise<void> {
    const { replica, uses } = entry;
    if (replica === null || entry.users > 0 || entry.isGoing) return;
    entry.isGoing = true;
    try {
      const isSettled = await settle(storeId, replica);
      // Whoever asked for it meanwhile has this one.
      if (!isSettled || entry.users > 0 || entry.uses !== uses) return;
      entries.delete(storeId);
      onGone(storeId, replica);
    } finally {
      entry.isGoing = false;
    }
  }

  async function makeRoom(): Promise<void> {
    const tooMany = entries.size - rules.heldMax;
    if (tooMany <= 0) return;
    const idle = [...entries].filter(
      ([, { replica, users, isGoing }]) => replica !== null && users === 0 && !isGoing,
    );
    await Promise.all(idle.slice(0, tooMany).map(([storeId, entry]) => letGo(storeId, entry)));
  }

  return {
    /** Works with a document, which stays as it is in memory until that is done. */
    async useDocument<T>(storeId: string, work: (replica: R) => T | Promise<T>): Promise<T> {
      const entry = openEntry(storeId);
      entry.users += 1;
      try {
        return await work(await entry.opened);
      } finally {
        entry.users -= 1;
        entry.usedAtMs = clock();
        void makeRoom();
      }
    },

    /** One that is here; it counts as needed. */
    findCached(storeId: string): R | null {
      const existing = entries.get(storeId)?.replica ?? null;
      if (existing !== null) openEntry(storeId);
      return existing;
    },

    /** One that is here, to be looked at and no more. */
    peek: (storeId: string): R | null => entries.get(storeId)?.replica ?? null,

    /** Works with one that is here, which stays until that is done but does not count as needed; null when it is not here. */
    useCached<T>(storeId: string, work: (replica: R) => T | Promise<T>): Promise<T> | null {
      const entry = entries.get(storeId);
      if (entry === undefined) return null;
      const { opened } = entry;
      entry.users += 1;
      return opened.then(work).finally(() => (entry.users -= 1));
    },

    /** Lets go of what nobody has needed for a while. */
    async letGoIdle(): Promise<void> {
      const nowMs = clock();
      for (const [storeId, entry] of entries)
        // One used in the future was used by a clock that was wrong.
        if (Math.abs(nowMs - entry.usedAtMs) >= rules.idleMs) await letGo(storeId, entry);
    },

    count: (): number => entries.size,
  };
}
