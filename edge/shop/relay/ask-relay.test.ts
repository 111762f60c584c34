// How long somebody on the LAN waits for the relay: as long as it answers pings, and not once the line is dead.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { problem } from '@balcao/shared/http/problem.ts';
import { createRelayClient } from './relay-client.ts';
import { createAskRelay } from './ask-relay.ts';

const AWAY = problem(503, 'relay-away', 'Sem conexão', 'Pague no balcão.');
const PATH = '/edge/payments/pix';

/** What the network brings; until then the relay is silent. */
let answer: PromiseWithResolvers<Response>;
let heard: PromiseWithResolvers<boolean>;
/** What a ping after the first one brings. */
let later: PromiseWithResolvers<boolean>;
let asked: number;
beforeEach(() => {
  later = Promise.withResolvers();
  asked = 0;
  answer = Promise.withResolvers();
  heard = Promise.withResolvers();
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    // Its own: a question of an earlier test runs out of time in the middle of a later one.
    const own = answer;
    signal.addEventListener('abort', () => own.reject(signal.reason as Error));
    return own.promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

function asking(
  isLinked = () => true,
  isInDoubt = () => false,
  shape: z.ZodType = z.object({ code: z.string() }),
) {
  const lines: object[] = [];
  let probes = 0;
  const { request } = createRelayClient({
    relayUrl: () => 'https://acai.example',
    identity: { storeId: 's', deviceKey: { publicJwk: {} } } as Parameters<
      typeof createRelayClient
    >[0]['identity'],
    token: () => Promise.resolve('token'),
  });
  const ask = createAskRelay({
    request,
    isLinked,
    isInDoubt,
    isHeard: () => {
      asked += 1;
      probes += 1;
      return asked === 1 ? heard.promise : later.promise;
    },
    away: AWAY,
    log: { warn: (details) => lines.push(details) },
  });
  return { lines, probes: () => probes, answered: ask(PATH, shape) };
}

it('is refused once the relay answers no ping, whatever time it had for the question', async () => {
  const { answered, lines } = asking();
  heard.resolve(false);
  expect(await answered).toEqual({ ok: false, refusal: AWAY });
  expect(lines).toEqual([{ path: PATH, cause: 'AbortError' }]);
});

it('is waited for while the relay answers pings', async () => {
  const { answered, lines } = asking();
  heard.resolve(true);
  await heard.promise;
  answer.resolve(Response.json({ code: 'BRCODE' }));
  expect(await answered).toEqual({ ok: true, value: { code: 'BRCODE' } });
  expect(lines).toEqual([]);
});

it('is waited for twenty-five seconds at most: the relay may have to ask the provider', async () => {
  const bounds = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => bounds.mockRestore());
  const { answered } = asking();
  heard.resolve(true);
  answer.resolve(Response.json({ code: 'BRCODE' }));
  expect(await answered).toMatchObject({ ok: true });
  expect(bounds.mock.calls).toEqual([[25_000]]);
});

it('is refused once the line dies while its answer is waited for', async () => {
  const { answered, lines } = asking();
  heard.resolve(true);
  await vi.waitUntil(() => asked === 2, { timeout: 60_000 });
  later.resolve(false);
  expect(await answered).toEqual({ ok: false, refusal: AWAY });
  expect(lines).toEqual([{ path: PATH, cause: 'AbortError' }]);
});

it('asks no more once it is answered', async () => {
  const first = asking();
  heard.resolve(true);
  await vi.waitUntil(() => first.probes() === 2, { timeout: 60_000 });
  answer.resolve(Response.json({ code: 'BRCODE' }));
  expect(await first.answered).toMatchObject({ ok: true });
  // One that is asked afterwards, and looks a third time: by then the first one would have looked again as well.
  answer = Promise.withResolvers();
  later.resolve(true);
  const other = asking();
  await vi.waitUntil(() => other.probes() === 3, { timeout: 60_000 });
  expect(first.probes()).toBe(2);
  answer.resolve(Response.json({ code: 'BRCODE' }));
  await other.answered;
});

it('is taken though the ping was slower than the answer', async () => {
  const { answered } = asking();
  answer.resolve(Response.json({ code: 'BRCODE' }));
  expect(await answered).toMatchObject({ ok: true });
  heard.resolve(false);
});

it('is waited for while a link that ended is dialled again', async () => {
  const { answered, lines } = asking(() => asked === 0);
  heard.resolve(false);
  await vi.waitUntil(() => asked === 2, { timeout: 60_000 });
  later.resolve(true);
  answer.resolve(Response.json({ code: 'BRCODE' }));
  expect(await answered).toEqual({ ok: true, value: { code: 'BRCODE' } });
  expect(lines).toEqual([]);
});

it('is refused where the link that ended does not come back', async () => {
  const { answered } = asking(() => asked === 0);
  heard.resolve(false);
  later.resolve(false);
  expect(await answered).toEqual({ ok: false, refusal: AWAY });
  expect(asked).toBe(2);
});

it('is refused at once over a line that is in doubt, and the relay is asked nothing', async () => {
  const { answered, probes, lines } = asking(undefined, () => true);
  expect(await answered).toEqual({ ok: false, refusal: AWAY });
  expect(probes()).toBe(0);
  expect(lines).toEqual([]);
});

it('is refused at once without a link, and the relay is asked nothing', async () => {
  const { answered, probes } = asking(() => false);
  expect(await answered).toEqual({ ok: false, refusal: AWAY });
  expect(probes()).toBe(0);
});

const PROBLEM = { status: 409, title: 'Já pago', detail: 'Este pedido já foi pago.', code: 'already-paid' };

it.each([409, 422, 429, 502])('that the relay answers %i is told with its own words', async (status) => {
  const { answered } = asking();
  heard.resolve(true);
  answer.resolve(Response.json({ ...PROBLEM, status, leftCents: 5 }, { status }));
  expect(await answered).toEqual({
    ok: false,
    refusal: { type: 'about:blank', ...PROBLEM, status, leftCents: 5 },
  });
});

it.each([401, 403])(
  'that the relay answers %i is out of reach: who asks cannot mend that this store is not known',
  async (status) => {
    const { answered } = asking();
    heard.resolve(true);
    answer.resolve(Response.json({ ...PROBLEM, status }, { status }));
    expect(await answered).toEqual({ ok: false, refusal: AWAY });
  },
);

it.each([
  [200, { other: 'form' }],
  [500, { other: 'form' }],
])('that is answered %i in a form that nobody knows is out of reach', async (status, body) => {
  const { answered } = asking();
  heard.resolve(true);
  answer.resolve(Response.json(body, { status }));
  expect(await answered).toEqual({ ok: false, refusal: AWAY });
});

it('that is answered without words is answered', async () => {
  const { answered } = asking(undefined, undefined, z.null());
  heard.resolve(true);
  answer.resolve(new Response(null, { status: 204 }));
  expect(await answered).toEqual({ ok: true, value: null });
});
