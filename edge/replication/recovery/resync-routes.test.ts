// What an administrator decides of what came back from the site counts only for what they were shown, and is printed and sent at once.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Resync } from '@balcao/shared/http/resync.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const decide = async (decision: 'accept' | 'refuse', seen: number[]) => {
  const answer = await admin('/api/staff/relay/resync', { json: { decision, seen } });
  const text = await answer.text();
  return [answer.status, text === '' ? null : (JSON.parse(text) as { code?: string }).code];
};

it.each(['accept', 'refuse'] as const)(
  'of which something else was shown is not decided: %s',
  async (way) => {
    expect(await decide(way, [5])).toEqual([409, 'resync-changed']);
    expect(await decide(way, [5, 6])).toEqual([409, 'resync-changed']);
  },
);

it('is looked at again where another row took the place of the one that was shown', async () => {
  await asRole(store, 'KITCHEN');
  const cook = store.users.accounts.list().find(({ role }) => role === 'KITCHEN');
  const from = store.outbox.head().seq;
  const comes = async (role: string): Promise<void> => {
    await admin(`/api/staff/users/${cook?.id}`, { method: 'PATCH', json: { role } });
    store.parked.recordSpan({ from, to: store.outbox.head().seq });
  };
  const shown = async (): Promise<number[]> =>
    ((await (await admin('/api/staff/relay/resync')).json()) as Resync).waiting.map(({ seq }) => seq);
  await comes('ATTENDANT');
  const seen = await shown();
  expect(seen).toHaveLength(1);
  await comes('WHOLESALE');
  expect(await decide('accept', seen)).toEqual([409, 'resync-changed']);
  expect(await decide('accept', await shown())).toEqual([204, null]);
});

it.each(['accept', 'refuse'] as const)('that was decided wakes the link and the printer: %s', async (way) => {
  const woken: string[] = [];
  for (const topic of ['log', 'printer'] as const) store.orders.wake.on(topic, () => void woken.push(topic));
  expect(await decide(way, [])).toEqual([204, null]);
  expect(woken).toEqual(expect.arrayContaining(['log', 'printer']));
});

it('that nobody has decided about yet is still shown when more comes back', async () => {
  await asRole(store, 'KITCHEN');
  await asRole(store, 'ATTENDANT');
  for (const user of store.users.accounts.list().filter(({ role }) => role !== 'ADMIN')) {
    const from = store.outbox.head().seq;
    await admin(`/api/staff/users/${user.id}`, { method: 'PATCH', json: { role: 'WHOLESALE' } });
    store.parked.recordSpan({ from, to: store.outbox.head().seq });
  }
  const { waiting } = (await (await admin('/api/staff/relay/resync')).json()) as Resync;
  expect(waiting).toHaveLength(2);
});
