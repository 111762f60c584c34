import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NewerDatabase, openDatabase } from './open.ts';

const MIGRATIONS = 'edge/storage/migrations';
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-open-'));
  file = join(folder, 'deep', 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a database keeps what was acknowledged when the power goes, and nothing that was deleted', () => {
  const { $client: sqlite } = openDatabase(file, MIGRATIONS);
  const said = ['journal_mode', 'synchronous', 'foreign_keys', 'secure_delete'].map((name) =>
    sqlite.pragma(name, { simple: true }),
  );
  sqlite.close();
  expect(said).toEqual(['wal', 2, 1, 1]);
});

it('a database of a newer version is refused, as it was, and is open to who comes next', () => {
  const newest =
    'update __drizzle_migrations set created_at = created_at + :more where created_at = (select max(created_at) from __drizzle_migrations)';
  const opened = openDatabase(file, MIGRATIONS);
  opened.$client.prepare(newest).run({ more: 1 });
  opened.$client.close();
  expect(() => openDatabase(file, MIGRATIONS)).toThrow(NewerDatabase);
  // SQLite takes it away with the last one that has the file open.
  expect(existsSync(`${file}-wal`)).toBe(false);
});
