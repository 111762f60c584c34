// The first owner: a code that only the store's console and its printer show, good once, while there is no user at all.
import { formatCode } from '@balcao/shared/ids.ts';
import type { OwnerSetupRefusal } from '@balcao/shared/http/refusals/users.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { refused, type Result } from '@balcao/shared/result.ts';
import { THE_STORE } from '../audit/audit.ts';
import type { Accounts } from './accounts.ts';
import { codeDigest, isCodeOf, newCode } from './one-time-code.ts';

export type Setup = ReturnType<typeof createSetup>;

export function createSetup(accounts: Accounts) {
  // Only in memory: another start prints another one.
  let code: string | null = null;
  const needed = (): boolean => !accounts.any();
  const isRight = (typed: string): boolean => code !== null && isCodeOf(typed, codeDigest(code));

  return {
    needed,
    /** Whether the code lets its holder set this store up; it stays good. */
    permits: (typed: string): boolean => needed() && isRight(typed),
    /** The code to print, in groups; null when the store has an owner. */
    code(): string | null {
      if (!needed()) return null;
      code ??= newCode();
      return formatCode(code);
    },
    async claim(options: {
      code: string;
      name: string;
      email: string;
      password: string;
    }): Promise<Result<StaffUser, 'not-needed' | OwnerSetupRefusal>> {
      if (!needed()) return refused('not-needed');
      if (!isRight(options.code)) return refused('wrong-code');
      const made = await accounts.create(
        THE_STORE,
        { name: options.name, email: options.email, password: options.password, role: 'ADMIN' },
        needed,
      );
      if (!made.ok) return needed() ? made : refused('not-needed');
      code = null;
      return made;
    },
  };
}
