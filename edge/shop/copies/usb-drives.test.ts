// Which sticks copies go to, and what is told of each: of one in the machine what lies on it, of one that is away what lay on it last.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeMeta } from '../../storage/identity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { THE_STORE } from '../audit/audit.ts';
import { sealedName } from './backup-folder.ts';
import { readCopiesRows } from './replica.ts';
import { createUsbDrives, type UsbDrives } from './usb-drives.ts';

const HOUR_MS = 3_600_000;
const [MARK, OLDER] = ['abcdef', '123456'];
let db: Db;
let root: string;
let nowMs: number;
let plugged: string[];
let audited: string[];
/** What the log says of them, for a store that is put back. */
let logged: unknown[];
let drives: UsbDrives;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  root = mkdtempSync(join(tmpdir(), 'balcao-sticks-'));
  nowMs = 1_800_000_000_000;
  plugged = [];
  audited = [];
  logged = [];
  drives = createUsbDrives({
    db,
    present: () => Promise.resolve(plugged),
    log: { append: (_row, _id, body) => void logged.push(body), restate: () => undefined },
    audit: {
      record: (_actor: object, _subject: string, _action: string, text: string) => audited.push(text),
    } as never,
    clock: () => nowMs,
  });
});
afterEach(() => {
  db.$client.close();
  rmSync(root, { recursive: true });
});

const plugIn = (label: string): string => {
  const at = join(root, label);
  mkdirSync(at, { recursive: true });
  plugged = [...plugged, at];
  return at;
};
const pullOut = (label: string): void => {
  plugged = plugged.filter((at) => at !== join(root, label));
};
const stickOf = async (label: string) => (await drives.list(MARK)).find((one) => one.label === label);
const enrol = async (label: string): Promise<string> => {
  const { id = '' } = (await stickOf(label)) ?? {};
  expect(await drives.enrol(THE_STORE, id, () => Promise.resolve(true))).toBe('taken');
  return (await stickOf(label))?.id ?? '';
};
/** A copy on the stick, with a mark of its own. */
const copyOnto = (label: string, mark: string, day = 10): void => {
  const name = sealedName(`noturna-2026-11-${day}-0430-abcd`, mark);
  writeFileSync(join(root, label, 'balcao', name), 'copy');
};

it('one that nobody took is shown, is never said to have been seen, and gets nothing', async () => {
  const { blocks, bsize } = statfsSync(plugIn('DE-ALGUEM'));
  expect(await stickOf('DE-ALGUEM')).toMatchObject({
    enrolled: false,
    here: true,
    writable: true,
    // How large it is, not what is free.
    bytes: blocks * bsize,
    seenAtMs: null,
    holdsErased: false,
  });
  expect(await drives.listEnrolled()).toEqual([]);
});

it('each that is taken gets copies, until it is given up: the others go on', async () => {
  plugIn('UM');
  plugIn('OUTRO');
  const one = await enrol('UM');
  const other = await enrol('OUTRO');
  expect((await drives.listEnrolled()).map(({ folder }) => folder)).toEqual([
    join(root, 'UM', 'balcao'),
    join(root, 'OUTRO', 'balcao'),
  ]);
  const named = (id: string, label: string) => ({ id, label, bytes: expect.any(Number) as number });
  expect(logged.at(-1)).toEqual({ sticks: [named(one, 'UM'), named(other, 'OUTRO')] });
  expect(drives.withdraw(THE_STORE, one)).toBe(true);
  expect(logged.at(-1)).toEqual({ sticks: [named(other, 'OUTRO')] });
  expect((await drives.listEnrolled()).map(({ id }) => id)).toEqual([other]);
  expect(drives.withdraw(THE_STORE, one)).toBe(false);
  expect(audited).toEqual([
    'passou a usar o pen drive UM para cópias',
    'passou a usar o pen drive OUTRO para cópias',
    'deixou de usar o pen drive UM para cópias',
  ]);
});

it('one is given up alone, also where another one is called the same: sticks of one make often are', async () => {
  for (const place of ['um', 'outro']) {
    plugIn(join(place, 'KINGSTON'));
    const free = (await drives.list(MARK)).find(({ enrolled }) => !enrolled);
    await drives.enrol(THE_STORE, free?.id ?? '', () => Promise.resolve(true));
  }
  const [one, other] = await drives.listEnrolled();
  expect(other?.folder).toBe(join(root, 'outro', 'KINGSTON', 'balcao'));
  expect(drives.withdraw(THE_STORE, one?.id ?? '')).toBe(true);
  expect(await drives.listEnrolled()).toEqual([other]);
  expect(logged.at(-1)).toMatchObject({ sticks: [{ id: other?.id, label: 'KINGSTON' }] });
});

it('one that another shop took is nobody’s here', async () => {
  const at = plugIn('DA-OUTRA');
  mkdirSync(join(at, 'balcao'));
  const id = '0198c0de-0000-4000-8000-000000000001';
  writeFileSync(join(at, 'balcao', 'este-pendrive.json'), JSON.stringify({ id }));
  expect(await drives.listEnrolled()).toEqual([]);
  expect(await stickOf('DA-OUTRA')).toMatchObject({ enrolled: false });
});

it('copies of another shop are put aside, those of this one stay where they are', async () => {
  const at = plugIn('UM');
  mkdirSync(join(at, 'balcao'));
  copyOnto('UM', OLDER);
  const { id = '' } = (await stickOf('UM')) ?? {};
  await drives.enrol(THE_STORE, id, () => Promise.resolve(false));
  expect(readdirSync(at).toSorted()).toEqual(['balcao', `balcao-de-outra-loja-${nowMs / 1000}`]);
  expect(readdirSync(join(at, 'balcao'))).toEqual(['este-pendrive.json']);

  const own = plugIn('OUTRO');
  mkdirSync(join(own, 'balcao'));
  copyOnto('OUTRO', MARK);
  await enrol('OUTRO');
  expect(readdirSync(own)).toEqual(['balcao']);
  expect(readdirSync(join(own, 'balcao'))).toHaveLength(2);
});

it('one that is pulled out while it is looked at can take nothing, and the others are listed', async () => {
  plugged = [join(root, 'FOI-SE')];
  plugIn('FICOU');
  expect(await drives.list(MARK)).toMatchObject([
    { label: 'FOI-SE', bytes: 0, writable: false, enrolled: false, holdsErased: false },
    { label: 'FICOU', writable: true },
  ]);
});

it('one that is gone meanwhile, or takes nothing, is not taken', async () => {
  plugIn('UM');
  const { id = '' } = (await stickOf('UM')) ?? {};
  rmSync(join(root, 'UM'), { recursive: true });
  expect(await drives.enrol(THE_STORE, id, () => Promise.resolve(true))).toBe('unwritable');
  pullOut('UM');
  expect(await drives.enrol(THE_STORE, id, () => Promise.resolve(true))).toBe('gone');
  expect(await drives.listEnrolled()).toEqual([]);
});

it('holds what was erased where any copy on it is from before: here and, by what was seen last, away', async () => {
  plugIn('UM');
  await enrol('UM');
  const look = async () => {
    for (const drive of await drives.listEnrolled()) await drives.recordContents(drive);
  };
  copyOnto('UM', MARK, 11);
  await look();
  expect(await stickOf('UM')).toMatchObject({ here: true, holdsErased: false, seenAtMs: nowMs });
  pullOut('UM');
  expect(await stickOf('UM')).toMatchObject({ here: false, holdsErased: false, seenAtMs: nowMs });
  // Erased meanwhile: what lies on it carries the mark of before.
  expect((await drives.list('fedcba'))[0]).toMatchObject({ here: false, holdsErased: true });

  plugged = [join(root, 'UM')];
  copyOnto('UM', OLDER, 10);
  expect(await stickOf('UM')).toMatchObject({ here: true, holdsErased: true });
  await look();
  pullOut('UM');
  for (const mark of [MARK, OLDER]) expect((await drives.list(mark))[0]).toMatchObject({ holdsErased: true });
});

it('that is away is remembered beside the others: what each held is told of each', async () => {
  const ids = [];
  for (const label of ['UM', 'OUTRO']) {
    plugIn(label);
    ids.push(await enrol(label));
    copyOnto(label, label === 'UM' ? MARK : OLDER);
  }
  for (const drive of await drives.listEnrolled()) await drives.recordContents(drive);
  for (const label of ['UM', 'OUTRO']) pullOut(label);
  const away = (await drives.list(MARK)).map(({ id, seenAtMs, holdsErased }) => [id, seenAtMs, holdsErased]);
  expect(away).toEqual([
    [ids[0], nowMs, false],
    [ids[1], nowMs, true],
  ]);
});

it('that was never seen here is said to hold nothing of anybody: a store that was put back knows it by its log', async () => {
  plugIn('UM');
  await enrol('UM');
  pullOut('UM');
  writeMeta(db, 'sticks', '[]');
  expect(await stickOf('UM')).toBeUndefined();
  const reader = readCopiesRows(db).find(({ row }) => row.ids === 'sticks');
  reader?.restore('sticks', { seq: 1, atMs: nowMs, text: JSON.stringify(logged.at(-1)) });
  expect(await stickOf('UM')).toMatchObject({
    enrolled: true,
    here: false,
    seenAtMs: null,
    holdsErased: false,
  });
});

it('that is away is known from what an earlier version of the store wrote down of it', async () => {
  plugIn('UM');
  const id = await enrol('UM');
  pullOut('UM');
  writeMeta(db, 'sticks_seen', JSON.stringify({ [id]: { atMs: nowMs - HOUR_MS, clean: OLDER } }));
  expect(await stickOf('UM')).toMatchObject({ here: false, seenAtMs: nowMs - HOUR_MS, holdsErased: true });
});

it('is written down as seen once an hour, and at once where it holds something else', async () => {
  plugIn('UM');
  await enrol('UM');
  copyOnto('UM', MARK, 11);
  const begunMs = nowMs;
  const seen = async (): Promise<unknown> => {
    for (const drive of await drives.listEnrolled()) await drives.recordContents(drive);
    pullOut('UM');
    const away = await stickOf('UM');
    plugged = [join(root, 'UM')];
    return away?.seenAtMs;
  };
  expect(await seen()).toBe(begunMs);
  nowMs += HOUR_MS - 1;
  expect(await seen()).toBe(begunMs);
  // While it is in the machine, it is seen now.
  expect(await stickOf('UM')).toMatchObject({ here: true, seenAtMs: nowMs });
  nowMs += 1;
  expect(await seen()).toBe(nowMs);
  // The clock had been wrong, and was set back.
  nowMs -= 24 * HOUR_MS;
  expect(await seen()).toBe(nowMs);
  nowMs += 1;
  copyOnto('UM', OLDER, 12);
  expect(await seen()).toBe(nowMs);
});
