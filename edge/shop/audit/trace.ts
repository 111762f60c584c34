// Records refused callers: wrong passwords, routes that are not for their role, callers over a limit. The first of a kind in an hour is written down
// at once, the rest as one sum when it is over, so that a flood fills neither the audit nor the log. Never with an e-mail, a phone or an
// address: of an address there is only a digest, which nobody without the store's key can make.
import { createHmac } from 'node:crypto';
import { householdOf } from '@balcao/shared/host/household.ts';
import type { Actor, Audit } from './audit.ts';

export type RefusedKind = 'wrong-password' | 'forbidden' | 'lan-only' | 'disabled' | 'slowed';

const TEXTS: Record<RefusedKind, { one: string; more: (count: number) => string }> = {
  'wrong-password': {
    one: 'não entrou: email ou senha errados',
    more: (count) => `mais ${count} ${count === 1 ? 'tentativa' : 'tentativas'} com email ou senha errados`,
  },
  forbidden: {
    one: 'tentou abrir uma área que não é da sua função',
    more: (count) =>
      `mais ${count} ${count === 1 ? 'tentativa' : 'tentativas'} de abrir uma área que não é da sua função`,
  },
  'lan-only': {
    one: 'tentou de longe o que só se faz na rede da loja',
    more: (count) =>
      `mais ${count} ${count === 1 ? 'tentativa' : 'tentativas'} de fazer de longe o que só se faz na rede da loja`,
  },
  disabled: {
    one: 'não entrou: a conta está desativada',
    more: (count) =>
      `mais ${count} ${count === 1 ? 'tentativa' : 'tentativas'} de entrar com a conta desativada`,
  },
  slowed: {
    one: 'foi freado por tentar vezes demais',
    more: (count) => `mais ${count} ${count === 1 ? 'tentativa freada' : 'tentativas freadas'}`,
  },
};

const WINDOW_MS = 3_600_000;
export const SETTLE_EVERY_MS = 10 * 60_000;
/** Beyond, refusals of a kind are counted together, whoever it was. */
const KEYS_MAX = 60;
const LINES_MAX = 20;
const PLACES_MAX = 500;

type Window = {
  kind: RefusedKind;
  actor: Actor;
  sinceMs: number;
  more: number;
  lines: number;
  places: Set<string>;
};

export type Trace = ReturnType<typeof createTrace>;

export function createTrace(deps: {
  audit: Audit;
  /** Keys the digests of addresses. */
  secret: string;
  clock: () => number;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}) {
  const { audit, clock, log } = deps;
  const key = createHmac('sha256', deps.secret).update('digests of addresses').digest();
  const windows = new Map<string, Window>();

  const digestOf = (address: string): string =>
    createHmac('sha256', key).update(householdOf(address)).digest('base64url').slice(0, 10);
  /** A line that the database does not take is dropped: other parts report the database's trouble, and the refusal stands. */
  const written = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      log.warn({ err: error }, 'a refusal could not be written into the audit');
    }
  };

  function close(window: Window): void {
    if (window.more === 0) return;
    const places = window.places.size;
    log.info({ refused: window.kind, from: window.actor.from, more: window.more, places }, 'refused, summed');
    written(() =>
      audit.record(
        window.actor,
        'access',
        window.kind,
        `${TEXTS[window.kind].more(window.more)}, de ${places === 1 ? '1 lugar' : `${places}${places === PLACES_MAX ? ' ou mais' : ''} lugares`}`,
      ),
    );
  }

  return {
    refused(kind: RefusedKind, actor: Actor, address: string): void {
      const place = digestOf(address);
      const own = `${kind} ${actor.from} ${actor.userId ?? ''}`;
      const isOwn = windows.has(own) || windows.size < KEYS_MAX;
      const id = isOwn ? own : `${kind} ${actor.from} others`;
      const found = windows.get(id);
      if (found && clock() - found.sinceMs < WINDOW_MS && clock() >= found.sinceMs) {
        found.more += 1;
        if (found.places.size < PLACES_MAX) found.places.add(place);
        if (found.lines < LINES_MAX) {
          found.lines += 1;
          log.info({ refused: kind, userId: actor.userId, from: actor.from, place }, 'refused');
        }
        return;
      }
      if (found) close(found);
      const who: Actor = isOwn ? actor : { userId: null, userName: null, from: actor.from };
      windows.set(id, { kind, actor: who, sinceMs: clock(), more: 0, lines: 1, places: new Set([place]) });
      log.info({ refused: kind, userId: actor.userId, from: actor.from, place }, 'refused');
      written(() => audit.record(who, 'access', kind, TEXTS[kind].one));
    },

    /** Sums that are due; all of them when the store stops. */
    settle(isLast = false): void {
      for (const [id, window] of windows) {
        const age = clock() - window.sinceMs;
        if (!isLast && age >= 0 && age < WINDOW_MS) continue;
        close(window);
        windows.delete(id);
      }
    },
  };
}
