// A copy needs room for itself twice, in clear and encrypted, and leaves the store 64 MiB.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';

const disk = vi.hoisted(() => ({ freeBytes: 0 }));
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  return { ...real, statfs: (async () => ({ bavail: disk.freeBytes, bsize: 1 })) as never };
});

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

it.each([
  ['is made where there is that much', 0, 1],
  ['is not where a byte is missing, and the person is told what to do', -1, 0],
])('%s', async (_, missing, count) => {
  // Written down by the first copy.
  store.backups.mark();
  const { $client } = store.db;
  const pages = Number($client.pragma('page_count', { simple: true }));
  const bytes = pages * Number($client.pragma('page_size', { simple: true }));
  disk.freeBytes = bytes * 2 + 64 * 1024 * 1024 + missing;
  const words = await store.backups.make('manual').then(
    () => null,
    (error: Error) => error.message,
  );
  expect(words).toEqual(
    count === 1
      ? null
      : 'Não há espaço no disco para uma cópia. Libere espaço ou troque o cartão por um maior.',
  );
  const folder = join(store.folder, 'edge', 'backups');
  expect(existsSync(folder) ? readdirSync(folder) : []).toHaveLength(count);
});
