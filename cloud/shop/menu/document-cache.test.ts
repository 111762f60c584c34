// Which menu documents are in memory: those that are needed, of the others no more than there is room for.
import { beforeEach, expect, it } from 'vitest';
import { createDocumentCache } from './document-cache.ts';

const IDLE_MS = 60_000;
let nowMs: number;
let loaded: string[];
let gone: string[];
let settle: (storeId: string) => Promise<boolean>;
let isAway: boolean;
let cache: ReturnType<typeof createDocumentCache<{ of: string }>>;

beforeEach(() => {
  nowMs = 1_000_000;
  loaded = [];
  gone = [];
  isAway = false;
  settle = () => Promise.resolve(true);
  cache = createDocumentCache({
    load(storeId) {
      loaded.push(storeId);
      return isAway ? Promise.reject(new Error('away')) : Promise.resolve({ of: storeId });
    },
    settle: (storeId) => settle(storeId),
    onGone: (storeId) => void gone.push(storeId),
    rules: { idleMs: IDLE_MS, heldMax: 3 },
    clock: () => nowMs,
  });
});
const need = (storeId: string): Promise<string> => cache.useDocument(storeId, ({ of }) => of);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets go of what nobody has needed for a while, and reads it again when it is needed', async () => {
  await need('a');
  nowMs += IDLE_MS - 1;
  await need('b');
  await cache.letGoIdle();
  expect(gone).toEqual([]);
  nowMs += 1;
  await cache.letGoIdle();
  expect([gone, cache.count()]).toEqual([['a'], 1]);
  expect(await need('a')).toBe('a');
  expect(loaded).toEqual(['a', 'b', 'a']);
});

it('lets go of what was used in the future, by a clock that was wrong', async () => {
  await need('a');
  nowMs -= 10 * IDLE_MS;
  await cache.letGoIdle();
  expect(gone).toEqual(['a']);
});

it('holds no more than there is room for: those go that were needed longest ago', async () => {
  for (const storeId of ['a', 'b', 'c', 'a', 'd']) await need(storeId);
  await settled();
  expect([gone, cache.count()]).toEqual([['b'], 3]);
});

it('keeps what somebody works with, however long and however many there are', async () => {
  const work = Promise.withResolvers<void>();
  const working = cache.useDocument('a', () => work.promise);
  for (const storeId of ['b', 'c', 'd']) await need(storeId);
  nowMs += IDLE_MS;
  await cache.letGoIdle();
  expect(gone.toSorted()).toEqual(['b', 'c', 'd']);
  work.resolve();
  await working;
  nowMs += IDLE_MS;
  await cache.letGoIdle();
  expect(cache.count()).toBe(0);
});

it('is left alone for a while from when the work with it ended, however long that took', async () => {
  const work = Promise.withResolvers<void>();
  const working = cache.useDocument('a', () => work.promise);
  nowMs += IDLE_MS;
  work.resolve();
  await working;
  nowMs += IDLE_MS - 1;
  await cache.letGoIdle();
  expect(gone).toEqual([]);
  nowMs += 1;
  await cache.letGoIdle();
  expect(gone).toEqual(['a']);
});

it('reads it again for the next who needs it where it could not be read', async () => {
  isAway = true;
  await expect(need('a')).rejects.toThrow('away');
  expect(cache.count()).toBe(0);
  isAway = false;
  expect([await need('a'), loaded]).toEqual(['a', ['a', 'a']]);
});

it('lets go once of what two rounds find', async () => {
  await need('a');
  const saving = Promise.withResolvers<boolean>();
  settle = () => saving.promise;
  nowMs += IDLE_MS;
  const rounds = [cache.letGoIdle(), cache.letGoIdle()];
  saving.resolve(true);
  await Promise.all(rounds);
  expect(gone).toEqual(['a']);
});

it('keeps what somebody only works with while it is being saved', async () => {
  await need('a');
  const [saving, work] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  settle = () => saving.promise;
  nowMs += IDLE_MS;
  const going = cache.letGoIdle();
  const working = cache.useCached('a', () => work.promise);
  saving.resolve(true);
  await going;
  expect(gone).toEqual([]);
  work.resolve();
  await working;
  await cache.letGoIdle();
  expect(gone).toEqual(['a']);
});

it('keeps what cannot be saved', async () => {
  await need('a');
  settle = () => Promise.resolve(false);
  nowMs += IDLE_MS;
  await cache.letGoIdle();
  expect([gone, cache.count()]).toEqual([[], 1]);
});

it('keeps what is needed again while it is being saved', async () => {
  await need('a');
  const saving = Promise.withResolvers<boolean>();
  settle = () => saving.promise;
  nowMs += IDLE_MS;
  const going = cache.letGoIdle();
  expect(cache.findCached('a')).toEqual({ of: 'a' });
  saving.resolve(true);
  await going;
  expect([gone, cache.count()]).toEqual([[], 1]);
});

it('is not needed by who only looks while it is here', async () => {
  await need('a');
  nowMs += IDLE_MS;
  expect(await cache.useCached('a', ({ of }) => of)).toBe('a');
  expect(cache.useCached('b', ({ of }) => of)).toBeNull();
  await cache.letGoIdle();
  expect([gone, loaded]).toEqual([['a'], ['a']]);
});
