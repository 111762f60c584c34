// The PIN with which an administrator approves at the counter what an attendant may not do alone. Kept as an argon2id hash; never logged,
// never answered. Wrong ones slow the next try, as wrong passwords do, and each stands in the audit: four digits are few.
import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { isEasyPin } from '@balcao/shared/http/pin.ts';
import { tooMany, type Problem } from '@balcao/shared/http/problem.ts';
import type { PinRefusal } from '@balcao/shared/http/refusals/users.ts';
import type { Me } from '@balcao/shared/http/staff.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Accounts } from './accounts.ts';
import type { LoginThrottle, Place } from './login-throttle.ts';
import { user } from './schema.ts';

/** Who approved it: a manager by their PIN, or an administrator who is signed in. */
export type Approver = { id: string; name: string };
export type ManagerPins = ReturnType<typeof createManagerPins>;

/** What counts as one account to guess at: a PIN that is typed may be any manager's. */
const PINS = 'manager-pin';

export function createManagerPins(deps: {
  db: Db;
  accounts: Pick<Accounts, 'logAccount'>;
  audit: Audit;
  loginThrottle: LoginThrottle;
  clock: () => number;
}) {
  const { db, accounts, audit, loginThrottle, clock } = deps;
  const placeOf = (id: string): Place => ({ account: PINS, from: `user ${id}`, trust: 'known' });

  /** The administrators who may approve now, but for `butId`. */
  const managers = (butId = '') =>
    db
      .select({ id: user.id, name: user.name, pinHash: user.pinHash })
      .from(user)
      .where(
        and(
          eq(user.role, 'ADMIN'),
          ne(user.id, butId),
          isNotNull(user.pinHash),
          or(eq(user.banned, false), isNull(user.banned)),
        ),
      )
      .orderBy(user.id)
      .all();

  async function holderOf(pin: string, butId?: string): Promise<Approver | null> {
    const { verify } = await import('@node-rs/argon2');
    for (const { id, name, pinHash } of managers(butId))
      if (pinHash !== null && (await verify(pinHash, pin))) return { id, name };
    return null;
  }

  function write(actor: Actor, id: string, pinHash: string | null): Result<null, PinRefusal> {
    return inTransaction(db, (): Result<null, PinRefusal> => {
      const row = db.select().from(user).where(eq(user.id, id)).get();
      if (!row) return refused('unknown-user');
      if (pinHash !== null && row.role !== 'ADMIN') return refused('not-a-manager');
      if (pinHash === null && row.pinHash === null) return accepted(null);
      db.update(user)
        .set({ pinHash, updatedAt: new Date(clock()) })
        .where(eq(user.id, id))
        .run();
      accounts.logAccount(id);
      const whose = id === actor.userId ? 'o próprio PIN de gerente' : `o PIN de gerente de ${row.name}`;
      audit.record(actor, 'user', 'pin', `${pinHash === null ? 'tirou' : 'definiu'} ${whose}`);
      return accepted(null);
    });
  }

  return {
    /** Whether anybody can approve at the counter. */
    any: (): boolean => managers().length > 0,

    /** Sets one's own, or takes one away. Two managers never have the same: the audit says who approved. */
    async set(actor: Actor, id: string, pin: string | null): Promise<Result<null, PinRefusal | Problem>> {
      if (pin === null) return write(actor, id, null);
      if (id !== actor.userId) return refused('not-your-pin');
      if (isEasyPin(pin)) return refused('easy-pin');
      // Choosing one must be no quicker way of guessing another's than the counter is.
      const wait = loginThrottle.admitTry(placeOf(id));
      if (wait > 0) return refused(tooMany(wait));
      if ((await holderOf(pin, id)) !== null) return refused('pin-taken');
      loginThrottle.forgiveTries(placeOf(id));
      const { hash } = await import('@node-rs/argon2');
      return write(actor, id, await hash(pin));
    },

    /**
     * Who approves what `me` asks for: an administrator themselves, a manager by the PIN that was sent, nobody without one. A PIN that
     * is nobody's is refused whatever was asked.
     */
    async approverOf(
      me: Pick<Me, 'id' | 'name' | 'role'>,
      actor: Actor,
      pin: string | undefined,
    ): Promise<Result<Approver | null, 'wrong-pin' | Problem>> {
      if (me.role === 'ADMIN') return accepted({ id: me.id, name: me.name });
      if (pin === undefined) return accepted(null);
      const wait = loginThrottle.admitTry(placeOf(me.id));
      if (wait > 0) return refused(tooMany(wait));
      const holder = await holderOf(pin);
      if (holder !== null) {
        loginThrottle.forgiveTries(placeOf(me.id));
        return accepted(holder);
      }
      audit.record(actor, 'access', 'wrong-pin', 'errou o PIN de gerente no balcão');
      return refused('wrong-pin');
    },
  };
}
