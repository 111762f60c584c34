// Copies as files: what they are called, which stand in a list, and what is cleared away that was never one.
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  clearParts,
  listFolder,
  markOf,
  moveIntoPlace,
  newStem,
  sealedName,
  stemOf,
} from './backup-folder.ts';

const STEM = 'noturna-2026-11-21-0430-abcd';
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'balcao-copies-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['2026-11-21T04:30:00-03:00', /^noturna-2026-11-21-0430-[0-9a-f]{4}$/],
  ['2026-11-21T23:59:59-03:00', /^noturna-2026-11-21-2359-[0-9a-f]{4}$/],
  ['2026-11-22T00:05:00-03:00', /^noturna-2026-11-22-0005-[0-9a-f]{4}$/],
])('one of %s is called by the shop’s own clock', (at, name) => {
  expect(newStem('noturna', Date.parse(at), 'America/Sao_Paulo')).toMatch(name);
});

it('is the same copy however often its file is made anew, in clear or under another mark', () => {
  expect(sealedName(STEM, 'abcdef')).toBe(`${STEM}-abcdef.db.age`);
  expect([`${STEM}.db`, `${STEM}-abcdef.db.age`, `${STEM}-123456.db.age`].map(stemOf)).toEqual([
    STEM,
    STEM,
    STEM,
  ]);
  expect([markOf(`${STEM}.db`), markOf(`${STEM}-abcdef.db.age`)]).toEqual([null, 'abcdef']);
});

it('stands in the list with its reason, its time and whether it is encrypted, the newest first', async () => {
  const [old, sealed] = ['manual-2026-11-20-1000-abcd.db', sealedName(STEM, 'abcdef')];
  writeFileSync(join(folder, old), 'old');
  writeFileSync(join(folder, sealed), 'sealed');
  utimesSync(join(folder, old), 1000, 1000);
  utimesSync(join(folder, sealed), 2000, 2000);
  for (const other of ['notes.txt', '.noturna-2026-11-21-0430-abcd.part', 'este-pendrive.json'])
    writeFileSync(join(folder, other), 'x');
  // One that goes while they are read takes no other out of the list.
  symlinkSync(join(folder, 'nowhere'), join(folder, 'manual-2026-11-20-1100-abcd.db'));
  expect(await listFolder(folder, 'usb')).toEqual([
    { name: sealed, reason: 'noturna', atMs: 2_000_000, bytes: 6, place: 'usb', sealed: true },
    { name: old, reason: 'manual', atMs: 1_000_000, bytes: 3, place: 'usb', sealed: false },
  ]);
  expect(await listFolder(join(folder, 'nowhere'), 'usb')).toEqual([]);
});

it('that was cut off is cleared away with its logs, some of which are in clear; nothing else is', async () => {
  const parts = ['', '-wal', '-shm', '-journal'].map((end) => `.${STEM}.part${end}`);
  const stays = [`${STEM}.db`, '.hidden', 'my.part'];
  for (const name of [...parts, ...stays]) writeFileSync(join(folder, name), 'x');
  await clearParts(folder);
  expect(readdirSync(folder).toSorted()).toEqual(stays.toSorted());
  await clearParts(join(folder, 'nowhere'));
});

it('is in its place whole, and as old as what it holds', async () => {
  const [part, file] = [join(folder, '.one.part'), join(folder, 'one.db')];
  writeFileSync(part, 'copy');
  await moveIntoPlace(part, file, 1_700_000_000_000);
  expect([readFileSync(file, 'utf8'), statSync(file).mtimeMs]).toEqual(['copy', 1_700_000_000_000]);
  expect(readdirSync(folder).toSorted()).toEqual(['one.db']);
});
