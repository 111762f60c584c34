import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import {
  ORIGINALS_MAX,
  photoOriginalsAtom,
  PROPOSED,
  UNTOUCHED,
  withOriginal,
  type Original,
} from './originals.ts';

const of = (address: string, light = 0): Original => ({ address, look: { ...PROPOSED, light } });

test('a photo that was adjusted keeps the file it was made of, and how', () => {
  const chosen = withOriginal(new Map(), 'first', of('blob:a')).kept;
  const { kept, forgotten } = withOriginal(chosen, 'second', of('blob:a', 0.5));
  expect([...kept]).toEqual([
    ['first', of('blob:a')],
    ['second', of('blob:a', 0.5)],
  ]);
  expect(forgotten).toEqual([]);
});

test('the same photo twice is kept once, in its last look', () => {
  const before = new Map([
    ['one', of('blob:a')],
    ['two', of('blob:b')],
  ]);
  expect([...withOriginal(before, 'one', of('blob:c')).kept.keys()]).toEqual(['two', 'one']);
  expect(withOriginal(before, 'one', of('blob:c')).forgotten).toEqual(['blob:a']);
});

test('what was sent of a photo goes with it', () => {
  const before = new Map([['one', { ...of('blob:a'), sent: 'blob:b' }]]);
  expect(withOriginal(before, 'one', { ...of('blob:a'), sent: 'blob:c' }).forgotten).toEqual(['blob:b']);
});

test('no more than eight are kept, and a file goes with the last photo made of it', () => {
  let originals: ReadonlyMap<string, Original> = new Map();
  const keep = (hash: string, address: string) => {
    const { kept, forgotten } = withOriginal(originals, hash, of(address));
    originals = kept;
    return forgotten;
  };
  expect(ORIGINALS_MAX).toBe(8);
  expect(keep('0', 'blob:shared')).toEqual([]);
  for (let at = 1; at < 8; at += 1)
    expect(keep(String(at), at === 1 ? 'blob:shared' : `blob:${at}`)).toEqual([]);
  expect(originals.size).toBe(8);
  expect(keep('8', 'blob:8')).toEqual([]);
  expect(keep('9', 'blob:9')).toEqual(['blob:shared']);
  expect([...originals.keys()]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
});

test('a file that no photo is made of any more is let go, and no other', () => {
  const letGo = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const store = createStore();
  store.set(photoOriginalsAtom, 'one', of('blob:a'));
  store.set(photoOriginalsAtom, 'two', of('blob:b'));
  expect(letGo).not.toHaveBeenCalled();
  store.set(photoOriginalsAtom, 'one', of('blob:c'));
  expect(letGo.mock.calls).toEqual([['blob:a']]);
  expect([...store.get(photoOriginalsAtom).keys()]).toEqual(['two', 'one']);
});

test('a photo that nobody adjusted is proposed with its light stretched, as it came it is not', () => {
  expect([PROPOSED.isStretched, UNTOUCHED.isStretched]).toEqual([true, false]);
});
