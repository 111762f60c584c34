// Whether this database may take anything in. A store that fell behind its own past would give numbers a second time: it is
// held, and nothing gets into its log, until what it lost is back or a person says otherwise.
import { deleteMeta, readMeta, writeMeta } from './identity.ts';
import type { Db } from './open.ts';

/**
 * `behind`: the relay knows rows that are not here. `unconfirmed`: paired after it was fenced, and the relay does not follow it yet.
 * `fenced`: another machine serves this store. `damaged`: the file is broken. `read-only`: its disk
 * takes no writes, and this is a copy of it that goes away.
 */
export const HELD = ['behind', 'unconfirmed', 'fenced', 'damaged', 'read-only'] as const;
export type Held = (typeof HELD)[number];
/** Reasons that no verdict of the relay and no person can end: only another database file does. */
export const isFinal = (held: Held | null): held is 'damaged' | 'read-only' =>
  held === 'damaged' || held === 'read-only';

/** How long writes wait after a start for the relay's verdict on the log. Without a relay in reach, the shop opens anyway. */
const VERDICT_MS_MAX = 3000;
/** How long it waits longer while the relay proves what it says. */
const PROOF_MS_MAX = 10_000;
export const HELD_KEY = 'held';
/** When this machine took the store's place: the word of an earlier one that did is past. */
export const SUCCEEDED_AT = 'succeeded_at';

export class StoreHeld extends Error {
  readonly reason: Held;
  constructor(reason: Held) {
    super(`the store takes nothing in: ${reason}`);
    this.reason = reason;
  }
}

export type WriteGate = ReturnType<typeof createWriteGate>;

/** `expectsWord`: the store is paired, so writes wait for the relay's verdict on how far the log goes. */
export function createWriteGate(db: Db, { expectsWord }: { expectsWord: boolean }) {
  const stored = readMeta(db, HELD_KEY);
  let held: Held | null = HELD.find((one) => one === stored) ?? null;
  let initialVerdict: PromiseWithResolvers<void> | null = expectsWord ? Promise.withResolvers<void>() : null;
  let proof: Promise<void> | null = null;
  const waiting = new Set<() => void>();

  function change(next: Held | null): void {
    held = next;
    // A broken file is not written to, and says so by itself at the next start.
    if (!isFinal(next)) {
      if (next === null) deleteMeta(db, HELD_KEY);
      else
        try {
          writeMeta(db, HELD_KEY, next);
        } catch {
          // A full disk: it holds for this run all the same, and the next one hears of it again.
        }
    }
    if (next !== null) return;
    for (const free of [...waiting]) free();
    waiting.clear();
  }

  const writeGate = {
    held: (): Held | null => held,

    /** Throws StoreHeld while nothing may be taken in. */
    check(): void {
      if (held !== null) throw new StoreHeld(held);
    },

    hold(reason: Held): void {
      if (held !== reason && !isFinal(held)) change(reason);
      writeGate.markVerdictKnown();
    },

    release(): void {
      if (held !== null && !isFinal(held)) change(null);
      writeGate.markVerdictKnown();
    },

    /** The relay's verdict is known, or the relay cannot be reached. */
    markVerdictKnown(): void {
      initialVerdict?.resolve();
      initialVerdict = null;
    },

    /** The relay says that rows are missing here, and `work` looks whether it is so: what people do waits for that, but not for long. */
    prove(work: Promise<void>): void {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, PROOF_MS_MAX);
      const mine = Promise.race([work, late.promise]).finally(() => {
        clearTimeout(timer);
        if (proof === mine) proof = null;
        writeGate.markVerdictKnown();
      });
      proof = mine;
    },

    /** Resolves when the relay's verdict since the start is known, or the relay cannot be reached. */
    async initialVerdict(): Promise<void> {
      if (initialVerdict !== null) {
        const late = setTimeout(() => writeGate.markVerdictKnown(), VERDICT_MS_MAX);
        await initialVerdict.promise;
        clearTimeout(late);
      }
      await proof;
    },

    /** Calls back once when nothing holds the store (any more). The returned function forgets that. */
    whenUnlocked(work: () => void): () => void {
      let wanted = true;
      const free = (): void => {
        if (wanted) work();
      };
      void writeGate.initialVerdict().then(() => {
        if (held === null) free();
        else waiting.add(free);
      });
      return () => {
        wanted = false;
        waiting.delete(free);
      };
    },
  };
  return writeGate;
}
