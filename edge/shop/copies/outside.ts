// When a whole copy last left this machine: onto a stick that was taken for copies, as a file that an administrator fetched, or sealed to
// the relay, which gave a piece of it back.
import { z } from 'zod';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';

/** What is ahead by more was dated while the clock was wrong, and says nothing. */
const AHEAD_MS_MAX = 3_600_000;
const DAY_MS = 86_400_000;
/** For so long there may be none that is newer: of sticks that change places every few days, none is missed. */
export const OUTSIDE_DAYS_MAX = 7;

export const COPY_OUTSIDE = 'copy_outside';
/** `atMs`: what the newest one holds. `sinceMs`: from when on there should be one. */
export const CopyOutside = z.object({ atMs: z.number().nullable(), sinceMs: z.number() });
export type Outside = ReturnType<typeof createOutside>;

/** A store put back from a copy of days ago is given its week anew: nobody could have taken one out meanwhile. */
export function giveTimeAnew(db: Db, nowMs: number): void {
  const kept = readMeta(db, COPY_OUTSIDE);
  if (kept === null) return;
  const { atMs } = CopyOutside.parse(JSON.parse(kept));
  writeMeta(db, COPY_OUTSIDE, JSON.stringify({ atMs, sinceMs: nowMs }));
}

export function createOutside({ db, clock }: { db: Db; clock: () => number }) {
  function read(): z.infer<typeof CopyOutside> {
    const kept = readMeta(db, COPY_OUTSIDE);
    const known = kept === null ? null : CopyOutside.parse(JSON.parse(kept));
    const isAhead = (ms: number): boolean => ms > clock() + AHEAD_MS_MAX;
    if (known !== null && !isAhead(known.sinceMs) && !isAhead(known.atMs ?? 0)) return known;
    // Its week begins anew: a copy may be outside, and of which day nobody knows.
    const fresh = { atMs: null, sinceMs: clock() };
    writeMeta(db, COPY_OUTSIDE, JSON.stringify(fresh));
    return fresh;
  }

  return {
    /** A copy of that moment was proven elsewhere. Writes only news: a stick is looked at every ten minutes. */
    recordCopy(atMs: number): void {
      const before = read();
      if (before.atMs === null || atMs > before.atMs)
        writeMeta(db, COPY_OUTSIDE, JSON.stringify({ ...before, atMs }));
    },

    /** Of when the newest one is that is known to be outside, and whether there should be a newer one. */
    newest(): { atMs: number | null; isOld: boolean } {
      const { atMs, sinceMs } = read();
      return { atMs, isOld: clock() - Math.max(atMs ?? 0, sinceMs) > OUTSIDE_DAYS_MAX * DAY_MS };
    },

    /** How long there has been none that is newer. */
    missingMs(): number {
      const { atMs, sinceMs } = read();
      return clock() - Math.max(atMs ?? 0, sinceMs);
    },
  };
}
