// A card or a stick that takes what is written to it and gives back something else: a copy on it is no copy.
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, type createWriteStream } from 'node:fs';
import type { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Backup } from '@balcao/shared/http/backups.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { createStickCopies } from './stick-copies.ts';

/** How many bytes of a copy the stick forgets, and the store's own card. */
const forgets = vi.hoisted(() => ({ bytes: 0, onCard: 0 }));
vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  const write: typeof createWriteStream = (path, options) => {
    const stream = real.createWriteStream(path, options);
    return stream.once('finish', () => {
      if (forgets.onCard > 0) truncateSync(path, real.statSync(path).size - forgets.onCard);
    });
  };
  return { ...real, createWriteStream: write };
});
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  const copy: typeof copyFile = async (from, to, mode) => {
    await real.copyFile(from, to, mode);
    const { size } = await real.stat(to);
    await real.truncate(to, size - forgets.bytes);
  };
  return { ...real, copyFile: copy };
});

let store: TestStore;
let stick: string;
beforeEach(async () => {
  Object.assign(forgets, { bytes: 0, onCard: 0 });
  stick = mkdtempSync(join(tmpdir(), 'balcao-bad-stick-'));
  store = await openTestStore();
});
afterEach(async () => {
  await store.close();
  rmSync(stick, { recursive: true, force: true });
});

it.each([
  [0, 1],
  [1, 0],
])('of a copy of which it forgets %i bytes a stick has %i', async (bytes, count) => {
  const made: Backup = await store.backups.make('manual');
  const outside: number[] = [];
  const copies = createStickCopies({
    db: store.db,
    folder: join(store.folder, 'edge', 'backups'),
    usbDrives: {
      listEnrolled: () => Promise.resolve([{ id: 'a', folder: stick }]),
      recordContents: () => Promise.resolve(),
    },
    outside: { recordCopy: (atMs) => outside.push(atMs) },
    clock: () => store.clock.nowMs,
    log: pino({ level: 'silent' }),
    freshOnes: () => Promise.resolve([made]),
    isTooOld: () => false,
  });
  forgets.bytes = bytes;
  await copies.fill('manual');
  expect(existsSync(join(stick, made.name))).toBe(count === 1);
  // Nor a piece of it.
  expect(readdirSync(stick).filter((name) => name.includes('.part'))).toEqual([]);
  expect(outside).toEqual(count === 1 ? [made.atMs] : []);
  expect(copies.failure()?.text ?? '').toMatch(count === 1 ? /^$/ : /não no pen drive/);
});

it('a copy of which the card forgets a byte is not made, and no piece of it is left', async () => {
  const inFolder = (): string[] => {
    const folder = join(store.folder, 'edge', 'backups');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  forgets.onCard = 1;
  await expect(store.backups.make('manual')).rejects.toThrow();
  expect(inFolder()).toEqual([]);
  forgets.onCard = 0;
  const { name } = await store.backups.make('manual');
  expect(inFolder()).toEqual([name]);
});
