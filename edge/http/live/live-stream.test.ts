// What screens hear while they are open: everything that changed, whoever they are of; what they missed while they were away; and no more
// once their session has another role or none.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@balcao/shared/http/staff.ts';
import { endFakeTime, fakeTimers } from '../../testing/fake-timers.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { change, sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import type { Topic } from '../../storage/wake.ts';

const TOPICS: Topic[] = ['menu', 'printer', 'condition', 'wholesale', 'erased'];

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => endFakeTime(store));

type Heard = { event: string; id: string | null };
async function listen(asked: Promise<Response>) {
  const answer = await asked;
  expect(answer.status).toBe(200);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  /** Everything up to this event, or to the end of the stream. */
  const until = async (last: string | null): Promise<Heard[]> => {
    const heard: Heard[] = [];
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = await reader.read();
        if (done) return heard;
        text += decoder.decode(value, { stream: true });
        continue;
      }
      const event = /^event: (.+)$/m.exec(text.slice(0, end))?.[1];
      const id = /^id: (.+)$/m.exec(text.slice(0, end))?.[1] ?? null;
      text = text.slice(end + 2);
      // A sign of life tells nothing.
      if (event === undefined || event === 'ping') continue;
      heard.push({ event, id });
      if (event === last) return heard;
    }
  };
  await until('hello');
  return { until, cancel: () => reader.cancel() };
}
const names = (heard: Heard[]): string[] => heard.map(({ event }) => event);

describe('the live stream of staff', () => {
  it.each([
    ['ADMIN', ['order', 'menu', 'printer', 'condition', 'wholesale', 'resync']],
    ['KITCHEN', ['order', 'menu', 'printer', 'condition', 'resync']],
    ['ATTENDANT', ['order', 'menu', 'printer', 'condition', 'resync']],
    ['WHOLESALE', ['menu', 'printer', 'condition', 'wholesale', 'resync']],
  ] as const)('tells %s of %j', async (role, events) => {
    const stream = await listen((await asRole(store, role))('/api/staff/live'));
    sell(store, store.clock.nowMs, { status: 'RECEBIDO' });
    store.orders.wake.notify('log');
    for (const topic of TOPICS) store.orders.wake.notify(topic);
    const heard = await stream.until('resync');
    expect(names(heard)).toEqual(events);
    // From where a browser that loses the line goes on.
    const places = heard.filter(({ event }) => event === 'order').map(({ id }) => id);
    expect(places).toEqual(role === 'WHOLESALE' ? [] : [String(store.outbox.head().seq)]);
    await stream.cancel();
  });
  it('was asked for every role', () => expect(Role.options).toHaveLength(4));

  describe('after a while away', () => {
    let kitchen: Asking;
    const missed = async (path: string, headers: Record<string, string> = {}): Promise<Heard[]> => {
      const stream = await listen(kitchen(path, { headers }));
      store.orders.wake.notify('menu');
      const heard = await stream.until('menu');
      await stream.cancel();
      return heard.slice(0, -1);
    };
    beforeEach(async () => {
      kitchen = await asRole(store, 'KITCHEN');
    });

    it('tells each change of an order since then once, with its place in the log, and nothing to who missed none', async () => {
      const order = sell(store, store.clock.nowMs, { status: 'RECEBIDO' });
      const since = store.outbox.head().seq;
      const seqs = (['PREPARING', 'READY'] as const).map((status) => {
        change(store, order, { status });
        return store.outbox.head().seq;
      });
      const two = seqs.map((seq) => ({ event: 'order', id: String(seq) }));
      expect(await missed(`/api/staff/live?since=${since}`)).toEqual(two);
      expect(await missed(`/api/staff/live?since=${seqs[0]}`)).toEqual(two.slice(1));
      expect(await missed(`/api/staff/live?since=${seqs[1]}`)).toEqual([]);
      expect(await missed('/api/staff/live')).toEqual([]);
      // A browser that comes back by itself asks for the same address and says in the header where it stopped.
      expect(await missed(`/api/staff/live?since=${since}`, { 'last-event-id': `${seqs[1]}` })).toEqual([]);
    });

    it('of up to 400 changes tells them, of more that everything must be read again', async () => {
      const since = store.outbox.head().seq;
      const order = sell(store, store.clock.nowMs, { status: 'RECEBIDO' });
      while (store.outbox.head().seq < since + 401) change(store, order, {});
      expect(names(await missed(`/api/staff/live?since=${since}`))).toEqual(['resync']);
      const all = await missed(`/api/staff/live?since=${since + 1}`);
      expect([all.length, all.at(-1)]).toEqual([400, { event: 'order', id: String(since + 401) }]);
    });
  });

  it('ends within half a minute for who was signed out, or has another role since, and for nobody else', async () => {
    fakeTimers();
    const admin = await asRole(store, 'ADMIN');
    const [out, moved, stays] = [
      await asRole(store, 'KITCHEN'),
      await asRole(store, 'ATTENDANT'),
      await asRole(store, 'WHOLESALE'),
    ];
    const streams = await Promise.all([out, moved, stays].map((ask) => listen(ask('/api/staff/live'))));
    expect((await out('/api/staff/me/sessions', { method: 'DELETE' })).status).toBeLessThan(300);
    expect((await out('/api/auth/sign-out', { method: 'POST', json: {} })).status).toBe(200);
    const { users } = (await (await admin('/api/staff/users')).json()) as {
      users: { id: string; role: string }[];
    };
    const attendant = users.find(({ role }) => role === 'ATTENDANT');
    const patched = await admin(`/api/staff/users/${attendant?.id}`, {
      method: 'PATCH',
      json: { role: 'KITCHEN' },
    });
    expect(patched.status).toBe(200);
    await vi.advanceTimersByTimeAsync(30_000);
    const [first, second, third] = streams;
    expect(await first?.until(null)).toEqual([]);
    expect(await second?.until(null)).toEqual([]);
    store.orders.wake.notify('menu');
    expect(names((await third?.until('menu')) ?? [])).toEqual(['menu']);
    await third?.cancel();
  });
});

it('the live stream of customers tells that the menu changed, and with it what the shop says of itself', async () => {
  const stream = await listen(store.ask('/api/live'));
  for (const topic of TOPICS) store.orders.wake.notify(topic);
  expect(names(await stream.until('store'))).toEqual(['menu', 'store']);
  await stream.cancel();
});
