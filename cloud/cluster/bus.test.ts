// Wakes between the processes of the relay: what one tells the others hear, once and after what they had kept is stale; and what a broken
// connection swallows is made up for.
import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Wake } from '../storage/wake.ts';
import { openBus, type Bus } from './bus.ts';

const STORE = '0193a000-0000-7000-8000-000000000001';
const POLL_MS = 2000;
const RECONNECT_MS = 1000;
const ALIVE_EVERY_MS = 10_000;
const ALIVE_MS_MAX = 5000;

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(() => void vi.useRealTimers());
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class FakeClient extends EventEmitter {
  asked: string[] = [];
  ended = 0;
  readonly scene: { isAway: boolean; isDeaf: boolean };
  constructor(scene: FakeClient['scene']) {
    super();
    this.scene = scene;
  }
  connect = () => (this.scene.isAway ? Promise.reject(new Error('away')) : Promise.resolve());
  query(text: string): Promise<void> {
    this.asked.push(text);
    return this.scene.isDeaf && text === 'select 1' ? new Promise(() => undefined) : Promise.resolve();
  }
  end(): Promise<void> {
    this.ended += 1;
    return Promise.resolve();
  }
}

async function openScene(whenPublished: Promise<void> = Promise.resolve()) {
  const database = { isAway: false, isDeaf: false };
  const clients: FakeClient[] = [];
  const did: string[] = [];
  const published: [string, string[]][] = [];
  const wake = new Wake();
  for (const topic of ['orders', 'menu'] as const) wake.on(STORE, topic, () => did.push(`wake ${topic}`));
  const bus: Bus = await openBus({
    createClient() {
      clients.push(new FakeClient(database));
      return clients.at(-1) as unknown as Client;
    },
    wake,
    onForeign: (storeId) => void did.push(`stale ${storeId ?? 'all'}`),
    publish(channel, messages) {
      published.push([channel, messages]);
      return whenPublished;
    },
    log: { warn: (_details, message) => void did.push(message) },
  });
  // The first look of its own comes at once.
  await vi.advanceTimersByTimeAsync(0);
  did.length = 0;
  return { database, clients, did, published, wake, bus };
}

it('what another process tells is stale here before anybody is woken; what this one told is not told back', async () => {
  const { clients, did, bus } = await openScene();
  const [client] = clients;
  expect(client?.asked).toEqual(['listen balcao_wake']);
  for (const payload of [`${bus.instance} ${STORE} orders`, 'other', `other ${STORE}`, undefined])
    client?.emit('notification', { payload });
  expect(did).toEqual([]);
  client?.emit('notification', { payload: `other ${STORE} orders` });
  expect(did).toEqual([`stale ${STORE}`, 'wake orders']);
  await bus.stop();
});

it('what is told in one turn goes as one, each once, and goes no second time', async () => {
  const { published, wake, bus } = await openScene();
  for (const topic of ['orders', 'menu', 'orders'] as const) wake.publish?.(STORE, topic);
  await turn();
  wake.publish?.(STORE, 'menu');
  await turn();
  expect(published).toEqual([
    ['balcao_wake', [`${bus.instance} ${STORE} orders`, `${bus.instance} ${STORE} menu`]],
    ['balcao_wake', [`${bus.instance} ${STORE} menu`]],
  ]);
  await bus.stop();
});

it('every two seconds it looks by itself, for what is read again at little cost', async () => {
  const { did, bus } = await openScene();
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(did).toEqual(['stale all', 'wake orders']);
  await bus.stop();
});

it('a connection that breaks is made anew a second later, as often as it takes, and then everybody looks', async () => {
  const { database, clients, did, bus } = await openScene();
  database.isAway = true;
  clients[0]?.emit('error', new Error('gone'));
  clients[0]?.emit('end');
  expect([did, clients[0]?.ended]).toEqual([['the other processes of the relay are not heard'], 1]);
  await vi.advanceTimersByTimeAsync(RECONNECT_MS);
  expect([did.at(-1), clients[1]?.ended]).toEqual([
    ...['the other processes of the relay are not heard yet', 1],
  ]);
  database.isAway = false;
  did.length = 0;
  await vi.advanceTimersByTimeAsync(RECONNECT_MS - 1);
  expect(clients).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(clients.map(({ asked }) => asked)).toEqual([['listen balcao_wake'], [], ['listen balcao_wake']]);
  // Also for what is not looked for now and then. Its own look, which comes in this moment too, is another one.
  expect(did.filter((one) => one === 'wake menu')).toHaveLength(1);
  expect(did[0]).toBe('stale all');
  expect(did.filter((one) => one === 'stale all')).toHaveLength(2);
  clients[2]?.emit('notification', { payload: `other ${STORE} menu` });
  expect(did.filter((one) => one === 'wake menu')).toHaveLength(2);
  await bus.stop();
  // Nor does the one that broke ask any more whether it is alive.
  expect(vi.getTimerCount()).toBe(0);
});

it('a connection that the database ends without an error is made anew too', async () => {
  const { clients, did, bus } = await openScene();
  clients[0]?.emit('end');
  expect(did).toEqual(['the other processes of the relay are not heard']);
  await vi.advanceTimersByTimeAsync(RECONNECT_MS);
  expect(clients.map(({ asked }) => asked)).toEqual([['listen balcao_wake'], ['listen balcao_wake']]);
  await bus.stop();
});

it('a connection that says nothing for five seconds is given up, and one that answers is not', async () => {
  const { database, clients, bus } = await openScene();
  await vi.advanceTimersByTimeAsync(ALIVE_EVERY_MS + ALIVE_MS_MAX + RECONNECT_MS);
  expect([clients.length, clients[0]?.asked]).toEqual([1, ['listen balcao_wake', 'select 1']]);
  database.isDeaf = true;
  // The next question goes out when twenty seconds are over.
  await vi.advanceTimersByTimeAsync(ALIVE_EVERY_MS - 1);
  expect(clients).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(clients).toHaveLength(2);
  await bus.stop();
});

it('what was told last is on its way to the others before it stops', async () => {
  const written = Promise.withResolvers<void>();
  const { clients, published, wake, bus } = await openScene(written.promise);
  wake.publish?.(STORE, 'orders');
  await turn();
  const stopped = bus.stop();
  await turn();
  expect([published.length, clients[0]?.ended]).toEqual([1, 0]);
  written.resolve();
  await stopped;
  expect(clients[0]?.ended).toBe(1);
});

it('stopped, it leaves no timer and comes back no more', async () => {
  const { clients, bus } = await openScene();
  await bus.stop();
  expect([clients[0]?.ended, vi.getTimerCount()]).toEqual([1, 0]);
  clients[0]?.emit('end');
  await vi.advanceTimersByTimeAsync(RECONNECT_MS);
  expect(clients).toHaveLength(1);
});
