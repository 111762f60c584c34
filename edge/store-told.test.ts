// What the store's wings tell each other of trouble: whoever shows it hears at once, the alarm is raised and ends, and the right phones are
// asked about.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';
import { asRole } from './testing/sign-in.ts';

let store: TestStore;
let sent: { path: string; body: unknown }[];
beforeEach(async () => {
  sent = [];
  const request = (path: string, { body }: RequestInit = {}): Promise<Response> => {
    sent.push({ path, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : null });
    return Promise.resolve(Response.json(null));
  };
  store = await openTestStore({ relay: { request } });
});
afterEach(() => store.close());

const alarms = (): string[] => store.alarms.open().map(({ id }) => id);
const listen = (): (() => number) => {
  let told = 0;
  store.orders.wake.on('condition', () => (told += 1));
  return () => told;
};

it('a part of the file that cannot be read is shown at once and raises an alarm; both end when it is whole again', async () => {
  const told = listen();
  store.damage.noteUnreadable(Object.assign(new Error('card'), { code: 'SQLITE_IOERR_READ' }));
  await Promise.resolve();
  expect([told(), alarms()]).toEqual([1, ['unreadable']]);
  await vi.waitFor(() => expect(store.damage.unreadable()).toBe(false), { timeout: 60_000 });
  await Promise.resolve();
  expect([told(), alarms()]).toEqual([2, []]);
});

it('a clock that is set by a day is shown at once', async () => {
  const told = listen();
  store.clockWatch.clock();
  store.clock.skewMs += 86_400_000;
  store.clockWatch.clock();
  await Promise.resolve();
  expect(told()).toBe(1);
});

it('the relay is told whose phones may hear of the shop: those of administrators', async () => {
  await asRole(store, 'ADMIN');
  await asRole(store, 'KITCHEN');
  await store.phones.tellOwners();
  const admin = store.users.accounts.list().find(({ role }) => role === 'ADMIN');
  expect(
    JSON.stringify(sent.filter(({ path }) => path === '/edge/push/owners').map(({ body }) => body)),
  ).toBe(JSON.stringify([{ userIds: [admin?.id] }]));
});

it('an administrator who is shut out is rung no more, and is again once let in', async () => {
  const owner = await asRole(store, 'ADMIN');
  const other = { name: 'Rui', email: 'rui@loja.com', password: 'granizado-198077', role: 'ADMIN' };
  expect((await owner('/api/staff/users', { json: other })).status).toBe(201);
  const idOf = (email: string) => store.users.accounts.list().find((one) => one.email === email)?.id;
  const [rui, ana] = [idOf('rui@loja.com'), idOf('admin@loja.com')];
  const told = async (disabled: boolean): Promise<unknown> => {
    const path = `/api/staff/users/${rui}/disabled`;
    expect((await owner(path, { method: 'PUT', json: { disabled } })).status).toBe(200);
    sent = [];
    await store.phones.tellOwners();
    return sent.map(({ body }) => body);
  };
  await store.phones.tellOwners();
  expect(await told(true)).toEqual([{ userIds: [ana] }]);
  expect(await told(false)).toEqual([{ userIds: expect.arrayContaining([ana, rui]) as string[] }]);
});

it('what is done about a printer is shown at once on every screen of the staff', async () => {
  let told = 0;
  store.orders.wake.on('printer', () => (told += 1));
  store.printing.printers.remove('a printer that is gone');
  await Promise.resolve();
  expect(told).toBe(1);
});

it.each([
  ['takes nothing', 'SQLITE_FULL', 0],
  ['gives nothing back', 'SQLITE_IOERR_READ', 1],
])('a disk that %s under a background job is noted as one', async (_what, code, unreadable) => {
  const run = (): never => {
    throw Object.assign(new Error(code), { code });
  };
  const other = await openTestStore({ chores: [{ name: 'chore', everyMs: 3_600_000, run }] });
  try {
    const noted = vi.spyOn(other.room, 'noteFailure');
    const notedUnreadable = vi.spyOn(other.damage, 'noteUnreadable');
    other.start();
    await vi.waitFor(() => expect(noted).toHaveBeenCalledWith(expect.objectContaining({ code })), {
      timeout: 60_000,
    });
    expect(notedUnreadable).toHaveBeenCalledTimes(unreadable);
  } finally {
    await other.close();
  }
});

it('a copy that could not be made raises an alarm, and the next good one ends it', async () => {
  const folder = join(store.folder, 'edge', 'backups');
  mkdirSync(join(store.folder, 'edge'), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file where the folder belongs');
  await expect(store.backups.make('manual')).rejects.toThrow();
  expect(alarms()).toEqual(['backup']);
  rmSync(folder);
  await store.backups.make('manual');
  expect(alarms()).toEqual([]);
});
