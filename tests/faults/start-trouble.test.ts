// What a person must mend before a store can start: the real process lives, says what to do on every page, and opens when it is mended.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseOf, layShop, loneStore, type LoneStore } from './lone-store.ts';

let folder: string;
let store: LoneStore | null = null;
afterEach(async () => {
  await store?.process.stop();
  store = null;
  rmSync(folder, { recursive: true, force: true });
});

type Mend = () => void;
type Reason = {
  kind: string;
  env?: Record<string, string>;
  /** Makes the trouble and answers what ends it; null when only another start does. */
  make: (folder: string) => Mend | null;
  says: RegExp[];
};

/** Changes the database and answers what changes it back. */
function inFile(sql: string, back: string): (folder: string) => Mend {
  return (at) => {
    const run = (text: string): void => {
      const sqlite = new Database(databaseOf(at));
      sqlite.exec(text);
      sqlite.close();
    };
    run(sql);
    return () => run(back);
  };
}

const REASONS: Record<string, Reason> = {
  'a setting that is wrong': {
    kind: 'settings',
    env: { RELAY_URL: 'http://acai.example', ORDERS_PER_MINUTE: 'muitos' },
    make: () => null,
    says: [/\/etc\/balcao\/store\.env/, /RELAY_URL: .*https/, /ORDERS_PER_MINUTE: use a number/],
  },
  'a folder that is none': {
    kind: 'not-writable',
    make(at) {
      renameSync(join(at, 'edge'), join(at, 'aside'));
      writeFileSync(join(at, 'edge'), '');
      return () => {
        rmSync(join(at, 'edge'));
        renameSync(join(at, 'aside'), join(at, 'edge'));
      };
    },
    says: [/não pode gravar na pasta/, /Desligue a máquina da loja e ligue de novo/],
  },
  'a database that is damaged': {
    kind: 'damaged',
    make(at) {
      const file = databaseOf(at);
      renameSync(file, `${file}.good`);
      writeFileSync(file, 'a'.repeat(8192));
      return () => {
        renameSync(`${file}.good`, file);
      };
    },
    says: [/está danificado/, /sudo balcao restore --list/],
  },
  'a database of a newer version': {
    kind: 'newer',
    make: inFile(
      "insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)",
      "delete from __drizzle_migrations where hash = 'later'",
    ),
    says: [/versão mais nova/, /sudo balcao update/],
  },
  'a database that another program keeps': {
    kind: 'in-use',
    make(at) {
      const other = new Database(databaseOf(at));
      other.pragma('locking_mode = EXCLUSIVE');
      other.exec('begin exclusive');
      return () => other.close();
    },
    says: [/Outro programa está usando/, /sudo balcao restart/],
  },
  'something that nobody thought of': {
    kind: 'unknown',
    make: inFile('alter table meta rename to meta_aside', 'alter table meta_aside rename to meta'),
    says: [/não conseguiu abrir/, /sudo balcao rollback/, /sudo balcao log/],
  },
};

describe('[37] a store that cannot start because of', () => {
  it.each(Object.entries(REASONS))(
    '%s says so on every page, and ends no process for it',
    async (_, { kind, env, make, says }) => {
      folder = mkdtempSync(join(tmpdir(), 'balcao-trouble-'));
      await layShop(folder);
      const mend = make(folder);
      store = await loneStore(folder, { LOG_LEVEL: 'silent', ...env });
      await store.process.start();
      expect(await (await store.ask('/healthz')).json()).toMatchObject({ alive: true, trouble: kind });
      const page = await store.ask('/admin?aba=config');
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      const words = await page.text();
      for (const one of says) expect(words).toMatch(one);
      expect(words).not.toContain('acai.example');
      expect((await store.ask('/readyz')).status).toBe(503);
      // Whatever is asked for, however it is written.
      expect((await store.ask('//')).status).toBe(503);

      if (mend === null) return;
      mend();
      await store.untilReady();
      expect((await store.ask('/api/menu')).status).toBe(200);
    },
    90_000,
  );
});
