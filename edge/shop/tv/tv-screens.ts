// TVs that were let in: each has a token in a cookie, of which a digest is kept, and may read the panel with it.
import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { TvScreen } from '@balcao/shared/http/tv.ts';
import type { TvRefusal } from '@balcao/shared/http/refusals/tv.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { tvScreens } from '../../storage/schema/staff.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { createTvCodes, digestOf, newSecret } from './tv-codes.ts';

const TV_SCREENS_MAX = 20;
/** `lastSeenMs` is written no more often: a card wears out. */
const TV_SEEN_EVERY_MS = 15 * 60_000;

/** One that is called a TV, as without a name of its own, is not called so twice. */
const tvText = (name: string): string => (/^tv\b/i.test(name) ? `a ${name}` : `a TV ${name}`);

export type TvScreensRoom = ReturnType<typeof createTvScreens>;

export function createTvScreens(deps: { db: Db; audit: Audit; clock: () => number }) {
  const { db, audit, clock } = deps;
  const codes = createTvCodes(clock);
  const listeners = new Set<(id: string) => void>();
  const list = (): TvScreen[] =>
    db.select().from(tvScreens).orderBy(desc(tvScreens.createdAtMs)).all().map(toScreen);

  return {
    codes,
    list,

    /** Lets the TV in that shows this code. */
    pair(actor: Actor, typed: { code: string; name: string }): Result<TvScreen, TvRefusal> {
      if (list().length >= TV_SCREENS_MAX) return refused('too-many-screens');
      const token = newSecret();
      const shown = codes.redeem(typed.code, token);
      if (!shown) return refused('wrong-code');
      return inTransaction(db, () => {
        const nowMs = clock();
        const row = {
          id: randomUUID(),
          name: typed.name === '' ? 'TV' : typed.name,
          device: shown.device,
          tokenHash: digestOf(token),
          pairedBy: actor.userName ?? '',
          createdAtMs: nowMs,
          lastSeenMs: nowMs,
        };
        db.insert(tvScreens).values(row).run();
        audit.record(actor, 'access', 'tv-paired', `ligou ${tvText(row.name)} (${row.device}) ao painel`);
        return accepted(toScreen(row));
      });
    },

    /** From then on its cookie opens nothing, and what it listens to ends. */
    remove(actor: Actor, id: string): Result<null, TvRefusal> {
      return inTransaction(db, () => {
        const [gone] = db.delete(tvScreens).where(eq(tvScreens.id, id)).returning().all();
        if (!gone) return refused<TvRefusal>('unknown-screen');
        audit.record(actor, 'access', 'tv-removed', `desligou ${tvText(gone.name)} do painel`);
        for (const onScreenRemoved of listeners) onScreenRemoved(id);
        return accepted(null);
      });
    },

    /** The TV whose token this is, or null. */
    idOf(token: string | null): string | null {
      if (token === null) return null;
      const found = db
        .select({ id: tvScreens.id, lastSeenMs: tvScreens.lastSeenMs })
        .from(tvScreens)
        .where(eq(tvScreens.tokenHash, digestOf(token)))
        .get();
      if (!found) return null;
      const nowMs = clock();
      if (Math.abs(nowMs - found.lastSeenMs) >= TV_SEEN_EVERY_MS) markSeen(db, found.id, nowMs);
      return found.id;
    },

    /** Calls when a TV is let in no more; returns the function that stops it. */
    onRemoved(onScreenRemoved: (id: string) => void): () => void {
      listeners.add(onScreenRemoved);
      return () => listeners.delete(onScreenRemoved);
    },
  };
}

function markSeen(db: Db, id: string, nowMs: number): void {
  try {
    db.update(tvScreens).set({ lastSeenMs: nowMs }).where(eq(tvScreens.id, id)).run();
  } catch {
    // A full disk, or a database that cannot be written: said elsewhere.
  }
}

const toScreen = (row: Omit<typeof tvScreens.$inferSelect, 'tokenHash'>): TvScreen => ({
  id: row.id,
  name: row.name,
  device: row.device,
  pairedBy: row.pairedBy,
  sinceMs: row.createdAtMs,
  lastSeenMs: row.lastSeenMs,
});
