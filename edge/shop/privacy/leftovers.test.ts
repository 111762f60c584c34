// Databases that a restore or an update left beside the store's own: until when they stay.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreCommand } from '../../replication/recovery/restore-command.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const DAY_MS = 24 * 3_600_000;
const PHONE = '11987654321';
let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const lay = (name: string, atMs = store.clock.nowMs): string => {
  const path = join(store.folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'a whole shop');
  utimesSync(path, atMs / 1000, atMs / 1000);
  return path;
};
const replaced = (): string[] => readdirSync(store.folder).filter((name) => name.includes('.replaced-'));
const erase = () => admin('/api/staff/privacy/erase', { json: { phone: PHONE } });

describe('what a restore replaced', () => {
  it('[59] stays a week for who restored the wrong copy, with the files beside it', async () => {
    const at = store.clock.nowMs;
    for (const end of ['', '-wal']) lay(`store.db.replaced-${at}${end}`);
    store.clock.nowMs += 7 * DAY_MS;
    await store.leftovers.purge();
    expect(replaced()).toHaveLength(2);
    store.clock.nowMs += 1;
    await store.leftovers.purge();
    expect(replaced()).toEqual([]);
  });

  it('[59] goes at once when somebody is erased, also when the store is killed in between', async () => {
    lay(`store.db.replaced-${store.clock.nowMs}`);
    expect((await erase()).status).toBe(200);
    expect(replaced()).toEqual([]);
    // Killed after the erasure was written: the mark has turned, the file is still there.
    lay(`store.db.replaced-${store.clock.nowMs}`);
    store.db.$client.prepare("update meta set value = 'aaaaaa' where key = 'copies_mark'").run();
    await store.leftovers.purge();
    expect(replaced()).toEqual([]);
    lay(`store.db.replaced-${store.clock.nowMs}`);
    await store.leftovers.purge();
    expect(replaced()).toHaveLength(1);
  });

  it('[59] goes when one order is deleted, and when the history is cleared', async () => {
    const { id } = sell(store, store.clock.nowMs);
    lay(`store.db.replaced-${store.clock.nowMs}`);
    expect((await admin(`/api/staff/orders/${id}`, { method: 'DELETE' })).ok).toBe(true);
    expect(replaced()).toEqual([]);
    lay(`store.db.replaced-${store.clock.nowMs}`);
    expect((await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } })).ok).toBe(true);
    expect(replaced()).toEqual([]);
  });
});

it('[59] what a restore has just replaced stays, whatever was erased before the copy that was restored', async () => {
  await store.backups.make('manual');
  store.db.$client.prepare("update meta set value = 'aaaaaa' where key = 'leftovers_mark'").run();
  const { name } = await store.backups.make('manual');
  const file = String(await store.backups.pathOf('store', name));
  await store.stop();
  const place = {
    file: join(store.folder, 'store.db'),
    migrationsFolder: 'edge/storage/migrations',
    timeZone: 'America/Sao_Paulo',
    clock: () => store.clock.nowMs,
  };
  expect(
    await restoreCommand(
      ['--file', file],
      { dataDir: store.folder, usbDir: '/nowhere' },
      place,
      () => undefined,
    ),
  ).toBe(0);
  store = await openTestStore({ folder: store.folder, seed: false });
  // The files of a restore have the machine's own time.
  store.clock.nowMs = Date.now();
  await store.leftovers.purge();
  expect(replaced().filter((found) => /-\d+$/.test(found))).toHaveLength(1);
});

describe('what was broken off', () => {
  it('[59] goes after an hour, for until then somebody may be at work on it', async () => {
    const files = ['store.db.restoring', 'store.db.restoring-wal', 'store.db.back'].map((name) => lay(name));
    lay('.trial.k3/edge/store.db');
    lay('.update-copy/store.db');
    const folders = ['.trial.k3', '.update-copy'].map((name) => join(store.folder, name));
    for (const at of folders) utimesSync(at, store.clock.nowMs / 1000, store.clock.nowMs / 1000);
    const left = (): number => [...files, ...folders].filter((path) => existsSync(path)).length;
    store.clock.nowMs += 3_600_000;
    await store.leftovers.purge();
    expect(left()).toBe(5);
    store.clock.nowMs += 1000;
    await store.leftovers.purge();
    expect(left()).toBe(0);
    expect(existsSync(join(store.folder, 'store.db'))).toBe(true);
  });
});

describe('the copy that root’s updater kept', () => {
  const opened: TestStore[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  async function withUpdater() {
    const other = await openTestStore({
      environment: { UPDATE_STATUS: join(store.folder, 'root/status.json') },
    });
    opened.push(other);
    const kept = lay('root/store.db');
    lay('root/status.json');
    const request = join(other.folder, 'updates', 'request');
    return {
      other,
      kept,
      request,
      asked: () => (existsSync(request) ? readFileSync(request, 'utf8') : null),
    };
  }

  it('[59] is asked away when somebody is erased, until it is gone', async () => {
    const { other, kept, request, asked } = await withUpdater();
    await other.leftovers.purge();
    expect(asked()).toBeNull();
    const owner = await asRole(other, 'ADMIN');
    await owner('/api/staff/privacy/erase', { json: { phone: PHONE } });
    expect(asked()).toBe('forget');
    // The updater took the request, and was killed before it did it.
    writeFileSync(request, 'file');
    await other.leftovers.purge();
    expect(asked()).toBe('file');
    utimesSync(kept, other.clock.nowMs / 1000, other.clock.nowMs / 1000);
    rmSync(request);
    await other.leftovers.purge();
    expect(asked()).toBe('forget');
    rmSync(request);
    rmSync(kept);
    await other.leftovers.purge();
    lay('root/store.db');
    await other.leftovers.purge();
    expect(asked()).toBeNull();
  });

  it('[59] is asked away at the next look where the disk would not take the question', async () => {
    const { other, asked } = await withUpdater();
    const inTheWay = join(other.folder, 'updates');
    writeFileSync(inTheWay, 'no folder');
    const owner = await asRole(other, 'ADMIN');
    // What was asked for is erased all the same.
    expect((await owner('/api/staff/privacy/erase', { json: { phone: PHONE } })).status).toBe(200);
    expect(asked()).toBeNull();
    rmSync(inTheWay);
    await other.leftovers.purge();
    expect(asked()).toBe('forget');
  });

  it('[59] is asked away after a week, and never while an update runs', async () => {
    const { other, asked } = await withUpdater();
    other.clock.nowMs += 7 * DAY_MS;
    await other.leftovers.purge();
    expect(asked()).toBeNull();
    other.clock.nowMs += 1;
    const unfinished = lay('root/unfinished');
    await other.leftovers.purge();
    expect(asked()).toBeNull();
    rmSync(unfinished);
    writeFileSync(lay('root/status.json'), '{"state":"running"}');
    utimesSync(join(store.folder, 'root/status.json'), other.clock.nowMs / 1000, other.clock.nowMs / 1000);
    await other.leftovers.purge();
    expect(asked()).toBeNull();
    // A quarter of an hour is what an update may take.
    other.clock.nowMs += 15 * 60_000 - 1000;
    await other.leftovers.purge();
    expect(asked()).toBeNull();
    other.clock.nowMs += 2000;
    await other.leftovers.purge();
    expect(asked()).toBe('forget');
  });
});
