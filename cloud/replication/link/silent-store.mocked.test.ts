// How long staff away from the shop wait for a store whose line has died without a word: three seconds at most, at whatever moment it died.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLinkProbe, type Line } from '@balcao/shared/host/link-probe.ts';
import type { StoreResponse } from '../../shop/stores/session.ts';
import { passOn } from './tunnel.ts';

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

/** The link as the relay sees it: open, whether or not anything comes back over it. */
class DyingLine extends EventEmitter implements Line {
  readonly OPEN = 1;
  readonly readyState = 1;
  isDead = false;
  ping(): void {
    if (!this.isDead) setTimeout(() => this.isDead || this.emit('pong'), 50);
  }
}

let line: DyingLine;
let answer: PromiseWithResolvers<StoreResponse>;
/** Set once whoever asked has an answer. */
let answered: { status: number | 'silent' } | null;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [line, answer, answered] = [new DyingLine(), Promise.withResolvers(), null];
});
afterEach(() => void vi.useRealTimers());

async function ask(): Promise<void> {
  const response = await passOn(
    {
      async request(_headers, _body, signal) {
        signal?.addEventListener('abort', () => answer.reject(new Error('aborted')));
        return answer.promise;
      },
      isHeard: createLinkProbe(line),
      onDoubt: () => () => undefined,
    },
    new Request('https://acai.example/api/staff/me'),
    {
      ...{ clientIp: '203.0.113.7', origin: 'https://acai.example', uploads: false },
      ...{ breakOff: () => undefined, onOver: () => undefined, onAssertion: () => undefined },
    },
  );
  answered = { status: response?.status ?? 'silent' };
}

it.each([0, 1, 49, 51, 249, 251, 301, 5_000, 20_000])(
  'a store whose line dies %i ms after the question is waited for until then, and three seconds more at most',
  async (afterMs) => {
    void ask();
    await vi.advanceTimersByTimeAsync(afterMs);
    expect(answered).toBeNull();
    line.isDead = true;
    await vi.advanceTimersByTimeAsync(WAIT_MS_MAX);
    expect(answered).toEqual({ status: 'silent' });
  },
);

it('a store whose line lives is waited for as long as it takes', async () => {
  void ask();
  await vi.advanceTimersByTimeAsync(24_000);
  expect(answered).toBeNull();
  answer.resolve({ status: 200, headers: {}, body: new PassThrough().end(), cancel: () => undefined });
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).toEqual({ status: 200 });
});
