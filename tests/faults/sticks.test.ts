// Sticks as the kernel mounts them: one that is protected or broken is there, and read-only. Silence about it would pass for a copy.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backups } from '@balcao/shared/http/backups.ts';
import type { Diagnostics } from '@balcao/shared/http/diagnostics.ts';
import { findUsbDrives } from '../../edge/shop/copies/usb.ts';
import { openTestStore, type TestStore } from '../../edge/testing/open-test-store.ts';
import { asRole, type Asking } from '../../edge/testing/sign-in.ts';
import { NO_SMALL_DISK, smallDisk } from './small-disk.ts';

const DAY_MS = 24 * 3_600_000;
const trial = smallDisk('1m');
trial?.remove();

let media: string;
let store: TestStore;
let admin: Asking;
beforeEach(async (context) => {
  if (trial === null) return context.skip(NO_SMALL_DISK);
  media = mkdtempSync(join(tmpdir(), 'balcao-media-'));
  store = await openTestStore({ sticks: () => findUsbDrives(media) });
  admin = await asRole(store, 'ADMIN');
});
afterEach(async () => {
  if (trial === null) return;
  await store.close();
  for (const label of readdirSync(media)) pullOut(join(media, label));
  rmSync(media, { recursive: true, force: true });
});

const mount = (...words: string[]): void => {
  execFileSync('mount', words);
};
function plugIn(label: string): string {
  const at = join(media, label);
  mkdirSync(at);
  mount('-t', 'tmpfs', '-o', 'size=64m', 'stick', at);
  return at;
}
function pullOut(at: string): void {
  execFileSync('umount', ['--lazy', at]);
  rmSync(at, { recursive: true });
}
const protect = (at: string, how: 'ro' | 'rw'): void => mount('-o', `remount,${how}`, at);
const listed = async (): Promise<Backups> => (await (await admin('/api/staff/backups')).json()) as Backups;
const enrol = async (): Promise<Response> =>
  admin('/api/staff/backups/sticks', { json: { id: (await listed()).sticks[0]?.id } });
const alarms = (): string[] => store.alarms.open().map(({ id }) => id);
const outside = async (): Promise<string | undefined> =>
  ((await (await admin('/api/staff/diagnostics')).json()) as Diagnostics).checks.find(
    ({ id }) => id === 'outside',
  )?.state;

describe('a stick that cannot be written', () => {
  it('[63] is shown so, and not taken for copies', async () => {
    const at = plugIn('ACAI');
    protect(at, 'ro');
    expect((await listed()).sticks).toMatchObject([{ label: 'ACAI', here: true, writable: false }]);
    const answer = await enrol();
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      409,
      'stick-protected',
    ]);
    expect((await listed()).sticks).toMatchObject([{ enrolled: false }]);
  });

  it('[63] says so and rings the owner within the next look, also when nothing new goes to it; and is well once it can be again', async () => {
    const at = plugIn('ACAI');
    expect((await enrol()).status).toBe(201);
    expect((await listed()).failure).toBeNull();
    protect(at, 'ro');
    await store.backups.makeDueBackup();
    expect((await listed()).failure?.text).toContain('não no pen drive');
    expect((await listed()).sticks).toMatchObject([{ enrolled: true, writable: false }]);
    expect(alarms()).toEqual(['backup']);
    protect(at, 'rw');
    await store.backups.makeDueBackup();
    expect((await listed()).failure).toBeNull();
    expect(alarms()).toEqual([]);
    expect(readdirSync(join(at, 'balcao')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('[63] pulled out after it failed is no good one: the failure stays until a copy has come to a stick', async () => {
    const at = plugIn('ACAI');
    await enrol();
    protect(at, 'ro');
    await store.backups.makeDueBackup();
    pullOut(at);
    await store.backups.makeDueBackup();
    expect((await listed()).failure?.text).toContain('não no pen drive');
  });
});

describe('a shop without a copy outside its machine', () => {
  it('[63] has a red line in diagnostics at once, and an alarm after a week; a stick ends both', async () => {
    store.start();
    const look = async (): Promise<void> => {
      await store.backups.makeDueBackup();
      store.outsideAlarm.checkOutsideCopy();
    };
    await look();
    expect(await outside()).toBe('bad');
    store.clock.nowMs += 7 * DAY_MS;
    await look();
    expect(alarms()).not.toContain('backup-outside');
    store.clock.nowMs += 1;
    await look();
    expect(alarms()).toContain('backup-outside');
    plugIn('ACAI');
    await enrol();
    await look();
    expect([await outside(), alarms().includes('backup-outside')]).toEqual(['ok', false]);
  });

  it('[63] hears of it again when the stick has been away for a week; a copy that was fetched as a file counts too', async () => {
    const at = plugIn('ACAI');
    await enrol();
    pullOut(at);
    store.clock.nowMs += 4 * DAY_MS;
    expect(await outside()).toBe('warn');
    store.clock.nowMs += 4 * DAY_MS;
    await store.backups.makeDueBackup();
    store.outsideAlarm.checkOutsideCopy();
    expect([await outside(), alarms()]).toEqual(['bad', ['backup-outside']]);
    const [newest] = (await listed()).backups;
    await (await admin(`/api/staff/backups/${newest?.name}`)).arrayBuffer();
    store.outsideAlarm.checkOutsideCopy();
    expect([await outside(), alarms()]).toEqual(['ok', []]);
  });
});
