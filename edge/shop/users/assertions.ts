// Assertions: short-lived JWTs by which the store tells the relay that somebody is its administrator or wholesale operator. Signed with a key of their own, made anew while they work.
import { decodeJwt, importJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import {
  ASSERTION_AUDIENCE,
  ASSERTION_SECONDS,
  AssertionClaims,
  AssertionKey,
  REMOTE_SESSION_MS,
  RemoteRole,
} from '@balcao/shared/link/assertion.ts';
import type { Me } from '@balcao/shared/http/staff.ts';
import type { Identity } from '../../storage/identity.ts';

/** An assertion is used again for so long: signing costs a Pi a millisecond. */
const REUSED_MS = 60_000;
const USERS_MAX = 100;
/** The relay's clock and ours may differ by so much. */
const CLOCK_DIFFERENCE_MS_MAX = 10 * 60_000;

export type Assertions = ReturnType<typeof createAssertions>;

export function createAssertions(deps: {
  identity: Pick<Identity, 'storeId' | 'assertionKey'>;
  /** How far the log is. */
  seq: () => number;
  clock: () => number;
}) {
  const { identity, clock } = deps;
  const made = new Map<string, { token: string; me: Me; atMs: number }>();

  return {
    publicKey: (): AssertionKey => AssertionKey.parse(identity.assertionKey.publicJwk),

    /** The log says something new about them: what was signed before is older than that, and the relay believes it no more. */
    remove: (userId: string): void => void made.delete(userId),

    /** The assertion for somebody with a remote role, whose session was just checked; null for anybody else. */
    async issueAssertion(me: Me): Promise<string | null> {
      const role = RemoteRole.safeParse(me.role);
      if (!role.success) return null;
      const nowMs = clock();
      const before = made.get(me.id);
      const same = before?.me.name === me.name && before.me.email === me.email && before.me.role === me.role;
      if (before && same && nowMs - before.atMs < REUSED_MS && nowMs >= before.atMs) return before.token;
      if (made.size >= USERS_MAX) made.clear();
      const claims: Omit<AssertionClaims, 'sub'> = {
        name: me.name,
        email: me.email,
        role: role.data,
        seq: deps.seq(),
      };
      const key = await importJWK(identity.assertionKey.privateJwk as JWK, 'EdDSA');
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject(me.id)
        .setIssuer(identity.storeId)
        .setAudience(ASSERTION_AUDIENCE)
        .setIssuedAt(Math.floor(nowMs / 1000))
        .setExpirationTime(Math.floor(nowMs / 1000) + ASSERTION_SECONDS)
        .sign(key);
      made.set(me.id, { token, me, atMs: nowMs });
      return token;
    },

    /** Whom the assertion names, for something that was done at `atMs`; null when this store did not sign it, or it was too old by then. */
    async verify(token: string, atMs: number): Promise<AssertionClaims | null> {
      try {
        const key = await importJWK(identity.assertionKey.publicJwk as JWK, 'EdDSA');
        const { payload } = await jwtVerify(token, key, {
          audience: ASSERTION_AUDIENCE,
          issuer: identity.storeId,
          algorithms: ['EdDSA'],
          requiredClaims: ['iat', 'exp'],
          // Judged by the time of the deed: the relay goes on with an assertion long after its own end.
          currentDate: new Date((decodeJwt(token).iat ?? 0) * 1000),
        });
        const ageMs = atMs - (payload.iat ?? 0) * 1000;
        if (ageMs > REMOTE_SESSION_MS + CLOCK_DIFFERENCE_MS_MAX || ageMs < -CLOCK_DIFFERENCE_MS_MAX)
          return null;
        const claims = AssertionClaims.safeParse(payload);
        return claims.success ? claims.data : null;
      } catch {
        // An assertion that does not verify, for whatever reason, is not this store's.
        return null;
      }
    },
  };
}
