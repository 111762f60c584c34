// The workers of the printers that there are, and what waits on one that is gone.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pino } from 'pino';
import { openDatabase, type Db } from '../storage/open.ts';
import { printers as printerRows } from '../storage/schema/printing.ts';
import { createJobs, STALE_AFTER_MS, type Jobs } from './jobs.ts';
import type { Printer } from './printers.ts';
import { createSpooler } from './spooler.ts';
import { WORKER_TIMES } from './worker.ts';

const NOW_MS = 1_000_000_000;
let db: Db;
let jobs: Jobs;
let printers: Printer[];
let changes: number;
let ageMs: number;
let spooler: ReturnType<typeof createSpooler>;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  jobs = createJobs(db);
  printers = [];
  changes = 0;
  ageMs = 0;
  spooler = createSpooler({
    printers: { byId: () => null, list: () => printers },
    jobs,
    clock: () => NOW_MS,
    ageMs: () => ageMs,
    log: pino({ level: 'silent' }),
    timeZone: 'America/Sao_Paulo',
    simulators: false,
    times: WORKER_TIMES,
    logo: () => Promise.resolve(null),
    onChange: () => (changes += 1),
  });
});
afterEach(async () => {
  await spooler.stop();
  db.$client.close();
});

const printer = (id: string) => ({ id }) as Printer;
const queue = (printerId: string): void =>
  jobs.insert({ printerId, purpose: 'kitchen', orderId: null, copy: 1, content: '{}', nowMs: NOW_MS });
const states = () => jobs.listed().map(({ state }) => state);

it('knows nothing of a printer that is gone, and begins anew with one of that name', () => {
  spooler.start();
  for (const there of [true, false, true]) {
    printers = there ? [printer('a')] : [];
    spooler.wake();
    expect(spooler.healthOf('a')?.state ?? null).toBe(there ? 'unknown' : null);
  }
});

it('holds what waits on a printer that is gone, and says so once', () => {
  queue('gone');
  spooler.start();
  spooler.wake();
  expect([states(), changes]).toEqual([['held'], 1]);
  spooler.wake();
  expect(changes).toBe(1);
});

it('holds what has really waited for too long, whatever the clock was set to since', () => {
  const settings = { transport: '{}', columns: 48, codePage: 'PC850', purposes: '[]', options: '{}' };
  db.insert(printerRows)
    .values({
      id: 'a',
      name: 'a',
      position: 1,
      enabled: true,
      ...settings,
    } as typeof printerRows.$inferInsert)
    .run();
  queue('a');
  ageMs = STALE_AFTER_MS;
  spooler.start();
  spooler.wake();
  expect(states()).toEqual(['queued']);
  ageMs += 1;
  spooler.wake();
  expect(states()).toEqual(['held']);
});

it('does nothing before it is started', () => {
  queue('gone');
  printers = [printer('a')];
  spooler.wake();
  expect([states(), spooler.healthOf('a')]).toEqual([['queued'], null]);
});
