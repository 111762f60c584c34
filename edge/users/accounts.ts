// Accounts of staff: made, changed and deleted in one transaction with their log row and audit line. Passwords are
// argon2id hashes from the moment they are read; never logged, never answered.
import { randomUUID } from 'node:crypto';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { Role, type Me } from '@balcao/shared/http/staff.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { z } from 'zod';
import { THE_STORE, type Actor, type Audit } from '../audit/audit.ts';
import type { Db } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import type { PrivateLog } from '../link/sealing.ts';
import { account, session, user } from './schema.ts';

export type AccountRefusal =
  | 'email-taken'
  | 'bad-email'
  | 'unknown-user'
  | 'own-role'
  | 'own-account'
  | 'wrong-password';
export type NewAccount = { name: string; email: string; password: string; role: Role };

const PROVIDER = 'credential';
const ROLE_NAMES: Record<Role, string> = {
  ADMIN: 'Administrador',
  KITCHEN: 'Cozinha',
  ATTENDANT: 'Atendente',
  WHOLESALE: 'Atacado',
};

const normalEmail = (email: string): string => email.trim().toLowerCase();
const isEmail = (email: string): boolean => z.email().safeParse(email).success;
const roleName = (role: Role | null): string => (role === null ? 'nenhuma' : ROLE_NAMES[role]);

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(given: { db: Db; log: PrivateLog; audit: Audit; clock: () => number }) {
  const { db, log, audit, clock } = given;

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

  // The account as a restore needs it: with the hash, which is why the row is sealed.
  function append(id: string): void {
    const row = rowOf(id);
    const password = db
      .select({ hash: account.password })
      .from(account)
      .where(and(eq(account.userId, id), eq(account.providerId, PROVIDER)))
      .get();
    log('user', id, row ? { ...row, passwordHash: password?.hash ?? null } : { id, deleted: true }, clock());
  }

  return {
    any: (): boolean => db.select({ id: user.id }).from(user).limit(1).all().length > 0,
    emailTaken: (email: string): boolean => idOfEmail(email) !== null,

    /** Whether a session of this account was begun at that address. */
    hasSignedInFrom: (email: string, address: string): boolean =>
      db
        .select({ id: session.id })
        .from(session)
        .innerJoin(user, eq(user.id, session.userId))
        .where(and(eq(user.email, normalEmail(email)), eq(session.ipAddress, address)))
        .limit(1)
        .all().length > 0,

    /** Newest first. */
    list: (): StaffUser[] =>
      db.select().from(user).orderBy(desc(user.createdAt), desc(user.id)).all().map(viewOf),

    async create(
      actor: Actor,
      given: NewAccount,
      onlyIf: () => boolean = () => true,
    ): Promise<Result<StaffUser, AccountRefusal>> {
      const email = normalEmail(given.email);
      if (!isEmail(email)) return refused('bad-email');
      const { hash } = await import('@node-rs/argon2');
      const passwordHash = await hash(given.password);
      return inTransaction(db, (): Result<StaffUser, AccountRefusal> => {
        if (idOfEmail(email) !== null || !onlyIf()) return refused('email-taken');
        const now = new Date(clock());
        const id = randomUUID();
        db.insert(user)
          .values({ id, name: given.name, email, role: given.role, createdAt: now, updatedAt: now })
          .run();
        db.insert(account)
          .values({
            id: randomUUID(),
            accountId: id,
            providerId: PROVIDER,
            userId: id,
            password: passwordHash,
            createdAt: now,
            updatedAt: now,
          })
          .run();
        append(id);
        audit.record(actor, 'user', 'create', `criou o usuário ${given.name} (${roleName(given.role)})`);
        return accepted({ id, name: given.name, email, role: given.role, createdAtMs: now.getTime() });
      });
    },

    /** Gives, changes or takes a role; the user signs in anew. */
    setRole(actor: Actor, id: string, role: Role | null): Result<StaffUser, AccountRefusal> {
      return inTransaction(db, (): Result<StaffUser, AccountRefusal> => {
        const before = rowOf(id);
        if (!before) return refused('unknown-user');
        // Whoever may do this is an administrator: there is always one left.
        if (id === actor.userId && role !== 'ADMIN') return refused('own-role');
        const view = viewOf(before);
        if (view.role === role) return accepted(view);
        db.update(user)
          .set({ role, updatedAt: new Date(clock()) })
          .where(eq(user.id, id))
          .run();
        endSessions(id);
        append(id);
        audit.record(
          actor,
          'user',
          'role',
          `mudou a função de ${before.name} de ${roleName(view.role)} para ${roleName(role)}`,
        );
        return accepted({ ...view, role });
      });
    },

    /** A new password from the store's own command line; null when no administrator has this e-mail. Every session ends. */
    resetAdministrator(email: string, passwordHash: string): StaffUser | null {
      return inTransaction(db, (): StaffUser | null => {
        const id = idOfEmail(email);
        const row = id === null ? undefined : rowOf(id);
        if (!row || viewOf(row).role !== 'ADMIN') return null;
        db.update(account)
          .set({ password: passwordHash, updatedAt: new Date(clock()) })
          .where(and(eq(account.userId, row.id), eq(account.providerId, PROVIDER)))
          .run();
        endSessions(row.id);
        append(row.id);
        audit.record(
          THE_STORE,
          'user',
          'password-reset',
          `trocou a senha de ${row.name} com um código do computador da loja`,
        );
        return viewOf(row);
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
      let passwordHash: string | null = null;
      if (profile.newPassword !== undefined) {
        const { hash, verify } = await import('@node-rs/argon2');
        const stored = db
          .select({ hash: account.password })
          .from(account)
          .where(and(eq(account.userId, id), eq(account.providerId, PROVIDER)))
          .get()?.hash;
        if (!stored || !(await verify(stored, profile.currentPassword ?? '')))
          return refused('wrong-password');
        passwordHash = await hash(profile.newPassword);
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
          ...(passwordHash === null ? [] : ['a senha']),
        ];
        if (passwordHash !== null) {
          db.update(account)
            .set({ password: passwordHash, updatedAt: now })
            .where(and(eq(account.userId, id), eq(account.providerId, PROVIDER)))
            .run();
          endSessions(id, sessionId);
        }
        if (changed.length > 0) {
          append(id);
          audit.record(actor, 'user', 'profile', `mudou no próprio perfil ${changed.join(', ')}`);
        }
        return accepted({ id, name: profile.name, email, role: viewOf(before).role });
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
  };
}
