// What somebody avoids eating stays on the device: it is there again on the next visit, and what is no allergen is not believed.
import { createStore } from 'jotai';
import { afterEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../data/testing/stub-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  ['["leite","soja"]', ['leite', 'soja']],
  ['["leite","pedra"]', []],
  ['"leite"', []],
  ['{broken', []],
])('of %s there is %j on the next visit', async (kept, avoided) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  stubStorage().set('avoid', kept);
  // It is read as the page begins: this is another visit.
  vi.resetModules();
  const { avoidedAtom } = await import('./avoided.ts');
  expect(createStore().get(avoidedAtom)).toEqual(avoided);
});
