// What an administrator decides of what came back from the site counts only for what they were shown, and is printed and sent at once.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KEEP_SELLING_WORD, type Resync } from '@balcao/shared/http/resync.ts';
import { readMeta } from '../../storage/identity.ts';
import { recoveryCode } from '../../storage/recovery-code.ts';
import { sealerOf } from '../../storage/sealing.ts';
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

it('that fits no longer beside what is here is taken in no part, and still waits', async () => {
  await asRole(store, 'KITCHEN');
  await asRole(store, 'ATTENDANT');
  const from = store.outbox.head().seq;
  for (const role of ['KITCHEN', 'ATTENDANT']) {
    const user = store.users.accounts.list().find((one) => one.role === role);
    await admin(`/api/staff/users/${user?.id}`, { method: 'PATCH', json: { role: 'WHOLESALE' } });
  }
  store.parked.recordSpan({ from, to: store.outbox.head().seq });
  const shown = (await (await admin('/api/staff/relay/resync')).json()) as Resync;
  // Since then the administrator has the address of the second account, and nobody works for the wholesale.
  const second = store.outbox.after(from, 100).findLast(({ kind }) => kind === 'user')?.aggregateId;
  const { email } = store.users.accounts.list().find(({ id }) => id === second) ?? {};
  for (const change of [
    "update user set role = 'KITCHEN' where role = 'WHOLESALE'",
    `update user set email = 'antes@loja.com' where id = '${second}'`,
    `update user set email = '${email}' where role = 'ADMIN'`,
  ])
    store.db.$client.exec(change);
  expect(
    await decide(
      'accept',
      shown.waiting.map(({ seq }) => seq),
    ),
  ).toEqual([409, 'resync-conflict']);
  expect(store.users.accounts.list().map(({ role }) => role)).not.toContain('WHOLESALE');
  expect((await (await admin('/api/staff/relay/resync')).json()) as Resync).toEqual(shown);
});

it('is gone from the log too where a printer came that is refused', async () => {
  const from = store.outbox.head().seq;
  const saved = store.printing.printers.save(null, {
    ...{ name: 'Bar', enabled: false, columns: 48, codePage: 'PC850', purposes: [] },
    transport: { kind: 'tcp', host: '192.168.0.9', port: 9100 },
  });
  expect(saved.ok).toBe(true);
  store.parked.recordSpan({ from, to: store.outbox.head().seq });
  const { waiting } = (await (await admin('/api/staff/relay/resync')).json()) as Resync;
  expect(waiting).toMatchObject([{ what: 'Impressora', now: null, offered: 'Bar, 192.168.0.9, desligada' }]);
  expect(
    await decide(
      'refuse',
      waiting.map(({ seq }) => seq),
    ),
  ).toEqual([204, null]);
  const rows = store.outbox.after(from, 100).filter(({ aggregateId }) => aggregateId.startsWith('printer.'));
  expect(rows).toHaveLength(2);
  const newest = rows.at(-1);
  if (!newest?.body) throw new Error('no row says so');
  expect(JSON.parse(sealerOf(() => recoveryCode(store.db)).open(newest, newest.body))).toMatchObject({
    deleted: true,
  });
});

it('no word of a person has a store sell whose file is damaged, nor does it stand there as one that waits', async () => {
  store.writeGate.hold('damaged');
  expect(await (await admin('/api/staff/relay/resync')).json()).toEqual({ held: null, waiting: [] });
  const answer = await admin('/api/staff/relay/keep-selling', { json: { confirm: KEEP_SELLING_WORD } });
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'held-damaged' }),
  ]);
  expect(store.writeGate.held()).toBe('damaged');
  // Nor is the word kept for the file that takes this one's place.
  expect(readMeta(store.db, 'fence_overruled')).toBeNull();
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
