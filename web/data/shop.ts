// What every screen needs of the shop: its state and its menu. Loaded once, loaded again when the store says so.
// A failed load keeps what was there: browsing goes on with the last known menu.
import { atom } from 'jotai';
import { startTransition } from 'react';
import { call } from './request.ts';

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T; fresh: boolean }
  | { state: 'failed'; error: unknown };

/** `path` is named where it could not be read. */
export const createLoadable = <T>(path: string, read: () => Promise<T>) => {
  const loaded = atom<Loaded<T>>({ state: 'loading' });
  const newest = atom(0);
  const load = atom(null, async (get, set) => {
    const turn = get(newest) + 1;
    set(newest, turn);
    try {
      const value = await read();
      // Two loads may answer in the wrong order; only the last one asked counts.
      if (get(newest) !== turn) return;
      // The same again draws nothing again.
      // Drawn in slices: a whole menu may come while somebody scrolls or types.
      startTransition(() =>
        set(loaded, (before) =>
          before.state === 'ready' && before.fresh && JSON.stringify(before.value) === JSON.stringify(value)
            ? before
            : { state: 'ready', value, fresh: true },
        ),
      );
    } catch (error) {
      console.warn(`${path} could not be loaded`, error);
      if (get(newest) !== turn) return;
      set(loaded, (before) =>
        before.state === 'ready' ? { ...before, fresh: false } : { state: 'failed', error },
      );
    }
  });
  return { value: atom((get) => get(loaded)), load };
};

const store = createLoadable('/api/store', () => call('GET /api/store'));
const menu = createLoadable('/api/menu', () => call('GET /api/menu'));

export const storeLoadAtom = store.value;
export const loadStoreAtom = store.load;
export const menuLoadAtom = menu.value;
export const loadMenuAtom = menu.load;

export const storeAtom = atom((get) => valueOf(get(storeLoadAtom)));
export const menuAtom = atom((get) => valueOf(get(menuLoadAtom)));

/** The special discount; 0 while unknown. */
export const discountPercentAtom = atom(
  (get) => get(menuAtom)?.discountPercent ?? get(storeAtom)?.discountPercent ?? 0,
);

const valueOf = <T>(load: Loaded<T>): T | null => (load.state === 'ready' ? load.value : null);
