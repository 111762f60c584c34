// Showing a pairing code to a relay: what it refuses is told whole, and one that never answers is out of reach.
import { afterEach, expect, it, vi } from 'vitest';
import { tooMany } from '@balcao/shared/http/problem.ts';
import { askToPair } from './relay-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ask = () => askToPair('https://acai.example', { code: 'ABCDE-12345', publicKey: {} });

it('who has tried too many codes is told when to come back, in words and in seconds', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(tooMany(60), { status: 429 })));
  expect(await ask()).toEqual({ ok: false, refusal: tooMany(60) });
});

it('a relay that takes the code and never answers is out of reach after ten seconds', async () => {
  const patience = new AbortController();
  const bounds = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const sent = Promise.withResolvers<AbortSignal | null | undefined>();
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    sent.resolve(signal);
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('out of time'))),
    );
  });
  const answered = ask();
  expect(await sent.promise).toBe(patience.signal);
  expect(bounds).toHaveBeenCalledExactlyOnceWith(10_000);
  patience.abort();
  expect(await answered).toMatchObject({ ok: false, refusal: { code: 'relay-unreachable' } });
});
