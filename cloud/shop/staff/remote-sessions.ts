// Remote sessions: learnt from the assertions in the store's answers through the tunnel, used only while it is away, and for twelve hours at
// most. A session is known by its hash; what ends it at the store ends it here as soon as the log says so.
import { createHash } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import { importJWK, jwtVerify } from 'jose';
import {
  ASSERTION_AUDIENCE,
  ASSERTION_SECONDS,
  AssertionClaims,
  AssertionKey,
  REMOTE_SESSION_MS,
} from '@balcao/shared/link/assertion.ts';
import type { Db } from '../../storage/open.ts';
import { aggregates } from '../../storage/schema.ts';
import { assertionKeys, remoteSessions } from './schema.ts';

const CLOCK_DIFFERENCE_SECONDS_MAX = 60;
/** The same word of the store is written down once, however many answers carry it. */
const RECEIVED_MAX = 1000;

export type RemoteSession = typeof remoteSessions.$inferSelect;
export type RemoteSessions = ReturnType<typeof createRemoteSessions>;

/** The store's session cookie in a request, hashed; null when there is none. */
export function sessionHashOf(cookies: string | null | undefined): string | null {
  const token = /(?:^|;\s*)balcao\.session_token=([^;]+)/.exec(cookies ?? '')?.[1];
  return token === undefined ? null : createHash('sha256').update(token).digest('hex');
}

export function createRemoteSessions(deps: { db: Db; clock: () => number }) {
  const { db, clock } = deps;
  const received = new Set<string>();

  async function verifyAssertion(storeId: string, assertion: string): Promise<AssertionClaims | null> {
    const [row] = await db.select().from(assertionKeys).where(eq(assertionKeys.storeId, storeId));
    if (!row) return null;
    try {
      const { payload } = await jwtVerify(assertion, await importJWK(row.key, 'EdDSA'), {
        audience: ASSERTION_AUDIENCE,
        issuer: storeId,
        algorithms: ['EdDSA'],
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: ASSERTION_SECONDS,
        clockTolerance: CLOCK_DIFFERENCE_SECONDS_MAX,
        currentDate: new Date(clock()),
      });
      const claims = AssertionClaims.safeParse(payload);
      return claims.success ? claims.data : null;
    } catch {
      // An assertion that does not verify, for whatever reason, opens no remote session.
      return null;
    }
  }

  return {
    /** Keeps the key with which the store's assertions are verified. */
    async learnKey(storeId: string, body: unknown): Promise<void> {
      const key = AssertionKey.parse(body);
      await db
        .insert(assertionKeys)
        .values({ storeId, key })
        .onConflictDoUpdate({ target: assertionKeys.storeId, set: { key } });
    },

    /** Keeps the assertion that an answer of the store to the holder of this session carried. */
    async saveAssertion(storeId: string, sessionHash: string, assertion: string): Promise<void> {
      const assertionKey = `${sessionHash} ${assertion}`;
      if (received.has(assertionKey)) return;
      const claims = await verifyAssertion(storeId, assertion);
      if (!claims) return;
      if (received.size >= RECEIVED_MAX) received.clear();
      received.add(assertionKey);
      const { sub: userId, name, email, role, seq } = claims;
      const row = { userId, name, email, role, seq, confirmedAtMs: clock(), assertion };
      await db
        .insert(remoteSessions)
        .values({ storeId, sessionHash, ...row })
        .onConflictDoUpdate({ target: [remoteSessions.storeId, remoteSessions.sessionHash], set: row });
    },

    /** Who holds this session by the store's newest assertion; null when there is none that still holds. */
    async find(storeId: string, sessionHash: string): Promise<RemoteSession | null> {
      const [row] = await db
        .select({ remote: remoteSessions, changedAt: aggregates.seq })
        .from(remoteSessions)
        .leftJoin(
          aggregates,
          and(
            eq(aggregates.storeId, remoteSessions.storeId),
            eq(aggregates.kind, 'user'),
            eq(aggregates.aggregateId, remoteSessions.userId),
          ),
        )
        .where(
          and(
            eq(remoteSessions.storeId, storeId),
            eq(remoteSessions.sessionHash, sessionHash),
            gt(remoteSessions.confirmedAtMs, clock() - REMOTE_SESSION_MS),
          ),
        );
      // Role, password, deletion: whatever it was, the store has to be asked again.
      if (!row || (row.changedAt !== null && row.changedAt > row.remote.seq)) return null;
      return row.remote;
    },

    async deleteSession(storeId: string, sessionHash: string): Promise<void> {
      received.clear();
      await db
        .delete(remoteSessions)
        .where(and(eq(remoteSessions.storeId, storeId), eq(remoteSessions.sessionHash, sessionHash)));
    },

    /** Drops what is too old to lean on. */
    async purgeExpired(): Promise<void> {
      await db.delete(remoteSessions).where(lt(remoteSessions.confirmedAtMs, clock() - REMOTE_SESSION_MS));
    },
  };
}
