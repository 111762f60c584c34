// Showing a pairing code to a relay: what it refuses is told whole, and one that never answers is out of reach. And what is asked of it later.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tooMany } from '@balcao/shared/http/problem.ts';
import { askToPair, createRelayClient } from './relay-client.ts';

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

describe('a signed request', () => {
  let sent: [url: string, init: RequestInit][];
  const client = (url: string | null = 'https://acai.example') =>
    createRelayClient({
      relayUrl: () => url,
      identity: { storeId: 's', deviceKey: { publicJwk: {}, privateJwk: {} } },
      token: () => Promise.resolve('signed'),
    });
  beforeEach(() => {
    sent = [];
    vi.stubGlobal('fetch', (...args: [string, RequestInit]) => {
      sent.push(args);
      return Promise.resolve(Response.json({}));
    });
  });

  it('goes to the relay as it was asked, under the name of this store', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer of somebody else' };
    await client().request('/edge/x', { method: 'PUT', body: '{"a":1}', headers });
    expect(sent).toMatchObject([
      [
        'https://acai.example/edge/x',
        {
          ...{ method: 'PUT', body: '{"a":1}' },
          headers: { 'content-type': 'application/json', authorization: 'Bearer signed' },
        },
      ],
    ]);
  });

  it('ends after ten seconds or as many as were given, or when its asker says so', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const asker = new AbortController();
    await client().request('/edge/x', { signal: asker.signal });
    await client().request('/edge/x', { timeoutMs: 25_000 });
    expect(bounds.mock.calls).toEqual([[10_000], [25_000]]);
    const [first, second] = sent.map(([, { signal }]) => signal);
    asker.abort();
    expect([first?.aborted, second?.aborted]).toEqual([true, false]);
  });

  it('is made to nobody where there is no relay', async () => {
    await expect(client(null).request('/edge/x')).rejects.toThrow('there is no relay');
    expect(sent).toEqual([]);
  });
});
