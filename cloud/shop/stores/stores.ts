// The stores this relay knows: their keys, their condition, and which one a host name means. How they come in: pairing.ts.
import { readBearerToken } from '@balcao/shared/host/bearer-token.ts';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { errors, importJWK, jwtVerify, decodeJwt, type JWK } from 'jose';
import { withoutSync, type Db } from '../../storage/open.ts';
import { stores } from '../../storage/schema.ts';
import { createKnownStores, type StoreRow } from './known-stores.ts';

export const AUDIENCE = 'balcao-relay';
const TOKEN_SECONDS_MAX = 120;
const CLOCK_DIFFERENCE_SECONDS_MAX = 60;
export type { StoreRow };
export type Stores = ReturnType<typeof createStores>;

/** Whether it is a device token of that store by that key, and not too old. */
export async function isSignedBy(publicKey: JWK, storeId: string, token: string): Promise<boolean> {
  try {
    await jwtVerify(token, await importJWK(publicKey, 'EdDSA'), {
      audience: AUDIENCE,
      issuer: storeId,
      algorithms: ['EdDSA'],
      requiredClaims: ['exp', 'jti'],
      maxTokenAge: TOKEN_SECONDS_MAX,
      clockTolerance: CLOCK_DIFFERENCE_SECONDS_MAX,
    });
    return true;
  } catch {
    // Whatever is wrong with it, it proves nothing.
    return false;
  }
}

export function createStores(deps: { db: Db; clock: () => number }) {
  const { db, clock } = deps;
  const known = createKnownStores({
    readAll: () => db.select().from(stores).where(isNull(stores.revokedAtMs)).execute(),
    readOne: async (storeId) => {
      const named = and(eq(stores.storeId, storeId), isNull(stores.revokedAtMs));
      return (await db.select().from(stores).where(named))[0] ?? null;
    },
    clock,
  });
  const { byId } = known;
  /** The store that a token says it speaks for, which it has yet to prove. */
  const named = async (token: string): Promise<StoreRow | null> => {
    try {
      return await byId(decodeJwt(token).iss ?? '');
    } catch {
      return null;
    }
  };

  return {
    /** The stores that are not revoked. */
    all: known.all,
    byId,

    /** The store a browser means by the host it is on; with one store, any host means it. */
    byHost: (host: string): Promise<StoreRow | null> => known.byHost(host.replace(/:\d+$/, '').toLowerCase()),

    /** Whether a store has that name. */
    isNamed: known.isNamed,

    /** The store that a device token speaks for, or null. */
    async authenticate(authorization: string | undefined): Promise<string | null> {
      const token = readBearerToken(authorization);
      if (token === null) return null;
      try {
        const store = await byId(decodeJwt(token).iss ?? '');
        if (!store) return null;
        return (await isSignedBy(store.publicKey, store.storeId, token)) ? store.storeId : null;
      } catch {
        // Whatever is wrong with it, it proves nothing.
        return null;
      }
    },

    /** The store that the token names, when it was signed by another key than its own; else null. */
    async replacing(authorization: string | undefined): Promise<StoreRow | null> {
      const token = readBearerToken(authorization);
      if (token === null) return null;
      const store = await named(token);
      if (store === null) return null;
      try {
        await jwtVerify(token, await importJWK(store.publicKey, 'EdDSA'), { algorithms: ['EdDSA'] });
        return null;
      } catch (error) {
        // A token that is too old was signed rightly: a clock that is wrong is not another machine.
        return error instanceof errors.JWSSignatureVerificationFailed ? store : null;
      }
    },

    /** Writes nothing where it stands so already: after a restart thousands of stores come back at once as they were. */
    async update(
      storeId: string,
      fields: Partial<Pick<StoreRow, 'lineage' | 'epoch' | 'condition' | 'name'>>,
    ): Promise<void> {
      const { lineage, epoch, condition, name } = stores;
      const columns = { lineage, epoch, condition, name };
      const others = (Object.keys(fields) as (keyof typeof fields)[]).map(
        (field) => sql`${columns[field]} is distinct from ${sql.param(fields[field], columns[field])}`,
      );
      await db
        .update(stores)
        .set(fields)
        .where(and(eq(stores.storeId, storeId), or(...others)));
      known.wrote(storeId, () => fields);
    },

    /** When each of these was heard of, Unix ms by store. It is said again in seconds: nothing waits for the disk. */
    async saveSeen(seen: ReadonlyMap<string, number>): Promise<void> {
      await db.execute(sql`update stores set last_seen_ms = seen.at_ms
        from (${withoutSync}) as local, unnest(${sql.param([...seen.keys()])}::uuid[], ${sql.param([...seen.values()])}::bigint[]) as seen (id, at_ms)
        where stores.store_id = seen.id`);
      for (const [storeId, lastSeenMs] of seen) known.wrote(storeId, () => ({ lastSeenMs }));
    },

    /** Whether it is on its way to another relay: nothing is taken for it here. */
    isLeaving: async (storeId: string): Promise<boolean> =>
      ((await byId(storeId))?.leavingAtMs ?? null) !== null,

    /** Whether nothing is taken for it any more, because it moves to another relay. False when there is no such store. */
    async setLeaving(storeId: string, isLeaving: boolean): Promise<boolean> {
      const set = await db
        .update(stores)
        // The moment it began stays: a command that was cut off goes on.
        .set({ leavingAtMs: isLeaving ? sql`coalesce(${stores.leavingAtMs}, ${clock()})` : null })
        .where(and(eq(stores.storeId, storeId), isNull(stores.revokedAtMs)))
        .returning({ storeId: stores.storeId });
      known.invalidateOne(storeId);
      return set.length > 0;
    },

    /** Read the table again: another process may have changed it. */
    invalidate: known.invalidate,
    /** The same of one store. */
    invalidateOne: known.invalidateOne,

    /** The cursor was moved here, by so much as one row: no reason to read anything again. */
    moved(storeId: string, cursor: Pick<StoreRow, 'seq' | 'hash'>): void {
      known.wrote(storeId, ({ seq }) => (seq < cursor.seq ? cursor : {}));
    },
  };
}
