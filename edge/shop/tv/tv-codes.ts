// Codes that TVs show while they wait to be let in. In memory alone: after a restart the TV shows another. A code is worth one pairing,
// for ten minutes; what lets the TV in is a secret of its own that never stood on the screen.
import { createHash, randomBytes } from 'node:crypto';
import { codeFromBytes, normalizeCode } from '@balcao/shared/ids.ts';
import { TV_CODE_LENGTH, TV_CODE_MS } from '@balcao/shared/http/tv.ts';

/** TVs that wait at once. The oldest of more goes: it shows another code as soon as it asks. */
const TV_WAITING_MAX = 40;

type Waiting = { code: string; claimHash: string; device: string; expiresAtMs: number; token: string | null };

/** What may be kept of a secret. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
export const newSecret = (): string => randomBytes(24).toString('base64url');

export function createTvCodes(clock: () => number) {
  let waiting: Waiting[] = [];
  const drop = (over: Waiting): void => {
    waiting = waiting.filter((one) => one !== over);
  };
  const good = (): Waiting[] => waiting.filter(({ expiresAtMs }) => clock() < expiresAtMs);

  return {
    /** A new code for a TV; `device` says what it is. */
    issue(device: string): { code: string; claim: string; expiresAtMs: number } {
      const taken = new Set(waiting.map(({ code }) => code));
      let code = '';
      do code = codeFromBytes(randomBytes(16)).slice(0, TV_CODE_LENGTH);
      while (taken.has(code));
      const claim = newSecret();
      const expiresAtMs = clock() + TV_CODE_MS;
      waiting = [...good(), { code, claimHash: digestOf(claim), device, expiresAtMs, token: null }].slice(
        -TV_WAITING_MAX,
      );
      return { code, claim, expiresAtMs };
    },

    /** The TV that shows this code, which is worth nothing more afterwards; null for a wrong one. `token` is what the TV will be given. */
    redeem(typed: string, token: string): { device: string } | null {
      const code = normalizeCode(typed);
      const found = good().find((one) => one.code === code && one.token === null);
      if (!found) return null;
      found.token = token;
      return { device: found.device };
    },

    /** What became of the code: the token once, and never again. */
    collect(claim: string): { state: 'waiting' } | { state: 'paired'; token: string } | { state: 'over' } {
      const claimHash = digestOf(claim);
      const found = good().find((one) => one.claimHash === claimHash);
      if (!found) return { state: 'over' };
      if (found.token === null) return { state: 'waiting' };
      drop(found);
      return { state: 'paired', token: found.token };
    },
  };
}
