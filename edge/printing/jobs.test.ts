// Print jobs as rows: which of them each look finds, to the very moment of each bound, and that one printer's trouble is not another's.
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { openDatabase, type Db } from '../storage/open.ts';
import { printers, printJobs } from '../storage/schema/printing.ts';
import { createJobs, isRepeat, STALE_AFTER_MS, type Jobs } from './jobs.ts';
import { JOB_STATES, OPEN_JOB_STATES, type JobState } from './transitions.ts';

const NOW_MS = 1_800_000_000_000;
const MONTH_MS = 30 * 24 * 3_600_000;
let db: Db;
let jobs: Jobs;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  jobs = createJobs(db);
});
afterEach(() => void db.$client.close());

let copies = 0;
function put(changes: Partial<typeof printJobs.$inferInsert> = {}): number {
  copies += 1;
  return db
    .insert(printJobs)
    .values({
      printerId: 'a',
      purpose: 'kitchen',
      orderId: 'order',
      copy: copies,
      content: '{}',
      state: 'queued',
      nextAtMs: NOW_MS,
      createdAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
      ...changes,
    })
    .returning({ id: printJobs.id })
    .get().id;
}
const stateOf = (id: number): JobState | undefined => jobs.byId(id)?.state;
function printer(id: string, position: number, enabled = true): void {
  const settings = { transport: '{}', columns: 48, codePage: 'PC850', purposes: '[]', options: '{}' };
  db.insert(printers)
    .values({ id, name: id, position, enabled, ...settings } as typeof printers.$inferInsert)
    .run();
}

it('the printers that are on stand in their own order', () => {
  printer('z', 1);
  printer('a', 2);
  printer('m', 0);
  printer('off', 3, false);
  expect(jobs.enabledPrinters().map(({ id }) => id)).toEqual(['m', 'z', 'a']);
  expect(['off', 'none'].map(jobs.printerExists)).toEqual([true, false]);
});

it('an order, purpose, printer and copy has one job, however often it is put there', () => {
  const job = {
    printerId: 'a',
    purpose: 'kitchen',
    orderId: 'o',
    copy: 1,
    content: '{"n":1}',
    nowMs: NOW_MS,
  };
  jobs.insert(job);
  jobs.insert({ ...job, content: '{"n":2}' });
  for (const other of [{ printerId: 'b' }, { purpose: 'counter' }, { orderId: 'p' }, { copy: 2 }])
    jobs.insert({ ...job, ...other });
  expect(db.select().from(printJobs).all()).toHaveLength(5);
  expect(jobs.ofOrder('o', 'kitchen')).toMatchObject([
    {
      content: '{"n":1}',
      state: 'queued',
      attempts: 0,
      nextAtMs: NOW_MS,
      createdAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
    },
    { printerId: 'b' },
    { copy: 2 },
  ]);
});

it('a job is held once it is older than two hours, and at once where its printer is off or gone', () => {
  printer('a', 0);
  printer('off', 1, false);
  const young = put({ createdAtMs: NOW_MS - STALE_AFTER_MS });
  const old = put({ createdAtMs: NOW_MS - STALE_AFTER_MS - 1 });
  const [off, gone] = [put({ printerId: 'off' }), put({ printerId: 'gone' })];
  const ended = put({ state: 'printed', createdAtMs: 0 });
  expect(jobs.holdStale(NOW_MS)).toBe(3);
  expect([young, old, off, gone, ended].map(stateOf)).toEqual(['queued', 'held', 'held', 'held', 'printed']);
  expect(jobs.holdStale(NOW_MS)).toBe(0);
  expect(STALE_AFTER_MS).toBe(2 * 3_600_000);
});

it('what was on its way is queued again, of one printer or of all', () => {
  const [a, b] = [put({ state: 'sending', attempts: 1 }), put({ state: 'sending', printerId: 'b' })];
  const waiting = put();
  expect(jobs.recover(NOW_MS + 5, 'a')).toBe(1);
  expect([a, b].map(stateOf)).toEqual(['queued', 'sending']);
  expect(jobs.byId(a)).toMatchObject({
    nextAtMs: NOW_MS + 5,
    lastError: 'interrompida',
    updatedAtMs: NOW_MS + 5,
  });
  expect(jobs.recover(NOW_MS + 6)).toBe(1);
  expect([b, waiting].map((id) => jobs.byId(id)?.lastError)).toEqual(['interrompida', null]);
  expect(jobs.recover(NOW_MS + 7)).toBe(0);
});

it("what waits on a printer is put off with the reason on the job that met it, and no other printer's", () => {
  const met = put();
  const next = put({ lastError: 'antes' });
  const later = put({ nextAtMs: NOW_MS + 9 });
  const [other, held] = [put({ printerId: 'b' }), put({ state: 'held' })];
  jobs.postpone('a', met, 'sem papel', NOW_MS + 5);
  expect(
    [met, next, later, other, held].map((id) => [jobs.byId(id)?.nextAtMs, jobs.byId(id)?.lastError]),
  ).toEqual([
    [NOW_MS + 5, 'sem papel'],
    [NOW_MS + 5, 'antes'],
    [NOW_MS + 9, null],
    [NOW_MS, null],
    [NOW_MS, null],
  ]);
  expect(jobs.waitingOn('a').map(({ id }) => id)).toEqual([met, next, later]);
  expect(jobs.waitingOn('b').map(({ id }) => id)).toEqual([other]);
});

it.each(JOB_STATES)(
  'a job that is %s is forgotten a month after its last change when it is over, and never before',
  (state) => {
    const isOpen = OPEN_JOB_STATES.some((one) => one === state);
    const past = put({ state, createdAtMs: 0, updatedAtMs: NOW_MS - MONTH_MS - 1 });
    const month = put({ state, createdAtMs: 0, updatedAtMs: NOW_MS - MONTH_MS });
    jobs.prune(NOW_MS);
    expect([past, month].map(stateOf)).toEqual([isOpen ? state : undefined, state]);
  },
);

describe('the list', () => {
  it('is all that waits or failed, oldest first, and then the last twenty that ended, newest first', () => {
    const ended = Array.from({ length: 21 }, () => put({ state: 'printed' }));
    const open = OPEN_JOB_STATES.map((state) => put({ state }));
    expect(jobs.listed().map(({ id }) => id)).toEqual([...open, ...ended.slice(1).toReversed()]);
  });

  it('counts each open state of each printer', () => {
    for (const changes of [{}, {}, { printerId: 'b' }, { state: 'held' }, { state: 'printed' }]) put(changes);
    expect(jobs.counts().toSorted((a, b) => b.count - a.count)).toMatchObject([
      { printerId: 'a', state: 'queued', count: 2 },
      { count: 1 },
      { count: 1 },
    ]);
  });
});

it.each([
  [1, 0, false],
  [1, 1, true],
  [2, 0, true],
])('a copy %i with %i attempts behind it is a repeat: %s', (copy, attempts, repeat) => {
  expect(isRepeat({ copy, attempts })).toBe(repeat);
});
