// How a store becomes known to this relay: a code, good once and for ten minutes, that the relay's operator makes and a
// person types on the store. Only its hash is kept. From then on the store's key is what counts.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { JWK } from 'jose';
import { codeFromBytes, formatCode, normalizeCode } from '@balcao/shared/ids.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { Db, Tx } from '../../storage/open.ts';
import { pairingCodes, stores } from '../../storage/schema.ts';
import type { Stores } from './stores.ts';

export const CODE_MS = 10 * 60_000;
/** Any number that nobody else locks by. */
const PAIRING_LOCK = 7_202_611;

export type PairRequest = {
  code: string;
  /** Absent: the store whose machine the code replaces. */
  storeId?: string | undefined;
  publicKey: JWK;
  /** Absent: as it is known. */
  name?: string | undefined;
  /** The statement of succession by which the machine before knows that it is replaced. */
  succession?: string | undefined;
};
export type Pairing =
  | { paired: true; storeId: string; host: string | null }
  | { paired: false; reason: 'wrong-code' | 'other-key' | 'second-store' | 'host-taken' | 'new-store' };
type NamedRequest = PairRequest & { storeId: string };
export type NewCode = { code: string; expiresAtMs: number };
type MadeFor = { host?: string | undefined; replaces?: string | undefined };
export type PairingCodes = ReturnType<typeof createPairing>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const sameText = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));

/** `pairingCode` is PAIRING_CODE: it makes the first store known, and never a second one. */
export function createPairing(deps: {
  db: Db;
  stores: Pick<Stores, 'invalidate'>;
  pairingCode: string | null;
  clock: () => number;
}) {
  const { db, pairingCode, clock } = deps;

  async function takeCode(tx: Tx, { code, storeId }: NamedRequest): Promise<MadeFor | null> {
    const codeHash = sha256(normalizeCode(code));
    const [usedCode] = await tx
      .update(pairingCodes)
      .set({ usedBy: storeId })
      .where(
        and(
          eq(pairingCodes.codeHash, codeHash),
          isNull(pairingCodes.usedBy),
          gt(pairingCodes.expiresAtMs, clock()),
        ),
      )
      .returning();
    return usedCode ? { host: usedCode.host ?? undefined, replaces: usedCode.replaces ?? undefined } : null;
  }

  async function admitStore(tx: Tx, request: NamedRequest, codePurpose: MadeFor): Promise<Pairing> {
    const { storeId } = request;
    const publicKey: JWK = { kty: 'OKP', crv: 'Ed25519', x: request.publicKey.x ?? '' };
    const allStores = await tx.select().from(stores);
    const earlier = allStores.find((store) => store.storeId === storeId);
    const replaced = allStores.find((store) => store.storeId === codePurpose.replaces);
    const host = codePurpose.host ?? replaced?.host ?? earlier?.host ?? null;
    const name = request.name ?? earlier?.name ?? 'Loja';
    if (earlier && earlier.publicKey.x !== publicKey.x && codePurpose.replaces !== storeId)
      return { paired: false, reason: 'other-key' };
    const otherStores = allStores.filter(
      (store) =>
        store.revokedAtMs === null && store.storeId !== storeId && store.storeId !== codePurpose.replaces,
    );
    // Without a host name of its own, a second store would be reached by nobody, and the first one no longer.
    if (otherStores.some((store) => store.host === host)) return { paired: false, reason: 'host-taken' };
    if (replaced && replaced.storeId !== storeId)
      await tx
        .update(stores)
        .set({ revokedAtMs: clock(), host: null })
        .where(eq(stores.storeId, replaced.storeId));
    const succession = request.succession ?? null;
    const present = { name, publicKey, host, pairedAtMs: clock(), revokedAtMs: null, succession };
    await tx
      .insert(stores)
      .values({ storeId, ...present, hash: GENESIS_HASH })
      .onConflictDoUpdate({
        target: stores.storeId,
        // What was followed of it stays; another database proves itself, or is fenced as before.
        set: {
          ...present,
          ...(codePurpose.replaces === storeId ? { lineage: null, condition: 'following' } : {}),
        },
      });
    return { paired: true, storeId, host };
  }

  return {
    /** A new code. `host` is the name that customers will use; `replaces` is the store whose place the new one takes. */
    async makeCode(codePurpose: MadeFor): Promise<NewCode> {
      const code = codeFromBytes(randomBytes(16));
      const expiresAtMs = clock() + CODE_MS;
      await db.delete(pairingCodes).where(sql`${pairingCodes.expiresAtMs} < ${clock() - CODE_MS}`);
      await db.insert(pairingCodes).values({
        codeHash: sha256(code),
        host: codePurpose.host ?? null,
        replaces: codePurpose.replaces ?? null,
        expiresAtMs,
      });
      return { code: formatCode(code), expiresAtMs };
    },

    async pair(pairRequest: PairRequest): Promise<Pairing> {
      const refusals: Pairing[] = [];
      const result = await db
        .transaction(async (tx): Promise<Pairing> => {
          await tx.execute(sql`select pg_advisory_xact_lock(${PAIRING_LOCK})`);
          const storeId = pairRequest.storeId ?? (await storeReplacedBy(tx, pairRequest.code));
          if (storeId === undefined) return { paired: false, reason: 'wrong-code' };
          if (storeId === null) return { paired: false, reason: 'new-store' };
          const request: NamedRequest = { ...pairRequest, storeId };
          const allStores = await tx.select().from(stores);
          const sameStore = allStores.find(
            (store) =>
              store.storeId === storeId &&
              store.publicKey.x === request.publicKey.x &&
              store.revokedAtMs === null,
          );
          let codePurpose = await takeCode(tx, request);
          if (codePurpose === null) {
            const isFirstCode = pairingCode !== null && sameText(request.code, pairingCode);
            // An answer that got lost is asked for again, with the same code by the same device.
            if (sameStore && (isFirstCode || (await usedBy(tx, request)))) {
              return { paired: true, storeId: sameStore.storeId, host: sameStore.host };
            }
            if (!isFirstCode) return { paired: false, reason: 'wrong-code' };
            if (allStores.some((store) => store.storeId === request.storeId && store.revokedAtMs === null))
              return { paired: false, reason: 'other-key' };
            if (allStores.length > 0) return { paired: false, reason: 'second-store' };
            codePurpose = {};
          }
          const admitted = await admitStore(tx, request, codePurpose);
          if (admitted.paired) return admitted;
          // The code is not used up by what is refused.
          refusals.push(admitted);
          return tx.rollback();
        })
        .catch((error: unknown) => {
          const refusal = refusals[0];
          if (refusal) return refusal;
          throw error;
        });
      deps.stores.invalidate();
      return result;
    },

    /** The store's own key changes, by its word: true also when it was changed before. */
    async changeKey(storeId: string, { x }: { x: string }): Promise<boolean> {
      const publicKey: JWK = { kty: 'OKP', crv: 'Ed25519', x };
      const updated = await db
        .update(stores)
        .set({ publicKey })
        .where(and(eq(stores.storeId, storeId), isNull(stores.revokedAtMs)))
        .returning({ storeId: stores.storeId });
      deps.stores.invalidate();
      return updated.length > 0;
    },

    async revoke(storeId: string): Promise<boolean> {
      const revoked = await db
        .update(stores)
        .set({ revokedAtMs: clock(), host: null })
        .where(and(eq(stores.storeId, storeId), isNull(stores.revokedAtMs)))
        .returning({ storeId: stores.storeId });
      deps.stores.invalidate();
      return revoked.length > 0;
    },
  };
}

/** Null: the code makes a new store known. Undefined: there is no such code. */
async function storeReplacedBy(tx: Tx, code: string): Promise<string | null | undefined> {
  const [codes] = await tx
    .select({ replaces: pairingCodes.replaces })
    .from(pairingCodes)
    .where(eq(pairingCodes.codeHash, sha256(normalizeCode(code))));
  return codes?.replaces;
}

async function usedBy(tx: Tx, { code, storeId }: NamedRequest): Promise<boolean> {
  const codes = await tx
    .select({ codeHash: pairingCodes.codeHash })
    .from(pairingCodes)
    .where(and(eq(pairingCodes.codeHash, sha256(normalizeCode(code))), eq(pairingCodes.usedBy, storeId)));
  return codes.length > 0;
}
