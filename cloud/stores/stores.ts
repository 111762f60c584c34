// The stores this relay knows: pairing, their keys, their condition, and which one a host name means.
import { timingSafeEqual, createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { importJWK, jwtVerify, decodeJwt, type JWK } from 'jose';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { Db } from '../db/open.ts';
import { stores } from '../db/schema.ts';

export const AUDIENCE = 'balcao-relay';
const TOKEN_SECONDS_MAX = 120;
const CLOCK_DIFFERENCE_SECONDS_MAX = 60;

export type StoreRow = typeof stores.$inferSelect;
export type Stores = ReturnType<typeof createStores>;
export type Pairing =
  | { paired: true; storeId: string }
  | { paired: false; reason: 'wrong-code' | 'other-key' };

export function createStores(given: { db: Db; pairingCode: string | null; clock: () => number }) {
  const { db, pairingCode, clock } = given;
  // Few stores, asked for on every request: kept in memory and read again after each change.
  let known: Promise<StoreRow[]> | null = null;

  async function all(): Promise<StoreRow[]> {
    const reading = (known ??= db.select().from(stores).execute());
    try {
      return await reading;
    } catch (error) {
      // A failed read is nothing to remember.
      if (known === reading) known = null;
      throw error;
    }
  }
  const byId = async (storeId: string): Promise<StoreRow | null> =>
    (await all()).find((store) => store.storeId === storeId) ?? null;
  const forget = (): void => {
    known = null;
  };

  return {
    all,
    byId,

    /** The store a browser means by the host it is on; with one store, any host means it. */
    async byHost(host: string): Promise<StoreRow | null> {
      const list = await all();
      const name = host.replace(/:\d+$/, '').toLowerCase();
      return (
        list.find((store) => store.host === name) ??
        (list.length === 1 && list[0]?.host === null ? list[0] : null)
      );
    },

    async pair(request: { code: string; storeId: string; publicKey: JWK; name: string }): Promise<Pairing> {
      if (pairingCode === null || !sameText(request.code, pairingCode))
        return { paired: false, reason: 'wrong-code' };
      const publicKey: JWK = { kty: 'OKP', crv: 'Ed25519', x: request.publicKey.x ?? '' };
      const before = await byId(request.storeId);
      if (before)
        return before.publicKey.x === publicKey.x
          ? { paired: true, storeId: before.storeId }
          : { paired: false, reason: 'other-key' };
      await db
        .insert(stores)
        .values({
          storeId: request.storeId,
          name: request.name,
          publicKey,
          pairedAtMs: clock(),
          hash: GENESIS_HASH,
        })
        .onConflictDoNothing();
      forget();
      return { paired: true, storeId: request.storeId };
    },

    /** The store that a device token speaks for, or null. */
    async authenticate(authorization: string | undefined): Promise<string | null> {
      const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
      if (token === undefined) return null;
      try {
        const store = await byId(decodeJwt(token).iss ?? '');
        if (!store) return null;
        const key = await importJWK(store.publicKey, 'EdDSA');
        await jwtVerify(token, key, {
          audience: AUDIENCE,
          issuer: store.storeId,
          algorithms: ['EdDSA'],
          requiredClaims: ['exp', 'jti'],
          maxTokenAge: TOKEN_SECONDS_MAX,
          clockTolerance: CLOCK_DIFFERENCE_SECONDS_MAX,
        });
        return store.storeId;
      } catch {
        // Whatever is wrong with it, it proves nothing.
        return null;
      }
    },

    async update(
      storeId: string,
      fields: Partial<Pick<StoreRow, 'lineage' | 'epoch' | 'condition' | 'lastSeenMs' | 'name'>>,
    ): Promise<void> {
      await db.update(stores).set(fields).where(eq(stores.storeId, storeId));
      forget();
    },

    /** Read the table again: its cursor was moved by the replicator. */
    forget,
  };
}

const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
