// A relay whose embedded database does not keep up: visitors are told to come back, and nobody waits in a queue without an end.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeStore, type FakeStore } from '../../harness/fake-store.ts';
import { bodyOf, createTestRelay, linked, PAIRING_CODE, soon, type TestRelay } from '../../harness/relay.ts';

/** Instead of a second. */
const TURN_MS_MAX = 100;

let relay: TestRelay;
let store: FakeStore;
beforeAll(async () => {
  relay = await createTestRelay('pglite', { databaseMsMax: TURN_MS_MAX });
  store = await createFakeStore(relay.url);
  await store.pair(PAIRING_CODE);
  await store.dial();
  await linked(relay, store);
});
afterAll(async () => {
  store.close();
  await relay.close();
});

it('[67] answers 503 to who gets no turn in time, keeps nobody else waiting, and serves again when it has caught up', async () => {
  await soon(async () => expect((await relay.ask('/api/menu')).status).toBe(200));
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const longWork = relay.relay.db.transaction(async () => {
    begun.resolve();
    await gate.promise;
  });
  await begun.promise;
  store.log.append('audit', randomUUID(), {});
  const health = relay.ask('/readyz');
  const crowd = await Promise.all(
    ['/api/menu', '/api/store', '/api/orders/ABCDEFGH22'].map((path) => relay.ask(path)),
  );
  for (const answer of crowd) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await bodyOf(answer)).toMatchObject({ code: 'database-busy', title: 'Muito movimento agora' });
  }
  gate.resolve();
  await longWork;
  // What the relay does itself was not refused meanwhile: it had only to wait.
  expect((await health).status).toBe(200);
  await soon(() => expect(store.checkpoints.at(-1)).toEqual(store.log.head()));
  await soon(async () => expect((await relay.ask('/api/menu')).status).toBe(200));
});
