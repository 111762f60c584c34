// Which pictures of a menu the relay still lacks when its store comes back: those whose original is not here, for a restored store asks for
// these. The use case alone, on a database of its own.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createPictures } from '../../../cloud/shop/menu/images.ts';
import { images } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
afterEach(() => void vi.useRealTimers());

const [whole, sized, others] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const;
const picture = { mediaType: 'image/png', bytes: new Uint8Array([1]) };

/** The pictures that the store is asked for once its menu names these; it answers each of them with an error. */
async function askedOf(storeId: string, named: readonly string[], wanted: number): Promise<string[]> {
  const catalog = sampleCatalog();
  catalog.products = catalog.products.map((product, at) => ({ ...product, image: named[at] ?? null }));
  const asked: string[] = [];
  const warned: object[] = [];
  const pictures = createPictures({
    db: database.db,
    session: () => ({
      request(headers) {
        asked.push(String(headers[':path']));
        return Promise.reject(new Error('a picture arrived damaged'));
      },
      isInDoubt: () => false,
      onDoubt: () => () => undefined,
    }),
    catalog: () => Promise.resolve(catalog),
    catalogOnce: () => Promise.resolve(catalog),
    log: { warn: (details) => void warned.push(details) },
  });
  // It begins a second after the link.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  pictures.copyAll(storeId);
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(warned).toHaveLength(wanted), { timeout: 60_000 });
  return asked;
}
const original = (hash: string): string => `/link/images/${hash}/master`;

it('is one of which only a size for browsers is here, or that only another shop has', async () => {
  const [storeId, otherId] = [randomUUID(), randomUUID()];
  await database.db.insert(images).values([
    { storeId, hash: whole, variant: 'master', ...picture },
    { storeId, hash: sized, variant: 'webp-320', ...picture },
    { storeId: otherId, hash: sized, variant: 'master', ...picture },
  ]);
  expect(await askedOf(storeId, [whole, sized], 1)).toEqual([original(sized)]);
});

it('that arrives damaged keeps no other one from being copied', async () => {
  const named = [whole, sized, others];
  expect(await askedOf(randomUUID(), named, 3)).toEqual(named.map(original));
});

it('that its store does not send within twenty seconds is given up, and the next one is asked for', async () => {
  const catalog = sampleCatalog();
  const named = [whole, others];
  catalog.products = catalog.products.map((product, at) => ({ ...product, image: named[at] ?? null }));
  const bounds: [ms: number, patience: AbortController][] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const patience = new AbortController();
    bounds.push([ms, patience]);
    return patience.signal;
  });
  const asked: string[] = [];
  const warned: object[] = [];
  const pictures = createPictures({
    db: database.db,
    session: () => ({
      request: (headers, _body, signal) =>
        new Promise((_resolve, reject) => {
          asked.push(String(headers[':path']));
          signal?.addEventListener('abort', () => reject(new Error('it takes too long')));
        }),
      isInDoubt: () => false,
      onDoubt: () => () => undefined,
    }),
    catalog: () => Promise.resolve(catalog),
    catalogOnce: () => Promise.resolve(catalog),
    log: { warn: (details) => void warned.push(details) },
  });
  try {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    pictures.copyAll(randomUUID());
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    for (const [at, hash] of named.entries()) {
      await vi.waitFor(() => expect(asked).toHaveLength(at + 1), { timeout: 60_000 });
      expect([asked[at], bounds[at]?.[0], warned.length]).toEqual([original(hash), 20_000, at]);
      bounds[at]?.[1].abort();
    }
    await vi.waitFor(() => expect(warned).toHaveLength(2), { timeout: 60_000 });
  } finally {
    timeout.mockRestore();
  }
});
