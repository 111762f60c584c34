// A store's sealed copies, kept for it within its quota: at most two that are whole and one that is coming, each of bounded size. The
// relay cannot read them, and says of none that it is whole before it has added up what lies in its own database.
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, notInArray } from 'drizzle-orm';
import { COPIES_KEPT, partsOf, type KeptCopies, type SealedCopy } from '@balcao/shared/link/copies.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db, Tx } from '../../storage/open.ts';
import { copies, copyParts } from './schema.ts';

export type Copies = ReturnType<typeof createCopies>;

/** `bytesMax`: of one copy; 0 takes none. */
export function createCopies({ db, bytesMax }: { db: Db; bytesMax: number }) {
  const ofStore = (storeId: string) => eq(copies.storeId, storeId);
  const partsNamed = (storeId: string, name: string) =>
    and(eq(copyParts.storeId, storeId), eq(copyParts.name, name));

  const wholeNames = async (tx: Pick<Tx, 'select'>, storeId: string): Promise<string[]> =>
    (
      await tx
        .select({ name: copies.name })
        .from(copies)
        .where(ofStore(storeId))
        .orderBy(desc(copies.atMs), desc(copies.name))
    ).map(({ name }) => name);

  /** Null when a piece is missing. One piece in memory at a time. */
  async function addUp(tx: Tx, storeId: string, name: string, count: number) {
    const sum = createHash('sha256');
    let bytes = 0;
    for (let part = 0; part < count; part += 1) {
      const [piece] = await tx
        .select({ bytes: copyParts.bytes })
        .from(copyParts)
        .where(and(partsNamed(storeId, name), eq(copyParts.part, part)));
      if (!piece) return null;
      bytes += piece.bytes.length;
      sum.update(piece.bytes);
    }
    return { bytes, sha256: sum.digest('hex') };
  }

  async function keepOnly(tx: Tx, storeId: string, names: string[]): Promise<void> {
    const none = names.length === 0;
    await tx.delete(copies).where(and(ofStore(storeId), none ? undefined : notInArray(copies.name, names)));
    await tx
      .delete(copyParts)
      .where(and(eq(copyParts.storeId, storeId), none ? undefined : notInArray(copyParts.name, names)));
  }

  return {
    async list(storeId: string): Promise<KeptCopies> {
      const rows = await db
        .select({ name: copies.name, atMs: copies.atMs, bytes: copies.bytes, sha256: copies.sha256 })
        .from(copies)
        .where(ofStore(storeId))
        .orderBy(desc(copies.atMs), desc(copies.name));
      return { copies: rows, bytesMax };
    },

    /** The first piece of another copy takes away what never became whole. */
    async putPart(
      storeId: string,
      name: string,
      part: number,
      bytes: Uint8Array,
    ): Promise<Result<null, 'too-large' | 'whole'>> {
      if (part >= partsOf(bytesMax)) return refused('too-large');
      return db.transaction(async (tx) => {
        const whole = await wholeNames(tx, storeId);
        if (whole.includes(name)) return refused('whole');
        await tx
          .delete(copyParts)
          .where(and(eq(copyParts.storeId, storeId), notInArray(copyParts.name, [...whole, name])));
        await tx
          .insert(copyParts)
          .values({ storeId, name, part, bytes })
          .onConflictDoUpdate({
            target: [copyParts.storeId, copyParts.name, copyParts.part],
            set: { bytes },
          });
        return accepted(null);
      });
    },

    /** It counts from here on, and the oldest beyond the quota goes. */
    async finish(
      storeId: string,
      name: string,
      copy: SealedCopy,
    ): Promise<Result<null, 'too-large' | 'not-whole'>> {
      if (copy.bytes > bytesMax) return refused('too-large');
      return db.transaction(async (tx) => {
        const held = await addUp(tx, storeId, name, partsOf(copy.bytes));
        if (held?.sha256 !== copy.sha256 || held.bytes !== copy.bytes) return refused('not-whole');
        await tx
          .insert(copies)
          .values({ storeId, name, ...copy })
          .onConflictDoNothing();
        await keepOnly(tx, storeId, (await wholeNames(tx, storeId)).slice(0, COPIES_KEPT));
        return accepted(null);
      });
    },

    async part(storeId: string, name: string, part: number): Promise<Uint8Array | null> {
      const [piece] = await db
        .select({ bytes: copyParts.bytes })
        .from(copyParts)
        .where(and(partsNamed(storeId, name), eq(copyParts.part, part)))
        .orderBy(asc(copyParts.part));
      return piece?.bytes ?? null;
    },

    async remove(storeId: string, name: string): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.delete(copies).where(and(ofStore(storeId), eq(copies.name, name)));
        await tx.delete(copyParts).where(partsNamed(storeId, name));
      });
    },
  };
}
