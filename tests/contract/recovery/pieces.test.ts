// Pieces of sealed copies as the relay keeps them: which go when another copy comes or is whole, and of whom. The use case alone, on a
// database of its own.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCopies } from '../../../cloud/replication/copies/copies.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const COPY_PART_BYTES = 192 * 1024;

const BYTES_MAX = 2 * COPY_PART_BYTES;
let database: TestDatabase;
let copies: ReturnType<typeof createCopies>;
const [storeId, otherId] = [randomUUID(), randomUUID()];
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  copies = createCopies({ db: database.db, bytesMax: BYTES_MAX });
});

const piece = (text: string): Uint8Array => new TextEncoder().encode(text);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
async function bring(name: string, parts: readonly string[], of = storeId): Promise<void> {
  for (const [part, text] of parts.entries())
    expect(await copies.putPart(of, name, part, piece(text))).toMatchObject({ ok: true });
}
/** A copy of one piece that is whole. */
async function keep(name: string, atMs: number, of = storeId): Promise<void> {
  await bring(name, [name], of);
  const copy = { atMs, bytes: name.length, sha256: sha256(name) };
  expect(await copies.finish(of, name, copy)).toMatchObject({ ok: true });
}
const namesOf = async (of = storeId) => (await copies.list(of)).copies.map(({ name }) => name);
const isThere = async (name: string, of = storeId) => (await copies.part(of, name, 0)) !== null;

it('of three whole copies the two newest stay, whichever came last; those of another store stay all', async () => {
  await keep('old', 1, otherId);
  await keep('new', 3);
  await keep('newer', 4);
  await keep('old', 1);
  expect([await namesOf(), await isThere('old')]).toEqual([['newer', 'new'], false]);
  await keep('newest', 5);
  expect([await namesOf(), await isThere('new')]).toEqual([['newest', 'newer'], false]);
  expect([await isThere('newest'), await isThere('newer')]).toEqual([true, true]);
  expect([await namesOf(otherId), await isThere('old', otherId)]).toEqual([['old'], true]);
});

it('a copy that comes takes away what never became whole, and nothing that is whole or another store’s', async () => {
  await keep('whole', 1);
  await bring('begun', ['x'], otherId);
  await bring('begun', ['x']);
  await bring('another', ['y']);
  await bring('another', ['y']);
  expect([await isThere('begun'), await isThere('another'), await isThere('whole')]).toEqual([
    ...[false, true, true],
  ]);
  expect(await isThere('begun', otherId)).toBe(true);
  // Not whole, it is not listed.
  expect(await namesOf()).toEqual(['whole']);
});

it('a piece that comes again takes the place of the one before', async () => {
  await bring('copy', ['first']);
  await bring('copy', ['second']);
  expect(new TextDecoder().decode((await copies.part(storeId, 'copy', 0)) ?? undefined)).toBe('second');
});

it('a copy is whole with each of its pieces in their order, its size and its sum, and with nothing less', async () => {
  const [first, second] = ['a'.repeat(COPY_PART_BYTES), 'b'.repeat(COPY_PART_BYTES)];
  const sum = sha256(first + second);
  const whole = { atMs: 1, bytes: BYTES_MAX, sha256: sum };
  await bring('copy', [first]);
  expect(await copies.finish(storeId, 'copy', whole)).toMatchObject({ refusal: 'not-whole' });
  await bring('copy', [first, second], otherId);
  expect(await copies.finish(storeId, 'copy', whole)).toMatchObject({ refusal: 'not-whole' });
  await bring('copy', [first, second]);
  for (const wrong of [{ bytes: BYTES_MAX - 1 }, { sha256: sha256(second + first) }])
    expect(await copies.finish(storeId, 'copy', { ...whole, ...wrong })).toMatchObject({
      refusal: 'not-whole',
    });
  // As large as one may be.
  expect(await copies.finish(storeId, 'copy', whole)).toMatchObject({ ok: true });
  expect(await copies.finish(storeId, 'copy', { ...whole, bytes: BYTES_MAX + 1 })).toMatchObject({
    refusal: 'too-large',
  });
  expect([
    (await copies.putPart(storeId, 'next', 1, piece('x'))).ok,
    (await copies.putPart(storeId, 'next', 2, piece('x'))).ok,
  ]).toEqual([true, false]);
  expect(await copies.list(storeId)).toEqual({ copies: [{ name: 'copy', ...whole }], bytesMax: BYTES_MAX });
});

it('a copy that is taken away goes with its pieces, and no other of that name', async () => {
  await keep('copy', 1);
  await keep('copy', 1, otherId);
  await keep('stays', 2);
  await copies.remove(storeId, 'copy');
  expect([await namesOf(), await isThere('copy'), await isThere('stays')]).toEqual([['stays'], false, true]);
  expect([await namesOf(otherId), await isThere('copy', otherId)]).toEqual([['copy'], true]);
});
