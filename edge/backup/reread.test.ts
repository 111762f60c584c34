// Copies that were good when they were made, and are not any more.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recoveryCode } from '../recovery/recovery-code.ts';
import { createReread } from './reread.ts';
import { pino } from 'pino';
import { openTestStore, START_MS, type TestStore } from '../testing/open-test-store.ts';
import { sell } from '../testing/sell.ts';
import { asRole } from '../testing/sign-in.ts';
import { openFile, sealFile } from './sealed-copy.ts';

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
  for (let made = 0; made < 3; made += 1) {
    store.clock.nowMs += 1000;
    copies.unshift((await store.backups.make('manual')).name);
  }
});
afterEach(() => store.close());

async function look(): Promise<void> {
  const { job } = createReread({
    db: store.db,
    backups: store.backups,
    alarms: store.alarms,
    folder,
    migrationsFolder: 'edge/db/migrations',
    clock: () => store.clock.nowMs,
    timeZone: 'America/Sao_Paulo',
    log: pino({ level: 'silent' }),
  });
  await job.run();
}
async function night(): Promise<void> {
  store.clock.nowMs += 24 * HOUR;
  await look();
}
const rung = () => store.alarms.open().some(({ id }) => id === ID);
const there = (name: string) => readdirSync(folder).includes(name);
const fileOf = (name = ''): string => join(folder, name);

/** One byte in the middle is another one. */
function spoil(name: string): void {
  const bytes = readFileSync(fileOf(name));
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(fileOf(name), bytes);
}

/** The same copy with another content, sealed as it was. */
async function rewrite(name: string, sql: string): Promise<void> {
  const clear = join(store.folder, 'clear.db');
  await openFile(fileOf(name), clear, [recoveryCode(store.db)]);
  const copy = new Database(clear);
  copy.exec(sql);
  copy.close();
  await sealFile(clear, fileOf(name), recoveryCode(store.db));
}

it('[106] copies that are whole stay, and nobody is told of anything', async () => {
  for (let nights = 0; nights < 3; nights += 1) await night();
  expect(copies.every(there)).toBe(true);
  expect(readdirSync(folder)).toHaveLength(3);
  expect(rung()).toBe(false);
});

it('[106] a copy that was spoilt is found within as many nights as there are copies: it goes, another is made, the owner hears of it', async () => {
  const [, , oldest = ''] = copies;
  spoil(oldest);
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

it('[106] is once a night', async () => {
  await night();
  spoil(copies[0] ?? '');
  store.clock.nowMs += 60_000;
  await look();
  expect(rung()).toBe(false);
});
