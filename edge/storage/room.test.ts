// What is said of a disk that takes no writes: after which failures, and until when. With a full disk: tests/faults.
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase, type Db } from './open.ts';
import { createRoom, isDiskFull } from './room.ts';

let db: Db;
let room: ReturnType<typeof createRoom>;
let isFileSound: boolean;
const onChange = vi.fn<() => void>();
beforeEach(() => {
  onChange.mockReset();
  isFileSound = true;
  db = openDatabase(':memory:', 'edge/storage/migrations');
  const log = { info: () => undefined, error: () => undefined };
  room = createRoom({ db, folder: tmpdir(), mayTry: () => isFileSound, onChange, log });
});
afterEach(() => db.$client.close());
const failureOf = (code: string): Error => Object.assign(new Error('said'), { code });

it.each([
  ['SQLITE_FULL', false],
  ['SQLITE_IOERR_WRITE', false],
  ['SQLITE_IOERR', false],
  ['SQLITE_READONLY', false],
  // Met in reading: what is written elsewhere is taken.
  ['SQLITE_IOERR_READ', true],
  ['SQLITE_IOERR_SHORT_READ', true],
  ['SQLITE_CORRUPT', true],
  ['SQLITE_NOTADB', true],
  ['SQLITE_BUSY', true],
  ['SQLITE_CONSTRAINT', true],
  ['ENOSPC', true],
])('after %s the store says of its writes: %s', (code, taken) => {
  room.noteFailure(failureOf(code));
  expect(room.takesWrites()).toBe(taken);
  expect(onChange).toHaveBeenCalledTimes(taken ? 0 : 1);
});

it.each([
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR_WRITE', false],
  ['SQLITE_READONLY', false],
  ['SQLITE_BUSY', false],
  ['ENOSPC', false],
])('%s is a disk that is full, for which room is made: %s', (code, isFull) => {
  expect(isDiskFull(new Error('a query', { cause: failureOf(code) }))).toBe(isFull);
});

it('a failure is heard through what others said of it, and told once', () => {
  const wrapped = () =>
    new Error('a job failed', { cause: new Error('query', { cause: failureOf('SQLITE_FULL') }) });
  room.noteFailure(wrapped());
  room.noteFailure(wrapped());
  expect(room.takesWrites()).toBe(false);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('writes are taken again once one was tried, and nothing of it stays', async () => {
  room.noteFailure(failureOf('SQLITE_FULL'));
  await room.checkRoom();
  expect(room.takesWrites()).toBe(true);
  expect(onChange).toHaveBeenCalledTimes(2);
  const kept = db.$client.prepare("select count(*) from meta where key = 'write_trial'").pluck().get();
  expect(kept).toBe(0);
});

it('a look every five seconds tries to write, but not into a file that must be left as it is', () => {
  expect(room.job.everyMs).toBe(5_000);
  expect(room.job.mayRun?.()).toBe(true);
  isFileSound = false;
  expect(room.job.mayRun?.()).toBe(false);
});
