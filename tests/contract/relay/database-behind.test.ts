// A relay whose embedded database does not keep up: visitors are told to come back, and nobody waits in a queue without an end.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createFakeStore } from './fake-store.ts';
import { bodyOf, createTestRelay, PAIRING_CODE, type TestRelay } from './relay.ts';

let relay: TestRelay;
let laterMs = 0;
beforeAll(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
  relay = await createTestRelay('pglite', undefined, undefined, null);
  const store = await createFakeStore(relay.url);
  await store.pair(PAIRING_CODE);
  store.close();
});
afterAll(async () => {
  await relay.close();
  vi.restoreAllMocks();
});

it('[67] answers 503 at once to who comes while others wait for it too long, and serves again when it has caught up', async () => {
  expect((await relay.ask('/api/menu')).status).toBe(200);
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const longWork = relay.relay.db.transaction(async () => {
    begun.resolve();
    await gate.promise;
  });
  await begun.promise;
  laterMs += 1001;
  // Asks the database for nothing: but whoever comes has it asked how long one waits.
  expect((await relay.ask('/api/nothing-here')).status).toBe(404);
  laterMs += 1001;
  for (const path of ['/api/menu', '/api/store', '/api/orders/ABCDEFGH22']) {
    const answer = await relay.ask(path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await bodyOf(answer)).toMatchObject({ code: 'database-busy', title: 'Muito movimento agora' });
  }
  gate.resolve();
  await longWork;
  laterMs += 1001;
  await expect.poll(async () => (await relay.ask('/api/menu')).status).toBe(200);
});
