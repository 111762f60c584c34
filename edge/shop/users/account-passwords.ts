// Passwords of accounts: graded, hashed, changed by their owner, by an administrator or from the store's own command line. A password is
// an argon2id hash from the moment it is read; never logged, never answered but where an administrator hands a new one on.
import { eq } from 'drizzle-orm';
import type {
  AccountRefusal,
  OwnerPasswordRefusal,
  PasswordRefusal,
} from '@balcao/shared/http/refusals/users.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import type { Me, Role } from '@balcao/shared/http/staff.ts';
import { formatCode } from '@balcao/shared/ids.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { THE_STORE, type Actor, type Audit } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { isEmail, normalEmail, viewOf, type AccountRows } from './account-rows.ts';
import { newCode } from './one-time-code.ts';
import { gradeOf, isEasyToGuess, isGoodFor, type PasswordGrade } from './password.ts';
import { user } from './schema.ts';

/** Whoever works here already with a password that is too short for it goes on for so long after the sign-in that showed it. */
const NEW_PASSWORD_MS = 7 * 24 * 3_600_000;

export function createAccountPasswords(deps: {
  db: Db;
  rows: AccountRows;
  audit: Audit;
  clock: () => number;
  shopName: () => string;
}) {
  const { db, rows, audit, clock, shopName } = deps;
  const { rowOf, idOfEmail, endSessions, setPassword, append } = rows;

  const namesAround = (person: { name: string; email: string }): string[] => [
    shopName(),
    person.name,
    person.email.split('@')[0] ?? '',
  ];

  /** A new password, graded and hashed. */
  async function gradeAndHash(
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

  return {
    gradeAndHash,

    /**
     * Grades the password that somebody just signed in with, if nobody has yet: hashes hide how long it is. The role of one who worked
     * here before goes on counting for a week, so that nobody stands outside in the middle of an evening.
     */
    async gradeAtSignIn(email: string, password: string): Promise<void> {
      const id = idOfEmail(email);
      const row = id === null ? undefined : rowOf(id);
      if (!row || row.passwordGrade !== null) return;
      const passwordGrade = await gradeOf(password, namesAround(row));
      inTransaction(db, () => {
        const now = rowOf(row.id);
        // Changed meanwhile: that one was graded.
        if (!now || now.passwordGrade !== null) return;
        const passwordDueAt = isGoodFor(passwordGrade, viewOf(now).role)
          ? null
          : (now.passwordDueAt ?? new Date(clock() + NEW_PASSWORD_MS));
        db.update(user).set({ passwordGrade, passwordDueAt }).where(eq(user.id, row.id)).run();
        append(row.id);
      });
    },

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
      const taken = await gradeAndHash(password, { ...person, role: 'ADMIN' });
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
        const stored = rows.hashOf(id);
        if (!stored || !(await verify(stored, profile.currentPassword ?? '')))
          return refused('wrong-password');
        const own = rowOf(id);
        const taken = await gradeAndHash(profile.newPassword, {
          ...profile,
          role: own ? viewOf(own).role : null,
        });
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
        return accepted({ id, name: profile.name, email, ...rows.standingOf(id) });
      });
    },
  };
}
