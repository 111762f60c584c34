import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Stores } from '../shop/stores/stores.ts';
import { createAdmission } from './admission.ts';
import { admitted } from './admission-door.ts';
import type { Env } from './context.ts';

const RULES = { runningMax: 3, storeRunningMax: 1, waitingMax: 0, storeWaitingMax: 0, waitMsMax: 60_000 };
type Row = Awaited<ReturnType<Stores['byHost']>>;

it('[24] one store that is slow takes no other store’s place, nor that of who names none', async () => {
  const stores = {
    byHost: (host: string) => Promise.resolve(/^[ab]\./.test(host) ? ({ storeId: host } as Row) : null),
  };
  const app = new Hono<Env>();
  app.use('/api/*', admitted(createAdmission(RULES), stores));
  const held = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  app.get('/api/slow', async (context) => {
    entered.resolve();
    await held.promise;
    return context.text('');
  });
  app.get('/api/quick', (context) => context.text(''));
  const ask = (host: string, path: string) => app.request(path, { headers: { host } });

  const slow = ask('a.example', '/api/slow');
  await entered.promise;
  expect((await ask('a.example', '/api/quick')).status).toBe(503);
  expect((await ask('b.example', '/api/quick')).status).toBe(200);
  expect((await ask('elsewhere.example', '/api/quick')).status).toBe(200);
  held.resolve();
  expect((await slow).status).toBe(200);
  expect((await ask('a.example', '/api/quick')).status).toBe(200);
});
