// When a file is looked at, and what is said of one that could not be read. What a broken one is: `integrity.test.ts`.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDamage, type Damage } from './damage.ts';
import { openDatabase } from './open.ts';

const WAIT = { timeout: 60_000 };
let folder: string;
let damage: Damage;
const onDamage = vi.fn<() => void>();
const onUnreadable = vi.fn<(is: boolean) => void>();
const error = vi.fn<() => void>();
beforeEach(() => {
  for (const heard of [onDamage, onUnreadable, error]) heard.mockReset();
  folder = mkdtempSync(join(tmpdir(), 'balcao-damage-'));
});
afterEach(() => {
  vi.useRealTimers();
  damage.stop();
  rmSync(folder, { recursive: true });
});
const watchFile = (name: string): void =>
  void (damage = createDamage({ file: join(folder, name), onDamage, onUnreadable, log: { error } }));

it('a file is looked at three seconds after a start, and not by a store that has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  watchFile('ended');
  damage.start();
  damage.stop();
  await vi.advanceTimersByTimeAsync(3000);
  watchFile('missing');
  damage.start();
  await vi.advanceTimersByTimeAsync(2999);
  expect(error).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  // There is none, which only who looks can know.
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1), WAIT);
});

it('a part that could not be read is said until a look found the file whole, each of both once', async () => {
  openDatabase(join(folder, 'store.db'), 'edge/storage/migrations').$client.close();
  watchFile('store.db');
  damage.noteUnreadable(new Error('no byte'));
  damage.noteUnreadable(new Error('no byte'));
  expect([damage.unreadable(), onUnreadable.mock.calls]).toEqual([true, [[true]]]);
  await vi.waitFor(() => expect(damage.unreadable()).toBe(false), WAIT);
  expect(onUnreadable.mock.calls).toEqual([[true], [false]]);
  expect([damage.found(), onDamage.mock.calls]).toEqual([false, []]);
});

it('the look that is taken again is taken while something cannot be read, and only then', async () => {
  openDatabase(join(folder, 'store.db'), 'edge/storage/migrations').$client.close();
  watchFile('store.db');
  expect(damage.job.mayRun()).toBe(false);
  damage.noteUnreadable(new Error('no byte'));
  expect(damage.job.mayRun()).toBe(true);
  await vi.waitFor(() => expect(damage.job.mayRun()).toBe(false), WAIT);
});

it('a broken file is said once, by whichever of two looks, and no read that fails later is said beside it', async () => {
  openDatabase(join(folder, 'store.db'), 'edge/storage/migrations').$client.close();
  const file = openSync(join(folder, 'store.db'), 'r+');
  writeSync(file, Buffer.alloc(16 * 4096, 0xff), 0, 16 * 4096, 4096);
  closeSync(file);
  watchFile('store.db');
  await Promise.all([damage.check('quick_check'), damage.check('integrity_check')]);
  expect([damage.found(), onDamage.mock.calls]).toEqual([true, [[]]]);
  damage.noteUnreadable(new Error('no byte'));
  expect([damage.unreadable(), onUnreadable.mock.calls]).toEqual([false, []]);
});
