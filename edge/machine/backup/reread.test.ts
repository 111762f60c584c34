// Copies that were good when they were made, and are not any more.
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import { recoveryCode } from '../../storage/recovery-code.ts';
import { createReread } from './reread.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';
import { turnCopiesMark } from '../../shop/copies/copies-mark.ts';
import { openFile, sealFile } from '../../shop/copies/sealed-copy.ts';

const HOUR = 3_600_000;
const ID = 'copy-content';

let store: TestStore;
let folder: string;
let copies: string[];
beforeEach(async () => {
  store = await openTestStore();
  await asRole(store, 'ADMIN');
  folder = join(store.folder, 'edge', 'backups');
  sell(store, START_MS);
  copies = [];
  opened = [];
  for (let made = 0; made < 3; made += 1) {
    store.clock.nowMs += 1000;
    copies.unshift((await store.backups.make('manual')).name);
  }
});
afterEach(() => store.close());

/** Which copies were opened, night by night, each from the newest on. */
let opened: string[][];
function newJob(): WorkerSpec {
  return createReread({
    db: store.db,
    backups: store.backups,
    alarms: store.alarms,
    folder,
    migrationsFolder: 'edge/storage/migrations',
    clock: () => store.clock.nowMs,
    timeZone: 'America/Sao_Paulo',
    log: {
      info: ({ read = [] }: { read?: string[] }) => void opened.push(read),
      error: () => undefined,
    },
  }).job;
}
async function look(): Promise<void> {
  await newJob().run();
}
async function night(): Promise<void> {
  store.clock.nowMs += 24 * HOUR;
  await look();
}
const rung = () => store.alarms.open().some(({ id }) => id === ID);
const there = (name: string) => readdirSync(folder).includes(name);
const fileOf = (name = ''): string => join(folder, name);

/** What a card does to a file leaves its time as it was: a copy is as old as its file says. */
async function keepingItsTime(name: string, change: () => unknown): Promise<void> {
  const { atime, mtime } = statSync(fileOf(name));
  await change();
  utimesSync(fileOf(name), atime, mtime);
}

/** One byte in the middle is another one. */
const spoil = (name: string): Promise<void> =>
  keepingItsTime(name, () => {
    const bytes = readFileSync(fileOf(name));
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    writeFileSync(fileOf(name), bytes);
  });

/** The same copy with another content, sealed as it was. */
async function rewrite(name: string, sql: string): Promise<void> {
  const clear = join(store.folder, 'clear.db');
  await openFile(fileOf(name), clear, [recoveryCode(store.db)]);
  const copy = new Database(clear);
  copy.exec(sql);
  copy.close();
  await keepingItsTime(name, () => sealFile(clear, fileOf(name), recoveryCode(store.db)));
}

it('[106] copies that are whole stay, and nobody is told of anything', async () => {
  for (let nights = 0; nights < 3; nights += 1) await night();
  expect(copies.every(there)).toBe(true);
  expect(readdirSync(folder)).toHaveLength(3);
  expect(rung()).toBe(false);
});

it('[106] a copy that was spoilt is found within as many nights as there are copies: it goes, another is made, the owner hears of it', async () => {
  const [, , oldest = ''] = copies;
  await spoil(oldest);
  for (let nights = 0; nights < copies.length && there(oldest); nights += 1) await night();
  expect(there(oldest)).toBe(false);
  expect(rung()).toBe(true);
  const newest = await store.backups.newest();
  expect(copies).not.toContain(newest?.name);
  await night();
  expect(rung()).toBe(false);
});

it.each([
  ['ends elsewhere than the log', "update outbox set hash = x'00' where seq = (select max(seq) from outbox)"],
  ['has another price in an order', 'update orders set total_cents = total_cents + 1'],
])('[106] the newest copy that %s goes the next night', async (_what, sql) => {
  const [newest = ''] = copies;
  await rewrite(newest, sql);
  await night();
  expect(there(newest)).toBe(false);
  expect(rung()).toBe(true);
});

it('[106] each of the older copies has its turn, while another copy is made each night', async () => {
  const [first, second, third] = copies;
  for (let nights = 0; nights < 4; nights += 1) {
    store.clock.nowMs += 23 * HOUR;
    copies.unshift((await store.backups.make('manual')).name);
    store.clock.nowMs += HOUR;
    await look();
  }
  const [fourthNight, thirdNight, secondNight, firstNight] = copies;
  // One after another back to the oldest, and then from the newest again.
  expect(opened).toEqual([
    [firstNight, first],
    [secondNight, second],
    [thirdNight, third],
    [fourthNight, thirdNight],
  ]);
});

it('[106] takes no copy for spoilt because the store is told to stop while it is read', async () => {
  store.clock.nowMs += 24 * HOUR;
  const ending = new AbortController();
  const reading = Promise.resolve(newJob().run(ending.signal));
  ending.abort();
  await expect(reading).rejects.toBe(ending.signal.reason);
  expect([copies.filter(there), rung()]).toEqual([copies, false]);
  await look();
  expect(opened).toEqual([[copies[0], copies[1]]]);
});

it('[106] is once a night', async () => {
  await night();
  await spoil(copies[0] ?? '');
  store.clock.nowMs += 60_000;
  await look();
  expect(rung()).toBe(false);
});

it('[106] leaves alone what is about to be made anew: copies from before an erasure', async () => {
  turnCopiesMark(store.db);
  const { name } = await store.backups.make('manual');
  for (let nights = 0; nights < 2; nights += 1) await night();
  expect(opened).toEqual([[name], [name]]);
});
