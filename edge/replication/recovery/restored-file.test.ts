// What was restored takes the place of the store's database, which stays beside it with all of its files.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  buildingPath,
  declareRestored,
  devicePath,
  hasSpaceFor,
  removeDatabase,
  takeRestored,
} from './restored-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-'));
  file = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('counts once it is whole; until then the store is what it was', () => {
  writeFileSync(file, 'old');
  writeFileSync(buildingPath(file), 'new');
  expect(takeRestored(file)).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('old');
  declareRestored(file);
  expect(takeRestored(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(takeRestored(file)).toBe(false);
});

it('leaves nothing of the old log beside it, and puts all of the old database aside together', () => {
  const ends = ['', '-wal', '-shm', '-journal'];
  for (const end of ends) writeFileSync(file + end, `old${end}`);
  writeFileSync(devicePath(file), 'a key');
  writeFileSync(buildingPath(file), 'new');
  declareRestored(file);
  takeRestored(file);
  const [aside = ''] = readdirSync(folder).filter((name) => /^store\.db\.replaced-\d+$/.test(name));
  expect(readdirSync(folder).toSorted()).toEqual(['store.db', ...ends.map((end) => aside + end)].toSorted());
  for (const end of ends) expect(readFileSync(join(folder, aside + end), 'utf8')).toBe(`old${end}`);
  // The key of the restore was for that alone.
  expect(existsSync(devicePath(file))).toBe(false);
});

it('that is given up leaves nothing', () => {
  for (const end of ['', '-wal', '-shm', '-journal']) writeFileSync(buildingPath(file) + end, 'x');
  removeDatabase(buildingPath(file));
  expect(readdirSync(folder)).toEqual([]);
});

it('has room only where some is left beside it', async () => {
  expect(await hasSpaceFor(1, folder)).toBe(true);
  const { bavail, bsize } = statfsSync(folder);
  // Of what is free 64 MB stay so.
  expect(await hasSpaceFor(bavail * bsize - 32 * 1024 * 1024, folder)).toBe(false);
});
