// Accounts that people ask for themselves. They wait without a role until an administrator gives one: so many at most, for so long, and
// only while the owner allows it.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { SignUpRefusal } from '@balcao/shared/http/refusals/users.ts';
import type { SignUpState, StaffUser } from '@balcao/shared/http/users.ts';
import { refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { Accounts } from './accounts.ts';
import { logSignUp, SIGN_UP } from './replica.ts';

const WAITING_MAX = 50;
const PER_ADDRESS_A_DAY = 5;
/** Who was given no role in this time asks again. */
const WAITING_MS_MAX = 14 * 24 * 3_600_000;
const DAY_SECONDS = 24 * 3600;
export const LAPSE_EVERY_MS = 3_600_000;

export type SignUps = ReturnType<typeof createSignUps>;

export function createSignUps(deps: {
  db: Db;
  accounts: Accounts;
  audit: Audit;
  log: PrivateLog;
  clock: () => number;
}) {
  const { db, accounts, audit, log, clock } = deps;
  // Only accounts that were made stay counted, and of those there is a bounded number.
  const here = new RateLimiterMemory({ points: PER_ADDRESS_A_DAY, duration: DAY_SECONDS });
  const state = (): SignUpState => ({ open: readMeta(db, SIGN_UP) !== 'closed' });
  const deleteLapsed = (): void => accounts.deleteUnassigned(clock() - WAITING_MS_MAX);

  return {
    state,
    /** Accounts that nobody gave a role in time go. */
    deleteLapsed,
    set(actor: Actor, { open }: SignUpState): SignUpState {
      return inTransaction(db, () => {
        if (state().open === open) return { open };
        writeMeta(db, SIGN_UP, open ? 'open' : 'closed');
        logSignUp(log, open, clock());
        audit.record(
          actor,
          'user',
          'sign-up',
          open ? 'permitiu que pessoas criem a própria conta' : 'impediu que pessoas criem a própria conta',
        );
        return { open };
      });
    },

    async requestAccount(
      from: { address: string; transport: 'lan' | 'link' },
      person: { name: string; email: string; password: string },
    ): Promise<Result<StaffUser, SignUpRefusal>> {
      if (!state().open) return refused('closed');
      deleteLapsed();
      if (accounts.waiting() >= WAITING_MAX) return refused('too-many-waiting');
      const household = householdOf(from.address);
      const counted = await here.penalty(household);
      const unless = async (refusal: SignUpRefusal) => {
        await here.reward(household);
        return refused(refusal);
      };
      if (counted.consumedPoints > PER_ADDRESS_A_DAY) return unless('too-many-here');
      const actor: Actor = {
        userId: null,
        userName: null,
        from: from.transport === 'link' ? 'relay' : 'lan',
      };
      const made = await accounts.create(
        actor,
        { ...person, role: null },
        () => accounts.waiting() < WAITING_MAX,
      );
      // As many at once as there is no room for: the last ones find it full.
      if (!made.ok && made.refusal === 'email-taken' && accounts.waiting() >= WAITING_MAX)
        return unless('too-many-waiting');
      return made.ok ? made : unless(made.refusal);
    },
  };
}
