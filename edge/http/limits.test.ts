// How many streams of events the store holds, and of whom.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createStreams } from '@balcao/shared/host/live-streams.ts';
import { STREAM_RULES } from './limits.ts';

it('kitchen and counter find room for their screens, however many customers look at their orders', async () => {
  const streams = createStreams(STREAM_RULES);
  const app = new Hono().get('/live', (context) =>
    streams.open(context, context.req.header('address') ?? null, () => () => undefined),
  );
  const statusOf = async (headers: Record<string, string> = {}): Promise<number> =>
    (await app.request('/live', { headers })).status;
  let customers = 0;
  while (customers < 1000 && (await statusOf({ address: `10.0.0.${customers}` })) === 200) customers += 1;
  expect(customers).toBeLessThan(1000);
  for (let screens = 0; screens < 20; screens += 1) expect(await statusOf()).toBe(200);
  streams.stop();
});
