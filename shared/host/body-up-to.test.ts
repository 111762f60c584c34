import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { bodyUpTo } from './body-up-to.ts';

const app = new Hono();
app.use(bodyUpTo(10, () => new Response('too large', { status: 413 })));
app.post('/', async (context) => context.text(await context.req.text()));

const send = async (body: string | ReadableStream, headers: Record<string, string> = {}) => {
  const response = await app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return [response.status, await response.text()];
};
const streamed = (...chunks: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

it('refuses a body that says it is too long, before reading it', async () => {
  expect(await send('0123456789a', { 'content-length': '11' })).toEqual([413, 'too large']);
  expect(await send('0123456789', { 'content-length': '10' })).toEqual([200, '0123456789']);
});

it('counts a body that does not say its length', async () => {
  expect(await send(streamed('01234', '56789', 'a'))).toEqual([413, 'too large']);
  expect(await send(streamed('01234', '56789'))).toEqual([200, '0123456789']);
});

it('counts a body that says a length and comes in chunks: the length means nothing then', async () => {
  const headers = { 'content-length': '1', 'transfer-encoding': 'chunked' };
  expect(await send(streamed('01234', '56789', 'a'), headers)).toEqual([413, 'too large']);
});
