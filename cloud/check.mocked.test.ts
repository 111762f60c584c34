// What stands in the way of this release on this machine: said of each database by the setting that leads to it, before another release gives way.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { checkRelay } from './check.ts';

/** What is found at an address. */
type Found = { number: number; creates: boolean };
const { foundAt, ended } = vi.hoisted(() => ({
  foundAt: new Map<string, Found>(),
  ended: new Set<string>(),
}));

vi.mock('./storage/postgres-servers.ts', () => ({
  openPostgresServers: (url: string) => ({
    client: () => ({
      connect: async () => {
        if (!foundAt.has(url)) throw new Error('connect ECONNREFUSED');
      },
      query: async () => ({ rows: [foundAt.get(url)] }),
      end: async () => void ended.add(url),
    }),
  }),
}));

const POOLED = 'postgres://balcao@pooler.example/pedidos';
const DIRECT = 'postgres://balcao@postgres.example/pedidos';
const GOOD: Found = { number: 150_000, creates: true };
const webDir = mkdtempSync(join(tmpdir(), 'balcao-check-'));
writeFileSync(join(webDir, 'index.html'), '');
afterAll(() => rmSync(webDir, { recursive: true }));
beforeEach(() => {
  foundAt.clear();
  ended.clear();
});

const check = (databaseUrl: string | null, databaseDirectUrl: string | null = null, dir = webDir) =>
  checkRelay({ databaseUrl, databaseDirectUrl, webDir: dir });

it('nothing stands in the way of PostgreSQL 15 where this user may create', async () => {
  foundAt.set(POOLED, GOOD);
  expect(await check(POOLED)).toEqual([]);
  expect([...ended]).toEqual([POOLED]);
});

it('an older PostgreSQL, and a user who may create nothing, are both said', async () => {
  foundAt.set(POOLED, { number: 149_999, creates: false });
  expect(await check(POOLED)).toEqual([
    'DATABASE_URL: PostgreSQL 15 or newer is needed',
    'DATABASE_URL: this user may create nothing in this database; make it its owner',
  ]);
});

it('the database behind a pooler is asked as well, and named by its own setting', async () => {
  foundAt.set(POOLED, GOOD);
  foundAt.set(DIRECT, { ...GOOD, number: 140_012 });
  expect(await check(POOLED, DIRECT)).toEqual(['DATABASE_DIRECT_URL: PostgreSQL 15 or newer is needed']);
  foundAt.delete(DIRECT);
  expect(await check(POOLED, DIRECT)).toEqual([
    expect.stringContaining('DATABASE_DIRECT_URL: no database at postgres.example'),
  ]);
  expect([...ended]).toEqual([POOLED, DIRECT]);
});

it('a folder without the web app is said before what is wrong with the database', async () => {
  expect(await check(null, null, '/nowhere')).toEqual([
    'WEB_DIR: no web app in /nowhere',
    'DATABASE_URL: a relay that is installed keeps its orders in PostgreSQL',
  ]);
});

it('a folder without the web app is said also where the database is as it should be', async () => {
  foundAt.set(POOLED, GOOD);
  expect(await check(POOLED, null, '/nowhere')).toEqual(['WEB_DIR: no web app in /nowhere']);
});
