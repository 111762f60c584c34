// What an administrator decides of what came back from the site counts only for what they were shown, and is printed and sent at once.
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it.each(['accept', 'refuse'] as const)('that was decided wakes the link and the printer: %s', async (way) => {
  const woken: string[] = [];
  for (const topic of ['log', 'printer'] as const) store.orders.wake.on(topic, () => void woken.push(topic));
  expect(await decide(way, [])).toEqual([204, null]);
  expect(woken).toEqual(expect.arrayContaining(['log', 'printer']));
});
