// The rows of an account: how they are found and changed, and how the log is told. Each change is made in its caller's transaction.
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { Role, type Me } from '@balcao/shared/http/staff.ts';
import { z } from 'zod';
import type { Db } from '../../storage/open.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { PasswordGrade } from './password.ts';
import { logUser } from './replica.ts';
import { account, session, user } from './schema.ts';

/** How better-auth calls an account that signs in with e-mail and password. */
export const PROVIDER = 'credential';

export const isEmail = (email: string): boolean => z.email().safeParse(email).success;
export const normalEmail = (email: string): string => email.trim().toLowerCase();

export type AccountRows = ReturnType<typeof createAccountRows>;

export function createAccountRows(deps: {
  db: Db;
  log: PrivateLog;
  clock: () => number;
  /** The log has a new row about this account. */
  onLogged?: (id: string, isGone: boolean) => void;
}) {
  const { db, log, clock } = deps;

  // Asked with every request of staff.
  const rowById = db
    .select()
    .from(user)
    .where(eq(user.id, sql.placeholder('id')))
    .prepare();
  const rowOf = (id: string) => rowById.get({ id });
  const idOfEmail = (email: string): string | null =>
    db
      .select({ id: user.id })
      .from(user)
      .where(eq(user.email, normalEmail(email)))
      .get()?.id ?? null;
  const endSessions = (userId: string, keptSessionId: string | null = null): void => {
    db.delete(session)
      .where(
        and(eq(session.userId, userId), keptSessionId === null ? undefined : ne(session.id, keptSessionId)),
      )
      .run();
  };

  const hashOf = (id: string): string | null =>
    db
      .select({ hash: account.password })
      .from(account)
      .where(and(eq(account.userId, id), eq(account.providerId, PROVIDER)))
      .get()?.hash ?? null;

  function setPassword(id: string, password: { hash: string; grade: PasswordGrade }): void {
    const updatedAt = new Date(clock());
    db.update(account)
      .set({ password: password.hash, updatedAt })
      .where(and(eq(account.userId, id), eq(account.providerId, PROVIDER)))
      .run();
    db.update(user)
      .set({ passwordGrade: password.grade, passwordDueAt: null, updatedAt })
      .where(eq(user.id, id))
      .run();
  }

  /** The role that counts now, and the password that is asked for before or instead. */
  function standingOf(id: string): Pick<Me, 'role' | 'newPassword'> {
    const row = rowOf(id);
    const role = row && row.banned !== true ? viewOf(row).role : null;
    if (!row || role === null || row.passwordDueAt === null) return { role };
    const dueAtMs = row.passwordDueAt.getTime();
    return { role: clock() < dueAtMs ? role : null, newPassword: { role, dueAtMs } };
  }

  const hasOtherAdministrator = (id: string): boolean =>
    db
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.role, 'ADMIN'), ne(user.id, id), or(eq(user.banned, false), isNull(user.banned))))
      .limit(1)
      .all().length > 0;

  function append(id: string): void {
    const row = rowOf(id);
    deps.onLogged?.(id, row === undefined);
    // A store that is restored, and the relay, know no accounts that are kept out: there it waits for its role again.
    const loggedRow = row?.banned === true ? { ...row, role: null } : row;
    logUser(log, id, loggedRow ? { ...loggedRow, passwordHash: hashOf(id) } : null, clock());
  }

  return { rowOf, idOfEmail, endSessions, hashOf, setPassword, standingOf, hasOtherAdministrator, append };
}

export function viewOf(row: typeof user.$inferSelect): StaffUser {
  const role = Role.safeParse(row.role);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: role.success ? role.data : null,
    createdAtMs: row.createdAt.getTime(),
    asksPassword: row.passwordDueAt !== null,
    disabled: row.banned === true,
    hasPin: row.pinHash !== null,
  };
}
