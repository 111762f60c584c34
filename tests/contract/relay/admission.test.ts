// The relay's doors when more is asked than it answers at once: 503 with a time to come back, for that store alone.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { createFakeStore, type FakeStore } from '../../harness/fake-store.ts';
import { bodyOf, createTestRelay, linked, PAIRING_CODE, soon, type TestRelay } from '../../harness/relay.ts';

const RULES = { runningMax: 3, storeRunningMax: 2, waitingMax: 2, storeWaitingMax: 1, waitMsMax: 60_000 };

let relay: TestRelay;
let store: FakeStore;
beforeAll(async () => {
  relay = await createTestRelay('pglite', { admission: RULES });
  store = await createFakeStore(relay.url);
  await store.pair(PAIRING_CODE);
  await store.syncDocument(sampleCatalog());
  await store.dial();
  await linked(relay, store);
});
afterAll(async () => {
  store.close();
  await relay.close();
});

/** How many are answered, and how many wait. */
async function underWay(): Promise<string> {
  const answer = await fetch(`${relay.operatorUrl}/metrics`, { headers: { connection: 'close' } });
  const lines = (await answer.text()).split('\n');
  return lines
    .filter((line) => line.startsWith('balcao_requests_under_way{'))
    .map((line) => line.split(' ').at(-1))
    .join(' ');
}
const order = (): Promise<Response> => relay.ask('/api/orders', { json: sampleRequest({ id: v7() }) });

it('[24] beyond the budget and its queue: 503 with Retry-After; health and pages stay, and then there is room again', async () => {
  const decided: (() => void)[] = [];
  store.onCommand = (command, decide) =>
    new Promise((resolve) => decided.push(() => resolve(decide(command))));
  const orders = [order(), order()];
  await soon(() => expect(decided).toHaveLength(2));
  const waits = relay.ask('/api/store');
  await soon(async () => expect(await underWay()).toBe('2 1'));
  const refused = await relay.ask('/api/store');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await bodyOf(refused)).toMatchObject({ code: 'too-busy' });
  expect((await relay.ask('/healthz')).status).toBe(200);
  expect((await relay.ask('/')).status).toBe(200);

  for (const decide of decided) decide();
  expect((await Promise.all(orders)).map(({ status }) => status)).toEqual([201, 201]);
  expect((await waits).status).toBe(200);
  await soon(async () => expect(await underWay()).toBe('0 0'));
});

it('[24] who sends slowly takes nobody’s place', async () => {
  const { hostname, port } = new URL(relay.url);
  const sockets = await Promise.all(
    Array.from({ length: RULES.runningMax + 1 }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(
        'POST /api/orders HTTP/1.1\r\nhost: acai.example\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
      );
      return socket;
    }),
  );
  expect((await relay.ask('/api/store')).status).toBe(200);
  expect(await underWay()).toBe('0 0');
  for (const socket of sockets) socket.destroy();
});
