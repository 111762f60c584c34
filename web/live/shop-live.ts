// Keeps the shop's state and menu fresh: loads again when the store says that they changed.
import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { loadMenuAtom, loadStoreAtom } from '../api/shop.ts';
import { followShop } from './shop-stream.ts';
import type { StreamState } from './stream.ts';

/** Whether this browser hears the server at the moment. */
export const liveStateAtom = atom<StreamState>('connecting');

/** Opening hours pass without an event; a look now and then also mends whatever was missed. */
const RELOAD_MS = 60_000;

export function useShopLive(): void {
  const loadStore = useSetAtom(loadStoreAtom);
  const loadMenu = useSetAtom(loadMenuAtom);
  const setState = useSetAtom(liveStateAtom);

  useEffect(() => {
    let first = true;
    const onEvent = (event: string) => {
      // The first hello follows the load at start; a later one means that events may have been missed.
      if (event === 'hello' && first) {
        first = false;
        return;
      }
      if (event !== 'store') void loadMenu();
      void loadStore();
    };
    const close = followShop(onEvent, setState);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void loadStore();
    }, RELOAD_MS);
    return () => {
      close();
      clearInterval(timer);
    };
  }, [loadStore, loadMenu, setState]);
}
