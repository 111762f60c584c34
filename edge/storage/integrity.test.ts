// What is said of a file that SQLite calls broken: the file's own damage, or a disk that did not give it for a moment.
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDamage, Unreadable } from './integrity.ts';

const MALFORMED = 'database disk image is malformed';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-integrity-'));
  file = join(folder, 'store.sqlite');
  const db = new Database(file);
  db.exec('create table orders (id integer primary key, words text)');
  const insert = db.prepare('insert into orders (words) values (?)');
  for (let row = 0; row < 500; row += 1) insert.run('açaí '.repeat(20));
  db.close();
});
const ownProgram = process.execPath;
afterEach(() => {
  process.execPath = ownProgram;
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** SQLite says this of its first looks, one after another, and the truth from then on. */
function saying(...errors: string[]): void {
  beginCheckWith(`
    import { DatabaseSync } from 'node:sqlite';
    const errors = ${JSON.stringify(errors)};
    const prepare = DatabaseSync.prototype.prepare;
    DatabaseSync.prototype.prepare = function (text) {
      const error = errors.shift();
      if (error !== undefined) throw new Error(error);
      return prepare.call(this, text);
    };`);
}

/** SQLite says this at every look; the disk gives nothing from the read-through after the second one on. */
function sayingUnreadAfterTwo(error: string): void {
  beginCheckWith(`
    import fs from 'node:fs';
    import { DatabaseSync } from 'node:sqlite';
    let looks = 0;
    DatabaseSync.prototype.prepare = function () {
      looks += 1;
      throw new Error(${JSON.stringify(error)});
    };
    const readSync = fs.readSync;
    fs.readSync = (...asked) => {
      if (looks > 1) throw Object.assign(new Error('no byte'), { code: 'EIO' });
      return readSync(...asked);
    };`);
}

function beginCheckWith(script: string): void {
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(script)}`);
}

function breakFile(): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(2000, 0xff), 0, 2000, 3 * 4096);
  closeSync(handle);
}

const damage = (stopping?: AbortSignal): Promise<string | null> =>
  findDamage(file, { pragma: 'quick_check', copy: false, stopping });

it('of a check that is to end early nothing has the file open any more when that is told', async () => {
  const pidFile = join(folder, 'pid');
  beginCheckWith(`
    import fs from 'node:fs';
    fs.writeFileSync(${JSON.stringify(`${pidFile}.part`)}, String(process.pid));
    fs.renameSync(${JSON.stringify(`${pidFile}.part`)}, ${JSON.stringify(pidFile)});
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`);
  const [reason, stopping] = [new Error('the store ends'), new AbortController()];
  const check = damage(stopping.signal);
  await expect.poll(() => existsSync(pidFile)).toBe(true);
  stopping.abort(reason);
  await expect(check).rejects.toBe(reason);
  expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH');
});

describe('[100] a file that SQLite calls broken', () => {
  it('is whole when the next look finds it whole', async () => {
    saying(MALFORMED);
    expect(await damage()).toBeNull();
  });

  it('is broken when both looks say the same', async () => {
    saying(MALFORMED, MALFORMED);
    expect(await damage()).toBe(MALFORMED);
  });

  it('is not known to be either when each look says something else', async () => {
    saying(MALFORMED, 'disk I/O error');
    await expect(damage()).rejects.toThrow(Unreadable);
  });

  it('is not known to be either when the disk does not give it after the second look', async () => {
    sayingUnreadAfterTwo(MALFORMED);
    await expect(damage()).rejects.toThrow(`EIO: ${MALFORMED}`);
  });

  it('is broken when other bytes stand in it', async () => {
    breakFile();
    expect(await damage()).not.toBeNull();
  });
});

// As an emulator's guest sees the machine: what it runs itself is nothing that the system can start.
describe('where the system cannot start the store’s own program, a file', () => {
  beforeEach(() => {
    process.execPath = join(folder, 'program');
    writeFileSync(process.execPath, Buffer.from('\x7fELF(\n)(\n', 'latin1'), { mode: 0o755 });
  });

  it('is found whole, or broken', async () => {
    expect(await damage()).toBeNull();
    breakFile();
    expect(await damage()).not.toBeNull();
  });

  it('is spoken of to who asked alone: what a command says is its own words', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      expect(await damage()).toBeNull();
      expect(said.mock.calls).toEqual([]);
    } finally {
      said.mockRestore();
    }
  });

  it('that is a copy is put into one file', async () => {
    const db = new Database(file);
    db.pragma('journal_mode = wal');
    db.close();
    expect(await findDamage(file, { pragma: 'integrity_check', copy: true })).toBeNull();
    expect(new Database(file, { readonly: true }).pragma('journal_mode', { simple: true })).toBe('delete');
  });

  it('is not looked at by a store that is to end', async () => {
    const reason = new Error('the store ends');
    await expect(damage(AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('is no longer waited for once the store ends', async () => {
    const [reason, stopping] = [new Error('the store ends'), new AbortController()];
    process.once('worker', () => stopping.abort(reason));
    await expect(damage(stopping.signal)).rejects.toBe(reason);
  });
});

it('whose check ends in another way was not checked', async () => {
  process.execPath = '/bin/false';
  await expect(damage()).rejects.toThrow('Command failed');
});
