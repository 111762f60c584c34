// An administrator's forgotten password: whoever sits at the store's own command line gets a code, good once and for half an hour,
// and sets a new one with it in the browser. Only the code's digest is kept.
import { formatCode } from '@balcao/shared/ids.ts';
import type { OwnerPasswordRefusal } from '@balcao/shared/http/refusals/users.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { refused, type Result } from '@balcao/shared/result.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../storage/open.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Accounts } from './accounts.ts';
import { user } from './schema.ts';
import { codeDigest, isCodeOf, newCode } from './one-time-code.ts';

const RESET_CODE_MS = 30 * 60_000;
const KEY = 'owner_password_code';
const Kept = z.object({ digest: z.string(), expiresAtMs: z.number() });

export type OwnerPassword = ReturnType<typeof createOwnerPassword>;

/** Gives a new code, in groups; the one before is worth nothing any more. */
export function issueOwnerCode(db: Db, nowMs: number): string {
  const code = newCode();
  writeMeta(
    db,
    KEY,
    JSON.stringify({ digest: codeDigest(code), expiresAtMs: nowMs + RESET_CODE_MS } satisfies z.infer<
      typeof Kept
    >),
  );
  return formatCode(code);
}

/** Their e-mails, for who has forgotten that as well. */
export const administrators = (db: Db): string[] =>
  db
    .select({ email: user.email })
    .from(user)
    .where(eq(user.role, 'ADMIN'))
    .orderBy(user.createdAt)
    .all()
    .map(({ email }) => email);

export function createOwnerPassword(deps: { db: Db; accounts: Accounts; clock: () => number }) {
  const { db, accounts, clock } = deps;

  function isGood(code: string): boolean {
    const kept = readMeta(db, KEY);
    if (kept === null || kept === '') return false;
    const { digest, expiresAtMs } = Kept.parse(JSON.parse(kept));
    return clock() < expiresAtMs && isCodeOf(code, digest);
  }

  return {
    /** Ends every session of that account. */
    async claim(claimed: {
      code: string;
      email: string;
      password: string;
    }): Promise<Result<StaffUser, OwnerPasswordRefusal>> {
      if (!isGood(claimed.code)) return refused('wrong-code');
      return accounts.resetAdministrator(claimed.email, claimed.password, () => {
        if (!isGood(claimed.code)) return false;
        writeMeta(db, KEY, '');
        return true;
      });
    },
  };
}
