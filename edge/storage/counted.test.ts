// Numbers that are never given a second time, and what the store knows of how far it has come.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readNumbered } from './clock/numbered.ts';
import { raiseCounter, readCounter } from './counters.ts';
import { deleteMeta, loadIdentity, raiseEpoch, readMeta, writeMeta } from './identity.ts';
import { openDatabase, type Db } from './open.ts';
import { outbox } from './schema/replication.ts';
import { printJobs } from './schema/printing.ts';

let db: Db;
beforeEach(() => (db = openDatabase(':memory:', 'edge/storage/migrations')));
afterEach(() => void db.$client.close());

it('a number that was given goes up, and never back', () => {
  expect(readCounter(db, 'order_number')).toBe(0);
  for (const [raised, last] of [
    [7, 7],
    [3, 7],
    [7, 7],
    [8, 8],
  ] as const) {
    raiseCounter(db, 'order_number', raised);
    expect(readCounter(db, 'order_number')).toBe(last);
  }
  expect(readCounter(db, 'wholesale_number')).toBe(0);
});

describe('what a clock is judged by', () => {
  const wrote = (seq: number, atMs: number): void => {
    const row = { seq, lineage: 'l', epoch: 1, kind: 'order', aggregateId: 'a', sealed: false };
    db.insert(outbox)
      .values({ ...row, bodyHash: 'b', hash: `h${seq}`, atMs })
      .run();
  };
  const queued = (): void => {
    const job = { printerId: 'p', purpose: 'setup', copy: 1, content: '{}', state: 'queued' };
    db.insert(printJobs)
      .values({ ...job, nextAtMs: 1, createdAtMs: 1, updatedAtMs: 1 })
      .run();
  };

  it('is nothing in a store that is new', () => {
    const { newestAtMs, lastOf } = readNumbered(db);
    expect([newestAtMs, lastOf('order'), lastOf('print-job')]).toEqual([null, 0, 0]);
  });

  it('is the last row of the log, whatever time it says, and the last numbers', () => {
    wrote(1, 9_000);
    wrote(2, 5_000);
    queued();
    queued();
    raiseCounter(db, 'order_number', 12);
    const { newestAtMs, lastOf } = readNumbered(db);
    expect([newestAtMs, lastOf('order'), lastOf('print-job')]).toEqual([5_000, 12, 2]);
  });
});

describe('who this database is', () => {
  it('is made once; each start of the machine is another', () => {
    const { instance: first, ...before } = loadIdentity(db);
    const { instance: second, ...after } = loadIdentity(db);
    expect(after).toEqual(before);
    expect(second).not.toBe(first);
  });

  it('is of an epoch above its own and above whatever was seen, at once and after the next start', () => {
    const identity = loadIdentity(db);
    expect(identity.epoch).toBe(1);
    raiseEpoch(db, identity, 0);
    expect([identity.epoch, loadIdentity(db).epoch]).toEqual([2, 2]);
    raiseEpoch(db, identity, 9);
    expect([identity.epoch, loadIdentity(db).epoch]).toEqual([10, 10]);
  });

  it('keeps a fact until another takes its place, or it is taken away', () => {
    writeMeta(db, 'one', 'a');
    writeMeta(db, 'other', 'b');
    writeMeta(db, 'one', 'c');
    deleteMeta(db, 'other');
    expect([readMeta(db, 'one'), readMeta(db, 'other')]).toEqual(['c', null]);
  });
});
