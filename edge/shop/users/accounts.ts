// Accounts of staff: made, changed and deleted in one transaction with their log row and audit line. Passwords are
// argon2id hashes from the moment they are read; never logged, never answered.
import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, isNull, lt, ne, or } from 'drizzle-orm';
import type {
  AccountRefusal,
  OwnerPasswordRefusal,
  PasswordRefusal,
} from '@balcao/shared/http/refusals/users.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { Role, type Me } from '@balcao/shared/http/staff.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { z } from 'zod';
import { THE_STORE, type Actor, type Audit } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { formatCode } from '@balcao/shared/ids.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { gradeOf, isEasyToGuess, isGoodFor, type PasswordGrade } from './password.ts';
import { newCode } from './one-time-code.ts';
import { logUser } from './replica.ts';
import { account, session, user } from './schema.ts';

export type NewAccount = { name: string; email: string; password: string; role: Role | null };

/** Whoever works here already with a password that is too short for it goes on for so long after the sign-in that showed it. */
export const NEW_PASSWORD_MS = 7 * 24 * 3_600_000;

const PROVIDER = 'credential';
export const ROLE_NAMES: Record<Role, string> = {
  ADMIN: 'Administrador',
  KITCHEN: 'Cozinha',
  ATTENDANT: 'Atendente',
  WHOLESALE: 'Atacado',
};

const normalEmail = (email: string): string => email.trim().toLowerCase();
const isEmail = (email: string): boolean => z.email().safeParse(email).success;
const roleName = (role: Role | null): string => (role === null ? 'nenhuma' : ROLE_NAMES[role]);

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(deps: {
  db: Db;
  log: PrivateLog;
  audit: Audit;
  clock: () => number;
  shopName: () => string;
  /** The log has a new row about this account. */
  onTold?: (id: string) => void;
}) {
  const { db, log, audit, clock, shopName } = deps;

  const rowOf = (id: string) => db.select().from(user).where(eq(user.id, id)).get();
  const idOfEmail = (email: string): string | null =>
    db
      .select({ id: user.id })
      .from(user)
      .where(eq(user.email, normalEmail(email)))
      .get()?.id ?? null;
  const endSessions = (userId: string, but: string | null = null): void => {
    db.delete(session)
      .where(and(eq(session.userId, userId), but === null ? undefined : ne(session.id, but)))
      .run();
  };

  const namesAround = (person: { name: string; email: string }): string[] => [
    shopName(),
    person.name,
    person.email.split('@')[0] ?? '',
  ];

  /** A new password, judged and hashed. */
  async function take(
    password: string,
    person: { name: string; email: string; role: Role | null },
  ): Promise<Result<{ hash: string; grade: PasswordGrade }, PasswordRefusal>> {
    const names = namesAround(person);
    const grade = await gradeOf(password, names);
    if (grade === 'weak' && (await isEasyToGuess(password, names))) return refused('common-password');
    if (!isGoodFor(grade, person.role))
      return refused(person.role === 'ADMIN' ? 'short-for-admin' : 'short-for-role');
    const { hash } = await import('@node-rs/argon2');
    return accepted({ hash: await hash(password), grade });
  }

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
    const password = db
      .select({ hash: account.password })
      .from(account)
      .where(and(eq(account.userId, id), eq(account.providerId, PROVIDER)))
      .get();
    deps.onTold?.(id);
    // A store that is restored, and the relay, know no accounts that are kept out: there it waits for its role again.
    const told = row?.banned === true ? { ...row, role: null } : row;
    logUser(log, id, told ? { ...told, passwordHash: password?.hash ?? null } : null, clock());
  }

  return {
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
      const password = await take(deps.password, { ...deps, email });
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

    /**
     * Judges the password that somebody just signed in with, if nobody has yet: hashes hide how long it is. The role of one who worked
     * here before goes on counting for a week, so that nobody stands outside in the middle of an evening.
     */
    async judgeAtSignIn(email: string, password: string): Promise<void> {
      const id = idOfEmail(email);
      const row = id === null ? undefined : rowOf(id);
      if (!row || row.passwordGrade !== null) return;
      const passwordGrade = await gradeOf(password, namesAround(row));
      inTransaction(db, () => {
        const now = rowOf(row.id);
        // Changed meanwhile: that one was judged.
        if (!now || now.passwordGrade !== null) return;
        const passwordDueAt = isGoodFor(passwordGrade, viewOf(now).role)
          ? null
          : (now.passwordDueAt ?? new Date(clock() + NEW_PASSWORD_MS));
        db.update(user).set({ passwordGrade, passwordDueAt }).where(eq(user.id, row.id)).run();
        append(row.id);
      });
    },

    standingOf,

    /** Says the account to the log again: the relay then believes nothing older about it. */
    tell: append,

    /** A new password from the store's own command line, for an administrator. Every session ends. */
    async resetAdministrator(
      email: string,
      password: string,
      useCode: () => boolean,
    ): Promise<Result<StaffUser, OwnerPasswordRefusal>> {
      const find = () => {
        const id = idOfEmail(email);
        const row = id === null ? undefined : rowOf(id);
        return row && viewOf(row).role === 'ADMIN' ? row : null;
      };
      const person = find();
      if (person === null) return refused('not-an-administrator');
      const taken = await take(password, { ...person, role: 'ADMIN' });
      if (!taken.ok) return taken;
      return inTransaction(db, (): Result<StaffUser, 'wrong-code' | 'not-an-administrator'> => {
        const row = find();
        if (row === null) return refused('not-an-administrator');
        // Twice at once: the second finds it used.
        if (!useCode()) return refused('wrong-code');
        setPassword(row.id, taken.value);
        endSessions(row.id);
        append(row.id);
        audit.record(
          THE_STORE,
          'user',
          'password-reset',
          `trocou a senha de ${row.name} com um código do computador da loja`,
        );
        return accepted({ ...viewOf(row), asksPassword: false });
      });
    },

    /** How many accounts have no role. */
    waiting: (): number => db.select({ n: count() }).from(user).where(isNull(user.role)).get()?.n ?? 0,

    /** Deletes the accounts that were left without a role since then. */
    lapse(beforeMs: number): void {
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
        if (disabled && view.role === 'ADMIN' && !hasOtherAdministrator(id)) return refused('last-admin');
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

    /** A password that an administrator hands on; whoever signs in with it chooses another before their role counts. */
    async resetPassword(actor: Actor, id: string): Promise<Result<{ password: string }, AccountRefusal>> {
      if (id === actor.userId) return refused('own-access');
      if (!rowOf(id)) return refused('unknown-user');
      const password = `${formatCode(newCode())}-${newCode().slice(0, 5)}`;
      const { hash } = await import('@node-rs/argon2');
      const hashed = await hash(password);
      return inTransaction(db, (): Result<{ password: string }, AccountRefusal> => {
        const row = rowOf(id);
        if (!row) return refused('unknown-user');
        // `weak` gives no role: that it is long does not make it theirs.
        setPassword(id, { hash: hashed, grade: 'weak' });
        db.update(user)
          .set({ passwordDueAt: new Date(clock()) })
          .where(eq(user.id, id))
          .run();
        endSessions(id);
        append(id);
        audit.record(actor, 'user', 'password-reset', `deu a ${row.name} uma senha provisória`);
        return accepted({ password });
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

    /** One's own name, e-mail and password. A new password ends every other session. */
    async editOwn(
      actor: Actor,
      id: string,
      profile: {
        name: string;
        email: string;
        currentPassword?: string | undefined;
        newPassword?: string | undefined;
      },
      sessionId: string | null,
    ): Promise<Result<Me, AccountRefusal>> {
      const email = normalEmail(profile.email);
      if (!isEmail(email)) return refused('bad-email');
      let password: { hash: string; grade: PasswordGrade } | null = null;
      if (profile.newPassword !== undefined) {
        const { verify } = await import('@node-rs/argon2');
        const stored = db
          .select({ hash: account.password })
          .from(account)
          .where(and(eq(account.userId, id), eq(account.providerId, PROVIDER)))
          .get()?.hash;
        if (!stored || !(await verify(stored, profile.currentPassword ?? '')))
          return refused('wrong-password');
        const own = rowOf(id);
        const taken = await take(profile.newPassword, { ...profile, role: own ? viewOf(own).role : null });
        if (!taken.ok) return taken;
        password = taken.value;
      }
      return inTransaction(db, (): Result<Me, AccountRefusal> => {
        const before = rowOf(id);
        if (!before) return refused('unknown-user');
        const holder = idOfEmail(email);
        if (holder !== null && holder !== id) return refused('email-taken');
        const now = new Date(clock());
        db.update(user).set({ name: profile.name, email, updatedAt: now }).where(eq(user.id, id)).run();
        const changed = [
          ...(before.name === profile.name ? [] : [`o nome de ${before.name} para ${profile.name}`]),
          ...(before.email === email ? [] : ['o email']),
          ...(password === null ? [] : ['a senha']),
        ];
        if (password !== null) {
          setPassword(id, password);
          endSessions(id, sessionId);
        }
        if (changed.length > 0) {
          append(id);
          audit.record(actor, 'user', 'profile', `mudou no próprio perfil ${changed.join(', ')}`);
        }
        return accepted({ id, name: profile.name, email, ...standingOf(id) });
      });
    },
  };
}

function viewOf(row: typeof user.$inferSelect): StaffUser {
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
