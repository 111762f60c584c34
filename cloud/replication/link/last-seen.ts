// When each store was last heard of, here and, a little later, in the database for all processes.
import type { StoreRow, Stores } from '../../shop/stores/stores.ts';

/** How long after the store was last seen orders are still taken. */
const GRACE_MS = 60_000;
const SEEN_SAVED_EVERY_MS = 15_000;
/** The least between two statements: of thousands of stores one is heard every few milliseconds. */
const GATHERED_MS = 1000;

export function createLastSeen({
  stores,
  clock,
  log,
}: {
  stores: Pick<Stores, 'saveSeen'> & { byId(storeId: string): Promise<Pick<StoreRow, 'lastSeenMs'> | null> };
  clock: () => number;
  log: { error(details: object, message: string): void };
}) {
  const lastSeen = new Map<string, number>();
  const savedAt = new Map<string, number>();
  /** What the next statement takes: thousands of stores that were linked at once are also heard at once. */
  let unsaved = new Map<string, number>();
  let saving: Promise<void> | null = null;
  let stopped = false;
  let endPause = (): void => undefined;

  const pauseBetweenSaves = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, stopped ? 0 : GATHERED_MS);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function save(): Promise<void> {
    while (unsaved.size > 0) {
      const batch = unsaved;
      unsaved = new Map();
      await stores
        .saveSeen(batch)
        .catch((error: unknown) => log.error({ err: error }, 'last seen could not be saved'));
      await pauseBetweenSaves();
    }
    saving = null;
  }

  return {
    recordSeen(storeId: string): void {
      const nowMs = clock();
      lastSeen.set(storeId, nowMs);
      // One from the future was seen by a clock that was wrong.
      if (Math.abs(nowMs - (savedAt.get(storeId) ?? 0)) <= SEEN_SAVED_EVERY_MS) return;
      savedAt.set(storeId, nowMs);
      unsaved.set(storeId, nowMs);
      saving ??= save();
    },

    /** Whether it was heard of within the minute of grace, here or at another process. */
    async wasLately(storeId: string): Promise<boolean> {
      const seenAtMs = [lastSeen.get(storeId), (await stores.byId(storeId))?.lastSeenMs];
      const nowMs = clock();
      // Seen in the future, it was seen by a clock that was wrong: that says nothing of now.
      return seenAtMs.some((ms) => typeof ms === 'number' && Math.abs(nowMs - ms) <= GRACE_MS);
    },

    /** Saves what is not saved yet. */
    async stop(): Promise<void> {
      stopped = true;
      endPause();
      await saving;
    },
  };
}
