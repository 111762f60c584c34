// Accounts of staff: made, changed and deleted in one transaction with their log row and audit line. Passwords are
// argon2id hashes from the moment they are read; never logged, never answered.
import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, isNull, lt } from 'drizzle-orm';
import type { AccountRefusal } from '@balcao/shared/http/refusals/users.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import type { Role } from '@balcao/shared/http/staff.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { THE_STORE, type Actor, type Audit } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { createAccountPasswords } from './account-passwords.ts';
import { createAccountRows, isEmail, normalEmail, PROVIDER, viewOf } from './account-rows.ts';
import { isGoodFor } from './password.ts';
import { account, session, user } from './schema.ts';

export type NewAccount = { name: string; email: string; password: string; role: Role | null };

export const ROLE_NAMES: Record<Role, string> = {
  ADMIN: 'Administrador',
  KITCHEN: 'Cozinha',
  ATTENDANT: 'Atendente',
  WHOLESALE: 'Atacado',
};

const roleName = (role: Role | null): string => (role === null ? 'nenhuma' : ROLE_NAMES[role]);

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(deps: {
  db: Db;
  log: PrivateLog;
  audit: Audit;
  clock: () => number;
  shopName: () => string;
  /** The log has a new row about this account. */
  onLogged?: (id: string, isGone: boolean) => void;
}) {
  const { db, audit, clock } = deps;
  const rows = createAccountRows(deps);
  const { rowOf, idOfEmail, endSessions, append } = rows;
  const { gradeAndHash, ...passwords } = createAccountPasswords({ ...deps, rows });

  return {
    ...passwords,

    any: (): boolean => db.select({ id: user.id }).from(user).limit(1).all().length > 0,
    emailTaken: (email: string): boolean => idOfEmail(email) !== null,

    /** Whether a session of this account was begun at that address, or in its household's network. */
    hasSignedInFrom: (email: string, household: string): boolean =>
      db
        .select({ address: session.ipAddress })
        .from(session)
        .innerJoin(user, eq(user.id, session.userId))
        .where(eq(user.email, normalEmail(email)))
        .all()
        .some(({ address }) => address !== null && householdOf(address) === household),

    /** Throws what the disk says when one of them, or a session, cannot be read. */
    readAll(): void {
      db.select().from(session).all();
      db.select().from(user).all();
    },

    /** Newest first. */
    list: (): StaffUser[] =>
      db.select().from(user).orderBy(desc(user.createdAt), desc(user.id)).all().map(viewOf),

    async create(
      actor: Actor,
      deps: NewAccount,
      onlyIf: () => boolean = () => true,
    ): Promise<Result<StaffUser, AccountRefusal>> {
      const email = normalEmail(deps.email);
      if (!isEmail(email)) return refused('bad-email');
      if (idOfEmail(email) !== null) return refused('email-taken');
      const password = await gradeAndHash(deps.password, { ...deps, email });
      if (!password.ok) return password;
      return inTransaction(db, (): Result<StaffUser, AccountRefusal> => {
        if (idOfEmail(email) !== null || !onlyIf()) return refused('email-taken');
        const now = new Date(clock());
        const id = randomUUID();
        db.insert(user)
          .values({
            id,
            name: deps.name,
            email,
            role: deps.role,
            passwordGrade: password.value.grade,
            createdAt: now,
            updatedAt: now,
          })
          .run();
        db.insert(account)
          .values({
            id: randomUUID(),
            accountId: id,
            providerId: PROVIDER,
            userId: id,
            password: password.value.hash,
            createdAt: now,
            updatedAt: now,
          })
          .run();
        append(id);
        audit.record(
          actor,
          'user',
          'create',
          deps.role === null
            ? 'pediu uma conta, que espera uma função'
            : `criou o usuário ${deps.name} (${roleName(deps.role)})`,
        );
        return accepted({
          id,
          name: deps.name,
          email,
          role: deps.role,
          createdAtMs: now.getTime(),
          asksPassword: false,
          disabled: false,
          hasPin: false,
        });
      });
    },

    /** Gives, changes or takes a role; the user signs in anew. It counts once their password is good enough for it. */
    setRole(actor: Actor, id: string, role: Role | null): Result<StaffUser, AccountRefusal> {
      return inTransaction(db, (): Result<StaffUser, AccountRefusal> => {
        const before = rowOf(id);
        if (!before) return refused('unknown-user');
        // Whoever may do this is an administrator: there is always one left.
        if (id === actor.userId && role !== 'ADMIN') return refused('own-role');
        const view = viewOf(before);
        if (view.role === role) return accepted(view);
        const now = new Date(clock());
        const passwordDueAt = isGoodFor(before.passwordGrade, role) ? null : now;
        db.update(user).set({ role, passwordDueAt, updatedAt: now }).where(eq(user.id, id)).run();
        endSessions(id);
        append(id);
        audit.record(
          actor,
          'user',
          'role',
          `mudou a função de ${before.name} de ${roleName(view.role)} para ${roleName(role)}`,
        );
        return accepted({ ...view, role, asksPassword: passwordDueAt !== null });
      });
    },

    standingOf: rows.standingOf,

    /** Says the account to the log again: the relay then believes nothing older about it. */
    logAccount: append,

    /** How many accounts have no role. */
    waiting: (): number => db.select({ n: count() }).from(user).where(isNull(user.role)).get()?.n ?? 0,

    /** Deletes the accounts that were left without a role since then. */
    deleteUnassigned(beforeMs: number): void {
      inTransaction(db, () => {
        const gone = db
          .delete(user)
          .where(and(isNull(user.role), lt(user.updatedAt, new Date(beforeMs))))
          .returning({ id: user.id })
          .all();
        for (const { id } of gone) append(id);
        if (gone.length > 0)
          audit.record(
            THE_STORE,
            'user',
            'lapse',
            gone.length === 1
              ? 'excluiu 1 conta que ficou sem função'
              : `excluiu ${gone.length} contas que ficaram sem função`,
          );
      });
    },

    isDisabled: (id: string): boolean => rowOf(id)?.banned === true,

    /** Ends every session of an account. */
    endSessions: (id: string): void => endSessions(id),

    /** Keeps an account out, at once and until it is let in again. There is always an administrator who can do that. */
    setDisabled(actor: Actor, id: string, disabled: boolean): Result<StaffUser, AccountRefusal> {
      return inTransaction(db, (): Result<StaffUser, AccountRefusal> => {
        if (id === actor.userId) return refused('own-access');
        const before = rowOf(id);
        if (!before) return refused('unknown-user');
        const view = viewOf(before);
        if (view.disabled === disabled) return accepted(view);
        // Two administrators may turn each other out in the same moment.
        if (disabled && view.role === 'ADMIN' && !rows.hasOtherAdministrator(id))
          return refused('last-admin');
        db.update(user)
          .set({ banned: disabled, updatedAt: new Date(clock()) })
          .where(eq(user.id, id))
          .run();
        endSessions(id);
        append(id);
        audit.record(
          actor,
          'user',
          disabled ? 'disable' : 'enable',
          disabled ? `desativou a conta de ${before.name}` : `reativou a conta de ${before.name}`,
        );
        return accepted({ ...view, disabled });
      });
    },

    remove(actor: Actor, id: string): Result<null, AccountRefusal> {
      return inTransaction(db, (): Result<null, AccountRefusal> => {
        if (id === actor.userId) return refused('own-account');
        const before = rowOf(id);
        if (!before) return refused('unknown-user');
        // Sessions and the password go with it.
        db.delete(user).where(eq(user.id, id)).run();
        append(id);
        audit.record(actor, 'user', 'delete', `excluiu o usuário ${before.name}`);
        return accepted(null);
      });
    },
  };
}
