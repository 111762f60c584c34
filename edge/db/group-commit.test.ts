import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';
import { readMeta, writeMeta } from './identity.ts';
import { openDatabase } from './open.ts';

const open = () =>
  openDatabase(join(mkdtempSync(join(tmpdir(), 'balcao-')), 'store.db'), 'edge/db/migrations');

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

it('answers nobody before the commit', async () => {
  const db = open();
  const commits = createGroupCommit(db);
  let inTransaction: boolean | null = null;
  await commits.run(() => writeMeta(db, 'a', '1')).then(() => (inTransaction = db.$client.inTransaction));
  expect(inTransaction).toBe(false);
});
