import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';
import { readMeta, writeMeta } from './identity.ts';
import { openDatabase } from './open.ts';

const open = () =>
  openDatabase(join(mkdtempSync(join(tmpdir(), 'balcao-')), 'store.db'), 'edge/storage/migrations');

it('commits everything that came together, and answers each with its own value', async () => {
  const db = open();
  const commits = createGroupCommit(db);
  const values = await Promise.all(
    [1, 2, 3].map((n) =>
      commits.run(() => {
        writeMeta(db, `k${n}`, String(n));
        return n;
      }),
    ),
  );
  expect(values).toEqual([1, 2, 3]);
  expect(readMeta(db, 'k3')).toBe('3');
});

it('takes back only the work of the one that failed', async () => {
  const db = open();
  const commits = createGroupCommit(db);
  const results = await Promise.allSettled([
    commits.run(() => writeMeta(db, 'good', '1')),
    commits.run(() => {
      writeMeta(db, 'bad', '1');
      throw new Error('no');
    }),
  ]);
  expect(results.map((one) => one.status)).toEqual(['fulfilled', 'rejected']);
  expect([readMeta(db, 'good'), readMeta(db, 'bad')]).toEqual(['1', null]);
});

/** A database whose commit fails as long as something was written to its `children` in the same transaction: they have no parent. */
function openFailing() {
  const db = open();
  db.$client.exec(`create table parents (id integer primary key);
    create table children (parent integer references parents (id) deferrable initially deferred)`);
  return { db, failCommit: () => void db.$client.exec('insert into children values (7)') };
}

it('answers nobody before the commit: where that fails, nobody was told that it was saved', async () => {
  const { db, failCommit } = openFailing();
  const commits = createGroupCommit(db);
  const results = await Promise.allSettled([
    commits.run(() => writeMeta(db, 'a', '1')),
    commits.run(failCommit),
    commits.run(() => writeMeta(db, 'b', '1')),
  ]);
  expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect([readMeta(db, 'a'), readMeta(db, 'b')]).toEqual([null, null]);
  // The next ones are none of theirs.
  await commits.run(() => writeMeta(db, 'c', '1'));
  expect(readMeta(db, 'c')).toBe('1');
});

it.each([
  [63, 0],
  [64, 0],
  [65, 1],
  [128, 64],
  [129, 65],
])('commits 64 at once: of %i whose first cannot be saved, %i are', async (count, saved) => {
  const { db, failCommit } = openFailing();
  const commits = createGroupCommit(db);
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_, at) =>
      commits.run(() => (at === 0 ? failCommit() : writeMeta(db, `k${at}`, '1'))),
    ),
  );
  expect(results.map((one) => one.status)).toEqual(
    Array.from({ length: count }, (_, at) => (at < 64 ? 'rejected' : 'fulfilled')),
  );
  const kept = Array.from({ length: count }, (_, at) => readMeta(db, `k${at}`)).filter((one) => one !== null);
  expect(kept).toHaveLength(saved);
});

it('a failure that ends the whole transaction, as a full disk does, saves nothing of the group, and all are told so', async () => {
  const db = open();
  const commits = createGroupCommit(db);
  const results = await Promise.allSettled([
    commits.run(() => writeMeta(db, 'a', '1')),
    commits.run(() => {
      db.$client.exec('rollback');
      throw new Error('full');
    }),
    commits.run(() => writeMeta(db, 'b', '1')),
  ]);
  expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect([readMeta(db, 'a'), readMeta(db, 'b')]).toEqual([null, null]);
});

it('says of each commit how many seconds it took', async () => {
  const took: number[] = [];
  const commits = createGroupCommit(open(), (seconds) => took.push(seconds));
  const startedAtMs = performance.now();
  await commits.run(() => {
    while (performance.now() - startedAtMs < 20);
  });
  const spentSeconds = (performance.now() - startedAtMs) / 1000;
  expect(took).toHaveLength(1);
  expect(took[0]).toBeGreaterThan(0);
  expect(took[0]).toBeLessThanOrEqual(spentSeconds);
});
