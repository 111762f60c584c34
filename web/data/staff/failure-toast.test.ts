import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { addToastAtom, forgiveAtom, toastsAtom } from '../../ui/toast.tsx';

const said = (key: number, about?: string) => ({
  key,
  atMs: 0,
  title: `${key}`,
  ...(about !== undefined && { about }),
});

it('what is mended takes its own red message away, and nobody else’s', () => {
  const store = createStore();
  store.set(toastsAtom, [said(1, 'phone'), said(2), said(3, 'price')]);
  store.set(forgiveAtom, 'phone');
  expect(store.get(toastsAtom)).toEqual([said(2), said(3, 'price')]);
});

it('where nothing was said nothing is drawn anew', () => {
  const store = createStore();
  store.set(toastsAtom, [said(1, 'phone')]);
  const before = store.get(toastsAtom);
  store.set(forgiveAtom, 'price');
  expect(store.get(toastsAtom)).toBe(before);
});

it('what is said again at once is another message, which is announced and has its whole time', () => {
  const store = createStore();
  const keys = [1, 2].map(() => {
    store.set(forgiveAtom, 'limit');
    store.set(addToastAtom, { title: 'Limite atingido', about: 'limit' });
    return store.get(toastsAtom).map(({ key }) => key);
  });
  expect(keys[0]).toHaveLength(1);
  expect(keys[1]).toHaveLength(1);
  expect(keys[1]).not.toEqual(keys[0]);
});
