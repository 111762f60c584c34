// What lies on a stick after it was filled, and what is said of one that could not be.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Backup } from '@balcao/shared/http/backups.ts';
import { listFolder, sealedName } from '../../shop/copies/backup-folder.ts';
import { readCopiesMark } from '../../shop/copies/copies-mark.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createStickCopies } from './stick-copies.ts';

const START_MS = Date.UTC(2026, 10, 21, 15);
let db: Db;
let root: string;
let folder: string;
let stick: string;
let here: string[];
let tooOld: string[];
let nowMs: number;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  root = mkdtempSync(join(tmpdir(), 'balcao-sticks-'));
  folder = join(root, 'store');
  stick = join(root, 'stick');
  mkdirSync(folder);
  mkdirSync(stick);
  here = [stick];
  tooOld = [];
  nowMs = START_MS;
});
afterEach(() => {
  db.$client.close();
  rmSync(root, { recursive: true, force: true });
});

const sticks = () =>
  createStickCopies({
    ...{ db, folder, clock: () => nowMs, log: { error: () => undefined } },
    usbDrives: {
      listEnrolled: async () => here.map((at) => ({ id: at, folder: at })),
      recordContents: async () => undefined,
    },
    outside: { recordCopy: () => undefined },
    freshOnes: () => listFolder(folder, 'store'),
    isTooOld: ({ name }: Backup) => tooOld.includes(name),
  });
/** A copy of the day, made in the store. */
function made(day: number, reason = 'noturna'): string {
  const name = sealedName(`${reason}-2026-11-${day}-0430-abcd`, readCopiesMark(db));
  const at = START_MS / 1000 + day * 86_400;
  writeFileSync(join(folder, name), name);
  utimesSync(join(folder, name), at, at);
  return name;
}

it('is the newest seven of what the store made since it came, none too old but the newest, and no piece of one', async () => {
  const copies = sticks();
  const names: string[] = [];
  for (let day = 10; day < 18; day += 1) {
    names.push(made(day));
    await copies.fill('noturna');
  }
  expect(readdirSync(stick)).toEqual(names.slice(-7));
  writeFileSync(join(stick, '.noturna-2026-11-09-0430-abcd.part'), 'a stick that was pulled out');
  await copies.fill('noturna');
  expect(readdirSync(stick)).toEqual(names.slice(-7));
  tooOld = names;
  await copies.fill('noturna');
  expect(readdirSync(stick)).toEqual(names.slice(-1));
});

it('is never the copy from before a clearing', async () => {
  const name = made(10);
  made(11, 'antes-de-limpar');
  await sticks().fill('manual');
  expect(readdirSync(stick)).toEqual([name]);
});

it('that failed and was pulled out is still said to have failed, until one is filled', async () => {
  made(10);
  const copies = sticks();
  here = [join(root, 'not-a-folder')];
  writeFileSync(here[0] as string, '');
  await copies.fill('noturna');
  const failure = {
    atMs: START_MS,
    text: 'A cópia ficou guardada na loja, mas não no pen drive. Confira se ele tem espaço e não está protegido contra gravação; se continuar, use outro.',
  };
  expect(copies.failure()).toEqual(failure);
  nowMs += 1000;
  here = [];
  await copies.fill('noturna');
  expect(copies.failure()).toEqual(failure);
  here = [stick];
  await copies.fill('noturna');
  expect(copies.failure()).toBeNull();
});
