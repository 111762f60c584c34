import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkStore } from './check.ts';
import { openDatabase } from './storage/open.ts';
import { openTestStore } from './testing/open-test-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-check-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('checking a release on data', () => {
  it('reports readiness, version and how far the log goes', async () => {
    const store = await openTestStore();
    const report = await checkStore(store, '9.9.9');
    expect(report).toEqual({ ready: true, reasons: [], version: '9.9.9', seq: store.outbox.head().seq });
    await store.close();
  });

  it('is not ready when a native part is missing or does not work, and names it', async () => {
    const store = await openTestStore();
    const report = await checkStore(store, '9.9.9', {
      argon2: () =>
        Promise.reject(new Error("Cannot find module '@node-rs/argon2-linux-arm64-gnu'\nRequire stack: …")),
      sharp: () => Promise.resolve(),
    });
    expect(report).toMatchObject({
      ready: false,
      reasons: ["argon2 does not work on this machine: Cannot find module '@node-rs/argon2-linux-arm64-gnu'"],
    });
    await store.close();
  });

  it('refuses data that a newer release has had in its hands, and leaves it as it is', () => {
    const migrations = join(folder, 'migrations');
    cpSync('edge/storage/migrations', migrations, { recursive: true });
    const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as {
      entries: { idx: number; when: number; tag: string; version: string; breakpoints: boolean }[];
    };
    const last = journal.entries.at(-1);
    if (!last) throw new Error('no migrations');
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_newer' });
    writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal));
    writeFileSync(join(migrations, '9999_newer.sql'), 'create table of_the_future (id integer);');
    const file = join(folder, 'store.db');

    openDatabase(file, 'edge/storage/migrations').$client.close();
    openDatabase(file, migrations).$client.close();
    expect(() => openDatabase(file, 'edge/storage/migrations')).toThrow('versão mais nova');
    const again = openDatabase(file, migrations);
    expect(again.$client.prepare('select count(*) from of_the_future').pluck().get()).toBe(0);
    again.$client.close();
  });
});
