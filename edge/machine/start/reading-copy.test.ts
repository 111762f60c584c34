// What a store is shown from whose disk takes no writes, and what processes that were killed left of such copies.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReadingCopy, removeLeftCopies } from './reading-copy.ts';
import { troubleOf } from './trouble.ts';

it('a copy whose process is gone is removed; one whose process lives and what is no copy stay', () => {
  const place = mkdtempSync(join(tmpdir(), 'balcao-places-'));
  try {
    const { pid: gone } = spawnSync(process.execPath, ['--eval', '']);
    const [left, alive] = [`balcao-reading-${gone}-abc`, `balcao-reading-${process.pid}-abc`];
    for (const name of [left, alive, 'balcao-reading-', 'another']) mkdirSync(join(place, name));
    writeFileSync(join(place, left, 'store.db'), 'a whole shop');
    removeLeftCopies(place);
    expect(readdirSync(place).toSorted()).toEqual([alive, 'balcao-reading-', 'another'].toSorted());
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

describe('a copy to read from', () => {
  const MB = 1024 * 1024;
  let folder: string;
  let file: string;
  let seen: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-disk-'));
    file = join(folder, 'store.db');
    seen = [];
    for (const [end, text] of [
      ['', 'orders'],
      ['-wal', 'newer orders'],
      ['-shm', 'an index'],
    ] as const)
      writeFileSync(file + end, text);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Opened after a disk said `code`; `opens` false: what was copied cannot be opened either. */
  const openAfter = (code: string, opens = true) => {
    const paths: string[] = [];
    return openReadingCopy({
      trouble: troubleOf(Object.assign(new Error('failed'), { code }), null),
      file,
      open(path) {
        paths.push(path);
        seen.push(
          ...readdirSync(dirname(path)).map(
            (name) => `${name}: ${readFileSync(join(dirname(path), name), 'utf8')}`,
          ),
        );
        if (!opens) return Promise.reject(new Error('it cannot be read'));
        return Promise.resolve({
          writeGate: { hold: (why: string) => void seen.push(`held: ${why}`) },
          stop: async () => void seen.push(existsSync(path) ? 'stopped' : 'stopped too late'),
        });
      },
      log: { info: () => undefined, warn: () => undefined },
    }).then((copy) => ({ copy, paths }));
  };

  it.each(['EROFS', 'SQLITE_IOERR_READ'])(
    'after %s holds the database and its log, takes nothing in, and is gone when it is closed',
    async (code) => {
      const { copy, paths } = await openAfter(code);
      const [path = ''] = paths;
      expect(dirname(path)).not.toBe(folder);
      expect(seen.toSorted()).toEqual(['held: read-only', 'store.db-wal: newer orders', 'store.db: orders']);
      await copy?.close();
      expect(seen.at(-1)).toBe('stopped');
      expect(existsSync(dirname(path))).toBe(false);
    },
  );

  it.each(['SQLITE_CORRUPT', 'ENOSPC', 'SQLITE_BUSY', ''])('is not made after %j', async (code) => {
    expect(await openAfter(code)).toEqual({ copy: null, paths: [] });
  });

  it('is not made of a log alone, nor of more than a small machine has memory for', async () => {
    truncateSync(file, 128 * MB);
    expect(await openAfter('EROFS')).toEqual({ copy: null, paths: [] });
    rmSync(file);
    expect(await openAfter('EROFS')).toEqual({ copy: null, paths: [] });
  });

  it('that cannot be opened leaves nothing behind', async () => {
    const { copy, paths } = await openAfter('EROFS', false);
    expect([copy, paths.map((path) => existsSync(dirname(path)))]).toEqual([null, [false]]);
  });

  it('takes away what a process that was killed left in the same place', async () => {
    const first = await openAfter('EROFS');
    const place = dirname(dirname(first.paths[0] ?? ''));
    await first.copy?.close();
    const { pid: gone } = spawnSync(process.execPath, ['--eval', '']);
    const left = join(place, `balcao-reading-${gone}-abc`);
    mkdirSync(left);
    const second = await openAfter('EROFS');
    expect(existsSync(left)).toBe(false);
    await second.copy?.close();
  });
});
