// Keeps the shop's state and menu fresh: loads again when the store says that they changed.
import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { loadMenuAtom, loadStoreAtom } from './shop.ts';
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
    const onEvent = (event: string) => {
      // A hello means that events may have been missed: since the load at start, or while the connection was lost.
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
