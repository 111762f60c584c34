// Which pictures of a menu are missing is looked up for few stores at once, though all of them come back together after a restart.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import type { Db } from '../../storage/open.ts';
import { createPictures } from './images.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('looks at the menus of no more than two stores at once, at each of them once, and goes on after one that fails', async () => {
  const underWay: { storeId: string; end: (failed: boolean) => void }[] = [];
  const lookedAt: string[] = [];
  const warned: unknown[] = [];
  const pictures = createPictures({
    // Without a picture in any menu nothing is asked of it.
    db: {} as Db,
    session: () => null,
    catalog: () => Promise.reject(new Error('nobody asks for a picture')),
    catalogOnce: (storeId) =>
      new Promise((resolve, reject) => {
        lookedAt.push(storeId);
        underWay.push({
          storeId,
          end: (failed) => (failed ? reject(new Error('no database')) : resolve(sampleCatalog())),
        });
      }),
    log: { warn: (details) => void warned.push(details) },
  });
  const stores = ['a', 'b', 'c', 'd', 'e'];
  for (const storeId of [...stores, ...stores]) pictures.copyAll(storeId);
  vi.advanceTimersByTime(1000);
  let most = 0;
  for (let ended = 0; ended < stores.length; ended += 1) {
    await turn();
    most = Math.max(most, underWay.length);
    underWay.shift()?.end(ended === 1);
  }
  await turn();
  expect({ most, lookedAt: lookedAt.toSorted(), warned }).toEqual({
    most: 2,
    lookedAt: stores,
    warned: [{ storeId: 'b', err: new Error('no database') }],
  });
});

it('looks at a menu again when it changes after it was looked at', async () => {
  const lookedAt: string[] = [];
  const pictures = createPictures({
    db: {} as Db,
    session: () => null,
    catalog: () => Promise.reject(new Error('nobody asks for a picture')),
    catalogOnce(storeId) {
      lookedAt.push(storeId);
      return Promise.resolve(sampleCatalog());
    },
    log: { warn: () => undefined },
  });
  for (const times of [1, 2]) {
    pictures.copyAll('a');
    // A second later: orders and the log come first over a link that has just come up.
    vi.advanceTimersByTime(999);
    await turn();
    expect(lookedAt).toHaveLength(times - 1);
    vi.advanceTimersByTime(1);
    await turn();
    expect(lookedAt).toHaveLength(times);
  }
});

it('asks once for all who want the same picture at once, but for each size and of each shop by itself', async () => {
  const catalog = sampleCatalog();
  const hash = 'a'.repeat(64);
  catalog.settings.logo = hash;
  const asked: string[] = [];
  const answer = Promise.withResolvers<never>();
  const pictures = createPictures({
    db: { select: () => ({ from: () => ({ where: () => Promise.resolve([]) }) }) } as unknown as Db,
    session: (storeId) => ({
      request(headers) {
        asked.push(`${storeId} ${String(headers[':path']).split('/').at(-1)}`);
        return answer.promise;
      },
      isInDoubt: () => false,
      onDoubt: () => () => undefined,
    }),
    catalog: () => Promise.resolve(catalog),
    catalogOnce: () => Promise.resolve(catalog),
    log: { warn: () => undefined },
  });
  const read = (storeId: string, variant: 'webp-320' | 'avif-320') => pictures.read(storeId, hash, variant);
  const reading = [
    read('a', 'webp-320'),
    read('a', 'webp-320'),
    read('a', 'avif-320'),
    read('b', 'webp-320'),
  ];
  await turn();
  expect(asked.toSorted()).toEqual(['a avif-320', 'a webp-320', 'b webp-320']);
  answer.reject(new Error('the link is gone'));
  expect(await Promise.all(reading)).toEqual([null, null, null, null]);
});

it('[A6] breaks off the copying of a picture whose store falls silent, and asks none that is in doubt', async () => {
  const catalog = sampleCatalog();
  const hash = 'a'.repeat(64);
  catalog.settings.logo = hash;
  const doubts = new Set<() => void>();
  let inDoubt = false;
  const asked: (AbortSignal | undefined)[] = [];
  const warned: object[] = [];
  const pictures = createPictures({
    db: { select: () => ({ from: () => ({ where: () => Promise.resolve([]) }) }) } as unknown as Db,
    session: () => ({
      request(_headers, _content, signal) {
        asked.push(signal);
        return new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('nobody waits for it any more'))),
        );
      },
      isInDoubt: () => inDoubt,
      onDoubt(listener) {
        doubts.add(listener);
        return () => void doubts.delete(listener);
      },
    }),
    catalog: () => Promise.resolve(catalog),
    catalogOnce: () => Promise.resolve(catalog),
    log: { warn: (details) => void warned.push(details) },
  });
  const picture = pictures.read('a', hash, 'master');
  await turn();
  inDoubt = true;
  for (const doubt of [...doubts]) doubt();
  // At once, and not when its own time is over.
  expect(asked[0]?.aborted).toBe(true);
  expect(await picture).toBeNull();
  expect(warned).toMatchObject([{ storeId: 'a', hash }]);
  expect(doubts.size).toBe(0);
  expect(await pictures.read('a', hash, 'master')).toBeNull();
  expect(asked).toHaveLength(1);
});

it('[A6] asks the store for the pictures that its menu names, retail and wholesale, and for no other', async () => {
  const catalog = sampleCatalog();
  const hash = (letter: string): string => letter.repeat(64);
  catalog.settings.logo = hash('a');
  catalog.products = catalog.products.slice(0, 1).map((product) => ({ ...product, image: hash('b') }));
  const wholesale = { id: 'w', name: 'Polpa', priceCents: 1, image: hash('c') } as const;
  catalog.wholesaleProducts = [wholesale as unknown as (typeof catalog.wholesaleProducts)[number]];
  const asked: string[] = [];
  const pictures = createPictures({
    db: { select: () => ({ from: () => ({ where: () => Promise.resolve([]) }) }) } as unknown as Db,
    session: () => ({
      request(headers) {
        asked.push(String(headers[':path']));
        return Promise.reject(new Error('the link ended'));
      },
      isInDoubt: () => false,
      onDoubt: () => () => undefined,
    }),
    catalog: () => Promise.resolve(catalog),
    catalogOnce: () => Promise.resolve(catalog),
    log: { warn: () => undefined },
  });
  for (const letter of ['a', 'b', 'c', 'd']) await pictures.read('s', hash(letter), 'master');
  expect(asked).toEqual(['a', 'b', 'c'].map((letter) => `/link/images/${hash(letter)}/master`));
});

// What staff may send of a picture is six megabytes.
it.each([
  ['as large as they come is kept', 6 * 1024 * 1024, 'image/webp', [6 * 1024 * 1024]],
  ['that is larger is not', 6 * 1024 * 1024 + 1, 'image/webp', []],
  ['of the older kinds is kept', 1, 'image/png', [1]],
  ['of the newest kind is kept', 1, 'image/avif', [1]],
  // Browsers would be served it from the shop's own address.
  ['that is a page is not', 1, 'text/html', []],
  ['that may hold a script is not', 1, 'image/svg+xml', []],
])('a picture %s', async (_what, length, mediaType, expected) => {
  const catalog = sampleCatalog();
  const hash = 'a'.repeat(64);
  catalog.settings.logo = hash;
  const bytes = Buffer.alloc(length, 1);
  const digest = createHash('sha256').update(bytes).digest('base64');
  const kept: number[] = [];
  const pictures = createPictures({
    db: {
      select: () => ({ from: () => ({ where: () => Promise.resolve([]) }) }),
      insert: () => ({
        values: (row: { bytes: Uint8Array }) => ({
          onConflictDoNothing: () => Promise.resolve(void kept.push(row.bytes.length)),
        }),
      }),
    } as unknown as Db,
    session: () => ({
      request: () =>
        Promise.resolve({
          ...{ status: 200, body: Readable.from([bytes]), cancel: () => undefined },
          headers: { 'content-type': mediaType, 'content-digest': `sha-256=:${digest}:` },
        }),
      isInDoubt: () => false,
      onDoubt: () => () => undefined,
    }),
    catalog: () => Promise.resolve(catalog),
    catalogOnce: () => Promise.resolve(catalog),
    log: { warn: () => undefined },
  });
  const picture = await pictures.read('s', hash, 'master');
  expect([kept, picture?.bytes.length ?? null]).toEqual([expected, expected[0] ?? null]);
});

it('asks for a picture again that did not come the first time', async () => {
  const catalog = sampleCatalog();
  const hash = 'a'.repeat(64);
  catalog.settings.logo = hash;
  let asked = 0;
  const pictures = createPictures({
    db: { select: () => ({ from: () => ({ where: () => Promise.resolve([]) }) }) } as unknown as Db,
    session: () => ({
      request() {
        asked += 1;
        return Promise.reject(new Error('the link ended'));
      },
      isInDoubt: () => false,
      onDoubt: () => () => undefined,
    }),
    catalog: () => Promise.resolve(catalog),
    catalogOnce: () => Promise.resolve(catalog),
    log: { warn: () => undefined },
  });
  for (const times of [1, 2]) {
    expect(await pictures.read('s', hash, 'master')).toBeNull();
    expect(asked).toBe(times);
  }
});
