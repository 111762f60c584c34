// "Ajuda remota": the owner opens it for one hour, and who has the code sees diagnostics. Kept in this process's memory alone, the code as
// a digest: no restart, copy or restore opens it again. Never lets anybody do anything.
import {
  HELP_LOOKS_MAX,
  HELP_MS,
  HELP_WRONG_MAX,
  HELP_WRONG_PER_PLACE_MAX,
  type HelpEnd,
  type HelpState,
} from '@balcao/shared/http/help.ts';
import { formatCode } from '@balcao/shared/ids.ts';
import type { HelpRefusal } from '@balcao/shared/http/refusals/help.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { THE_STORE, type Actor, type Audit } from '../../shop/audit/audit.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import { codeDigest, isCodeOf, newCode } from '../../shop/users/one-time-code.ts';

export const HELP_CHECK_EVERY_MS = 60_000;
/** A clock is corrected by seconds all day; what falls back further would prolong the hour. */
const CLOCK_BACK_MS_MAX = 60_000;

type Opening = {
  digest: string;
  by: string;
  sinceMs: number;
  looks: number;
  lastLookAtMs: number | null;
  wrong: number;
  wrongFrom: Map<string, number>;
};
/** `wrong-code` also while nothing is open: a stranger is not told which. */
export type Help = ReturnType<typeof createHelp>;

const TEXTS: Record<HelpEnd, string> = {
  time: 'encerrou a ajuda remota: passou uma hora',
  owner: 'encerrou a ajuda remota',
  again: 'encerrou a ajuda remota para abrir outra',
  codes: 'encerrou a ajuda remota: códigos errados demais',
  clock: 'encerrou a ajuda remota: o relógio da máquina voltou no tempo',
};
const timesText = (looks: number): string =>
  looks === 0 ? 'não foi vista' : `foi vista ${looks} ${looks === 1 ? 'vez' : 'vezes'}`;

export function createHelp(deps: {
  audit: Pick<Audit, 'record'>;
  clock: () => number;
  /** Whoever shows it looks again, and the audit goes on its way. */
  onChange: () => void;
  log: { warn(details: object, message: string): void };
}) {
  const { clock } = deps;
  let opening: Opening | null = null;
  let ended: HelpState['ended'] = null;
  let seenMs = 0;
  /** Where nothing is open a place has its tries as well: they say nothing of whether it is. */
  const idle = new Map<string, number>();

  /** Writes to the audit; on a full disk, where help is needed most, the line goes to the process's log instead. */
  function write(actor: Actor, action: string, text: string): void {
    try {
      deps.audit.record(actor, 'access', action, text);
    } catch (error) {
      deps.log.warn({ err: error, action }, 'the remote help could not be written into the audit');
    }
    deps.onChange();
  }

  function end(why: HelpEnd, actor: Actor): void {
    if (opening === null) return;
    const { looks, lastLookAtMs } = opening;
    opening = null;
    ended = { atMs: clock(), why, looks, lastLookAtMs };
    write(actor, 'help-ended', `${TEXTS[why]}; ${timesText(looks)}`);
  }

  /** The one that is open now. */
  function present(): Opening | null {
    const nowMs = clock();
    if (opening !== null && nowMs < seenMs - CLOCK_BACK_MS_MAX) end('clock', THE_STORE);
    seenMs = nowMs;
    if (opening !== null && nowMs >= opening.sinceMs + HELP_MS) end('time', THE_STORE);
    return opening;
  }

  /** A try is counted before it is judged. */
  function mayTry(tries: Map<string, number>, address: string): boolean {
    const place = householdOf(address);
    const used = tries.get(place) ?? 0;
    if (used >= HELP_WRONG_PER_PLACE_MAX) return false;
    // However many places there are, they are a bounded number.
    if (tries.size < HELP_WRONG_MAX || tries.has(place)) tries.set(place, used + 1);
    return true;
  }

  return {
    /** The code in groups, told this once. Whatever was open is over. */
    open(actor: Actor): string {
      if (present() !== null) end('again', actor);
      const code = newCode();
      idle.clear();
      opening = {
        digest: codeDigest(code),
        by: actor.userName ?? '',
        sinceMs: clock(),
        looks: 0,
        lastLookAtMs: null,
        wrong: 0,
        wrongFrom: new Map(),
      };
      write(actor, 'help-opened', 'abriu a ajuda remota por uma hora');
      return formatCode(code);
    },

    end(actor: Actor): void {
      if (present() !== null) end('owner', actor);
    },

    state(): Pick<HelpState, 'open' | 'ended'> {
      const now = present();
      if (now === null) return { open: null, ended };
      const { by, sinceMs, looks, lastLookAtMs } = now;
      return { open: { by, sinceMs, untilMs: sinceMs + HELP_MS, looks, lastLookAtMs }, ended: null };
    },

    /** One look by whoever has the code. `address` is where it comes from, as its way in says. */
    openDiagnostics(
      typed: string,
      from: 'lan' | 'relay',
      address: string,
    ): Result<{ untilMs: number }, HelpRefusal> {
      const now = present();
      if (now === null) return refused(mayTry(idle, address) ? 'wrong-code' : 'too-many-tries');
      if (!mayTry(now.wrongFrom, address)) return refused('too-many-tries');
      if (!isCodeOf(typed, now.digest)) {
        now.wrong += 1;
        if (now.wrong >= HELP_WRONG_MAX) end('codes', THE_STORE);
        return refused('wrong-code');
      }
      now.wrongFrom.delete(householdOf(address));
      if (now.looks >= HELP_LOOKS_MAX) return refused('too-many-looks');
      now.looks += 1;
      now.lastLookAtMs = clock();
      write(
        { userId: null, userName: null, from },
        'help-looked',
        `viu o diagnóstico pela ajuda remota (${now.looks}ª vez)`,
      );
      return accepted({ untilMs: now.sinceMs + HELP_MS });
    },

    /** Ends an opening whose hour is over, also when nobody asks. */
    endIfExpired: (): void => void present(),
  };
}
