// How long somebody in the shop waits for a relay whose line has died without a word: three seconds at most, at whatever moment it died.
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { problem } from '@balcao/shared/http/problem.ts';
import { createAskRelay } from '../../shop/relay/ask-relay.ts';
import { createLinkProbe } from '@balcao/shared/host/link-probe.ts';

// Its pauses are on the clock that the test moves.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(value), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    }),
}));

const WAIT_MS_MAX = 3000;
const AWAY = problem(503, 'relay-away', 'Sem conexão', 'Pague no balcão.');

/** The link as the store sees it: open, whether or not anything comes back over it. */
class Line extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  isDead = false;
  ping(): void {
    if (!this.isDead) setTimeout(() => this.isDead || this.emit('pong'), 50);
  }
}

let line: Line;
/** Set once whoever asked has an answer. */
let answered: unknown;
let answer: PromiseWithResolvers<Response>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  line = new Line();
  answered = null;
  answer = Promise.withResolvers();
});
afterEach(() => void vi.useRealTimers());

function ask(): Promise<unknown> {
  const askRelay = createAskRelay({
    request: (_path, { signal } = {}) => {
      signal?.addEventListener('abort', () => answer.reject(signal.reason as Error));
      return answer.promise;
    },
    isLinked: () => true,
    isInDoubt: () => false,
    isHeard: createLinkProbe(line as unknown as Parameters<typeof createLinkProbe>[0]),
    away: AWAY,
    log: { warn: () => undefined },
  });
  const asked = askRelay('/edge/payments/pix', z.object({ code: z.string() }));
  void asked.then((result) => (answered = result));
  return asked;
}

it('is told so within three seconds where the line was dead before the question', async () => {
  line.isDead = true;
  const asked = ask();
  await vi.advanceTimersByTimeAsync(WAIT_MS_MAX);
  expect(await asked).toEqual({ ok: false, refusal: AWAY });
});

it.each([1, 49, 51, 449, 451, 5_000, 20_000])(
  'is told so within three seconds where it dies %i ms after the question, and is waited for until then',
  async (afterMs) => {
    const asked = ask();
    await vi.advanceTimersByTimeAsync(afterMs);
    expect(answered).toBeNull();
    line.isDead = true;
    await vi.advanceTimersByTimeAsync(WAIT_MS_MAX);
    expect(await asked).toEqual({ ok: false, refusal: AWAY });
  },
);

it('is waited for as long as the line lives', async () => {
  const asked = ask();
  await vi.advanceTimersByTimeAsync(24_000);
  expect(answered).toBeNull();
  answer.resolve(Response.json({ code: 'BRCODE' }));
  expect(await asked).toEqual({ ok: true, value: { code: 'BRCODE' } });
});
