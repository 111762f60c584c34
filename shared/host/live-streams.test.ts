import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { problem } from '../http/problem.ts';
import { createStreams, type StreamEvent } from './live-streams.ts';

let streams: ReturnType<typeof createStreams>;
let push: (event: StreamEvent) => void;
let undone: string[];
const begin = (max: number, strangersMax: number, perStrangerMax: number): void => {
  undone = [];
  streams = createStreams({
    max,
    strangersMax,
    perStrangerMax,
    countedAs: (address) => address,
    restarting: problem(503, 'restarting', '', ''),
  });
};
afterEach(() => streams.stop());

async function open(address: string | null, method = 'GET'): Promise<Response> {
  const app = new Hono().get('/live', (context) =>
    streams.open(context, address, (given) => {
      push = given;
      return () => undone.push(address ?? 'staff');
    }),
  );
  return app.request('/live', { method });
}
const statusOf = async (address: string | null): Promise<number> => (await open(address)).status;

it('keeps room for who is signed in, however many strangers there are, and ends with what it has', async () => {
  begin(4, 3, 2);
  expect([await statusOf('a'), await statusOf('a'), await statusOf('a')]).toEqual([200, 200, 503]);
  expect([await statusOf('b'), await statusOf('c')]).toEqual([200, 503]);
  expect([await statusOf(null), await statusOf(null)]).toEqual([200, 503]);
});

it('says to who is one too many that it is the number of screens, and when to come again', async () => {
  begin(1, 1, 1);
  await open('a');
  const refused = await open('b');
  expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
    '5',
    {
      ...{ type: 'about:blank', status: 503, code: 'too-many-streams', title: 'Muitas telas abertas' },
      detail: 'Há telas demais ligadas agora. Tente de novo em instantes.',
    },
  ]);
});

it('has room again once a stream ended', async () => {
  begin(1, 1, 1);
  const first = await open('a');
  expect(await statusOf('a')).toBe(503);
  await first.body?.cancel();
  await expect.poll(() => undone, { timeout: 60_000 }).toEqual(['a']);
  expect(await statusOf('a')).toBe(200);
});

it('keeps nothing open for who asks for the headers only', async () => {
  begin(1, 1, 1);
  const head = await open('a', 'HEAD');
  expect([head.status, head.headers.get('content-type'), streams.size()]).toEqual([
    200,
    'text/event-stream',
    0,
  ]);
  expect(await statusOf('a')).toBe(200);
});

it('lets go of a reader that does not keep up', async () => {
  begin(1, 1, 1);
  const response = await open('a');
  // One is on its way to it, and five hundred wait.
  for (let n = 0; n < 501; n += 1) push({ event: 'menu', data: {} });
  await new Promise((resolve) => setImmediate(resolve));
  expect(streams.size()).toBe(1);
  push({ event: 'menu', data: {} });
  await response.text();
  expect(undone).toEqual(['a']);
});

it('ends all when drained, and opens no other', async () => {
  begin(2, 2, 2);
  const response = await open('a');
  streams.stop();
  await response.text();
  expect(undone).toEqual(['a']);
  const refused = await open('b');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ code: 'restarting' });
});

it('writes each event with its name, data and place, in their order', async () => {
  begin(1, 1, 1);
  const reader = (await open('a')).body?.getReader();
  push({ event: 'menu', data: {}, id: '7' });
  push({ event: 'store', data: {} });
  push({ event: 'menu', data: {}, id: '8' });
  let said = '';
  while (!said.includes('id: 8')) {
    const piece = await reader?.read();
    if (!piece || piece.done) break;
    said += Buffer.from(piece.value).toString();
  }
  expect(said).toBe(
    'event: menu\ndata: {}\nid: 7\n\nevent: store\ndata: {}\n\nevent: menu\ndata: {}\nid: 8\n\n',
  );
  await reader?.cancel();
});

it('pings a reader to whom nothing was said for fifteen seconds', async () => {
  vi.useFakeTimers();
  try {
    begin(1, 1, 1);
    const response = await open('a');
    const reader = response.body?.getReader();
    let said = '';
    const reading = reader?.read().then(({ value }) => (said = Buffer.from(value ?? []).toString()));
    await vi.advanceTimersByTimeAsync(14_999);
    expect(said).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    await reading;
    expect(said).toBe('event: ping\ndata: {}\n\n');
    await reader?.cancel();
  } finally {
    vi.useRealTimers();
  }
});

it('pings only who hears nothing else, and piles up none for who does not read', async () => {
  vi.useFakeTimers();
  try {
    begin(1, 1, 1);
    const response = await open('a');
    await vi.advanceTimersByTimeAsync(14_999);
    push({ event: 'menu', data: {} });
    await vi.advanceTimersByTimeAsync(14_999);
    const reader = response.body?.getReader();
    const next = async (): Promise<string> => Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(await next()).toBe('event: menu\ndata: {}\n\n');
    await vi.advanceTimersByTimeAsync(1);
    expect(await next()).toBe('event: ping\ndata: {}\n\n');
    await vi.advanceTimersByTimeAsync(150_000);
    streams.stop();
    expect([await next(), await next()]).toEqual(['event: ping\ndata: {}\n\n', '']);
  } finally {
    vi.useRealTimers();
  }
});

it('[24] keeps room for the customers of other shops, however many one has', async () => {
  const rules = {
    max: 9,
    strangersMax: 9,
    perStrangerMax: 9,
    perShopMax: 2,
    countedAs: (address: string) => address,
  };
  streams = createStreams({ ...rules, restarting: problem(503, 'restarting', '', '') });
  const ofShop = async (shop: string): Promise<Response> =>
    new Hono()
      .get('/live', (context) => streams.open(context, 'a', () => () => undefined, shop))
      .request('/live');
  const first = await ofShop('here');
  expect([first.status, (await ofShop('here')).status]).toEqual([200, 200]);
  const refused = await ofShop('here');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await ofShop('there')).status).toBe(200);
  await first.body?.cancel();
  await expect.poll(async () => (await ofShop('here')).status, { timeout: 60_000 }).toBe(200);
});

it('counts strangers under the name that they are given, and stops the clock of who is gone', async () => {
  vi.useFakeTimers();
  try {
    streams = createStreams({
      max: 9,
      strangersMax: 9,
      perStrangerMax: 1,
      countedAs: (address) => address.slice(0, 3),
      restarting: problem(503, 'restarting', '', ''),
    });
    const first = await open('10.1');
    expect([await statusOf('10.2'), await statusOf('20.1')]).toEqual([503, 200]);
    await first.body?.cancel();
    // The other one's ping is left.
    expect(vi.getTimerCount()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it('ends the streams of one shop, and leaves those of the others', async () => {
  begin(9, 9, 9);
  const ofShop = async (shop: string): Promise<Response> =>
    new Hono()
      .get('/live', (context) => streams.open(context, null, () => () => undone.push(shop), shop))
      .request('/live');
  const here = await ofShop('here');
  await ofShop('there');
  streams.endOf('here');
  await here.text();
  expect([undone, streams.size()]).toEqual([['here'], 1]);
});
