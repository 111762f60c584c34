// What every staff screen is told of what keeps the store from its whole work: each trouble by itself, and of two that say the same one.
import { beforeEach, expect, it } from 'vitest';
import type { Role } from '@balcao/shared/http/staff.ts';
import { troubleOf } from '../start/trouble.ts';
import { conditionRoutes } from './condition-routes.ts';

let is: {
  role: Role;
  held: 'behind' | null;
  takesWrites: boolean;
  unreadable: boolean;
  wrong: string | null;
  safe: boolean;
};
let audited: string[];
let left: number;
beforeEach(() => {
  is = { role: 'ADMIN', held: null, takesWrites: true, unreadable: false, wrong: null, safe: false };
  audited = [];
  left = 0;
});

const deps = {
  users: { whoIs: () => Promise.resolve({ id: 'a', name: 'Ana', role: is.role }) },
  audit: { record: (_actor: object, _subject: string, _action: string, text: string) => audited.push(text) },
  writeGate: { held: () => is.held },
  room: { takesWrites: () => is.takesWrites },
  damage: { unreadable: () => is.unreadable, found: () => false },
  scrub: { wrong: () => is.wrong },
  safeMode: { isOn: () => is.safe, text: () => 'A loja parou 3 vezes.', leave: () => void (left += 1) },
} as unknown as Parameters<typeof conditionRoutes>[0];
const ask = (path: string, method = 'GET') =>
  conditionRoutes(deps).request(path, { method }, { transport: 'lan', clientIp: '', origin: '' });
const notices = async () =>
  (
    (await (await ask('/api/staff/condition')).json()) as {
      notices: { id: string; title: string; text: string }[];
    }
  ).notices;
const ids = async () => (await notices()).map(({ id }) => id);

it('is nothing while all is well', async () => {
  expect(await notices()).toEqual([]);
});

it('is each trouble, the worst first', async () => {
  Object.assign(is, { takesWrites: false, unreadable: true, wrong: 'Pedido nº 7 não confere.', safe: true });
  expect(await ids()).toEqual(['no-room', 'unreadable', 'content', 'safe-mode']);
  expect((await notices()).slice(2).map(({ text }) => text)).toEqual([
    'Pedido nº 7 não confere.',
    'A loja parou 3 vezes.',
  ]);
});

it('of a full disk asks for as much room as the page of a store that cannot be opened', async () => {
  is.takesWrites = false;
  const page = troubleOf(Object.assign(new Error('full'), { code: 'ENOSPC' }), null).steps.join(' ');
  for (const text of [page, (await notices())[0]?.text]) expect(text).toContain('(64 MB já bastam)');
});

it('says of each trouble what it is and what to do, as was approved', async () => {
  Object.assign(is, { takesWrites: false, unreadable: true, wrong: 'Pedido nº 7 não confere.', safe: true });
  const lines = (await notices()).map(({ id, title, text }) => `${id}: ${title}. ${text}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./approved/notices.txt');
});

it('of a store that is held is that alone, not that it saves nothing', async () => {
  Object.assign(is, { held: 'behind', takesWrites: false });
  expect(await ids()).toEqual(['held']);
});

it.each(['KITCHEN', 'ATTENDANT', 'ADMIN', 'WHOLESALE'] as const)('is told to %s', async (role) => {
  is.role = role;
  expect((await ask('/api/staff/condition')).status).toBe(200);
});

it('the safe mode is left by an administrator, once, and that stands in the audit', async () => {
  const leave = async () => (await ask('/api/staff/condition/try-again', 'POST')).status;
  is.safe = true;
  is.role = 'ATTENDANT';
  expect([await leave(), left, audited]).toEqual([403, 0, []]);
  is.role = 'ADMIN';
  expect([await leave(), left, audited]).toEqual([204, 1, ['tirou a loja do modo seguro']]);
  is.safe = false;
  expect([await leave(), left, audited.length]).toEqual([204, 1, 1]);
});
