// A long report gives way to whoever asks meanwhile, and waits for no request but those: not for itself, nor for another report.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { asRole, type Asking } from '../testing/sign-in.ts';

const WAIT_MS = 50;
const waits = vi.hoisted((): number[] => []);
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: (ms: number) => Promise.resolve(void waits.push(ms)),
}));

let store: TestStore;
let admin: Asking;
beforeAll(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
beforeEach(() => void (waits.length = 0));
afterAll(() => store.close());

const report = async (): Promise<number> =>
  (await admin('/api/staff/reports/breakdown?from=2026-01-01&to=2026-11-20')).status;

it('waits for nobody while only reports are read', async () => {
  expect(await Promise.all([report(), report()])).toEqual([200, 200]);
  expect(waits).toEqual([]);
});

it('waits before each piece while an order is on its way in', async () => {
  const sending = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const body = new ReadableStream<Uint8Array>({ start: sending.resolve });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  };
  const order = store.app.request('/api/orders', init, {
    transport: 'lan',
    clientIp: '192.168.0.9',
    origin: 'http://balcao.local',
  });
  expect(await report()).toBe(200);
  // 324 days, ninety at a time, and once before the end.
  expect(waits.filter((ms) => ms === WAIT_MS)).toHaveLength(5);
  (await sending.promise).close();
  expect((await order).status).toBe(400);
});
