// A store that cannot be opened at first: what is given up for it, what is told of it, and how often it is tried.
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBallast } from './ballast.ts';
import { createOpening, type Opening } from './opening.ts';

const MB = 1024 * 1024;
let folder: string;
let opening: Opening<string> | null;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = mkdtempSync(join(tmpdir(), 'balcao-opening-'));
  opening = null;
});
afterEach(async () => {
  await opening?.stop();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** One whose first tries fail with `codes`, on a machine with so many parts of ballast. */
function scene(codes: string[], parts = 0) {
  const seen = { tries: 0, parts, told: [] as string[], logged: [] as string[] };
  const log = (details: object, message: string): void =>
    void seen.logged.push(`${message} ${(details as { trouble?: string }).trouble ?? ''}`.trim());
  opening = createOpening({
    open() {
      const code = codes[seen.tries];
      seen.tries += 1;
      return code === undefined ? Promise.resolve('store') : Promise.reject(failing(code));
    },
    ballast: {
      drop() {
        if (seen.parts === 0) return false;
        seen.parts -= 1;
        return true;
      },
    },
    folder,
    onTrouble: ({ kind }) => void seen.told.push(kind),
    clock: () => 0,
    log: { error: log, warn: log },
  });
  return { seen, opening };
}

it('[37] on a full disk a part of the ballast is given up for each try, until the store opens', async () => {
  const { seen, opening: full } = scene(['SQLITE_FULL', 'ENOSPC'], 3);
  expect(await full.now()).toBe('store');
  expect(seen).toMatchObject({ tries: 3, parts: 1, told: [] });
});

it('[37] on a full disk without any ballast left it is said, and nothing is opened', async () => {
  const { seen, opening: full } = scene(['SQLITE_FULL', 'SQLITE_FULL'], 1);
  expect(await full.now()).toBeNull();
  expect(seen).toMatchObject({ tries: 2, parts: 0, told: ['disk-full'] });
});

it('nothing is given up for another trouble', async () => {
  const { seen, opening: damaged } = scene(['SQLITE_CORRUPT'], 3);
  expect(await damaged.now()).toBeNull();
  expect(seen).toMatchObject({ tries: 1, parts: 3, told: ['damaged'] });
});

it('is tried every three seconds until it opens; each try is shown, and each kind of trouble logged once', async () => {
  const codes = ['SQLITE_BUSY', 'SQLITE_BUSY', 'SQLITE_CORRUPT', 'SQLITE_CORRUPT'];
  const { seen, opening: busy } = scene(codes);
  let opened: string | null = null;
  void busy.untilOpen().then((store) => (opened = store));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.tries).toBe(1);
  await vi.advanceTimersByTimeAsync(2999);
  expect(seen.tries).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.tries).toBe(2);
  await vi.advanceTimersByTimeAsync(9000);
  expect([opened, seen.tries]).toEqual(['store', 5]);
  expect(seen.told).toEqual(['in-use', 'in-use', 'damaged', 'damaged']);
  expect(seen.logged).toEqual(['the store cannot be opened in-use', 'the store cannot be opened damaged']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([seen.tries, vi.getTimerCount()]).toEqual([5, 0]);
});

it('is not tried any more once it was stopped', async () => {
  const { seen, opening: busy } = scene(Array.from({ length: 9 }, () => 'SQLITE_BUSY'));
  void busy.untilOpen();
  await vi.advanceTimersByTimeAsync(3000);
  await busy.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.tries).toBe(2);
});

it('[37] the ballast is eight megabytes, is given up one by one, and is filled again', () => {
  const ballast = createBallast(join(folder, 'ballast'));
  expect([ballast.bytes(), ballast.drop()]).toEqual([0, false]);
  ballast.fill(folder);
  expect(ballast.bytes()).toBe(8 * MB);
  for (let left = 7; left >= 0; left -= 1)
    expect([ballast.drop(), ballast.bytes()]).toEqual([true, left * MB]);
  expect(ballast.drop()).toBe(false);
  ballast.fill(folder);
  expect(ballast.bytes()).toBe(8 * MB);
});

it('[37] the ballast is nobody else’s to read, and of the last part no file is left', () => {
  const file = join(folder, 'ballast');
  const ballast = createBallast(file);
  ballast.fill(folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (let left = 8; left > 1; left -= 1) ballast.drop();
  // What a full disk left of a part counts as one.
  truncateSync(file, MB / 2);
  expect([ballast.drop(), existsSync(file)]).toEqual([true, false]);
});
