// Which process holds a store's link is told to the relay's other processes, and to nobody else.
import { expect, it } from 'vitest';
import { readHolder } from '@balcao/shared/http/contracts/cluster.ts';
import { FORWARDED } from './forward.ts';
import { clusterRoutes } from './routes.ts';

const STORE = '0193a000-0000-7000-8000-000000000001';
const HOLDER = '0193a000-0000-7000-8000-000000000002';
const routes = clusterRoutes({
  forwarder: { callerOf: (header) => Promise.resolve(header === 'proof' ? '-' : null) },
  gateway: { holder: (storeId) => Promise.resolve(storeId === STORE ? HOLDER : null) },
});
const ask = (storeId: string, headers: Record<string, string> = {}) =>
  routes.request(readHolder.path.replace('{storeId}', storeId), { headers });

it('is told with the proof of this relay, also that nobody does', async () => {
  expect(await (await ask(STORE, { [FORWARDED]: 'proof' })).json()).toEqual({ instance: HOLDER });
  expect(await (await ask(HOLDER, { [FORWARDED]: 'proof' })).json()).toEqual({ instance: null });
});

it('is not there for anybody else', async () => {
  expect((await ask(STORE)).status).toBe(404);
  expect((await ask(STORE, { [FORWARDED]: 'guessed' })).status).toBe(404);
});
