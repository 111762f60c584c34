import { Hono } from 'hono';
import { afterEach, expect, it } from 'vitest';
import { createStreams } from './stream.ts';

let streams = createStreams();
afterEach(() => {
  streams.drain();
  streams = createStreams();
});

async function openFrom(address: string): Promise<number> {
  const app = new Hono().get('/live', (context) => streams.open(context, address, () => () => undefined));
  return (await app.request('/live')).status;
}

it('[33] has room for two hundred streams of one IPv6 household, however many addresses it has, and for others', async () => {
  for (let n = 0; n < 200; n += 1) expect(await openFrom(`2001:db8:1:2::${n.toString(16)}`)).toBe(200);
  expect(await openFrom('2001:db8:1:2:ffff::1')).toBe(503);
  expect(await openFrom('2001:db8:1:3::1')).toBe(200);
  expect(await openFrom('198.51.100.7')).toBe(200);
});
