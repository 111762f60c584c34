// The sales that wait for the store: kept, sent in their order when it may hear them, and shown until somebody has read what became of them.
import { atom, useSetAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import { ApiError } from '../../data/request.ts';
import { reachableAtom, staffLiveAtom } from '../../data/staff/board/live.ts';
import { endSessionAtom } from '../../data/staff/session/session.ts';
import { WAITING_SALES_KEY } from '../../data/stored-keys.ts';
import { loadWaitingSales, saveWaitingSales, sendWaitingSale, type WaitingSale } from './waiting-sales.ts';

const FLUSH_MS = 4_000;
type Change = (sales: readonly WaitingSale[]) => readonly WaitingSale[];

/** As the device keeps them, oldest first. */
export const waitingSalesAtom = atom<readonly WaitingSale[]>([]);

/** Changes what is kept, from what stands there: another tab may have changed it. Answers whether the device kept it. */
export const changeWaitingSalesAtom = atom(null, (_get, set, change: Change): boolean => {
  const sales = change(loadWaitingSales());
  const isKept = saveWaitingSales(sales);
  set(waitingSalesAtom, isKept ? sales : loadWaitingSales());
  return isKept;
});

/** Called once by the counter's page. */
export function useWaitingSaleSender(): void {
  const store = useStore();
  const endSession = useSetAtom(endSessionAtom);
  useEffect(() => {
    let sending = false;
    const put = (change: Change) => store.set(changeWaitingSalesAtom, change);
    const read = () => store.set(waitingSalesAtom, loadWaitingSales());
    const flush = async (): Promise<void> => {
      if (sending) return;
      sending = true;
      try {
        await sendAll(() => loadWaitingSales().find(({ outcome }) => outcome === null), put);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) endSession();
        else console.error('a kept sale could not be sent', error);
      } finally {
        sending = false;
      }
    };
    const go = () => void flush();
    const follow = (event: StorageEvent) => {
      if (event.key === WAITING_SALES_KEY) read();
    };
    const stops = [
      store.sub(reachableAtom, () => store.get(reachableAtom) && go()),
      store.sub(staffLiveAtom, () => store.get(staffLiveAtom) === 'live' && go()),
    ];
    window.addEventListener('storage', follow);
    window.addEventListener('online', go);
    const timer = setInterval(go, FLUSH_MS);
    read();
    go();
    return () => {
      stops.forEach((stop) => stop());
      window.removeEventListener('storage', follow);
      window.removeEventListener('online', go);
      clearInterval(timer);
    };
  }, [store, endSession]);
}

/** One after another: the customers stood in that order. Ends at the first that has to wait on. */
async function sendAll(next: () => WaitingSale | undefined, put: (change: Change) => void): Promise<void> {
  for (let waiting = next(); waiting !== undefined; waiting = next()) {
    // A sale that lapsed is placed under another id: it is found by the moment at which it was kept.
    const { atMs } = waiting;
    const isSame = (one: WaitingSale) => one.atMs === atMs;
    const outcome = await sendWaitingSale(waiting, (changed) =>
      put((sales) => sales.map((one) => (isSame(one) ? changed : one))),
    );
    if (outcome === 'later') return;
    put((sales) =>
      outcome === null
        ? sales.filter((one) => !isSame(one))
        : sales.map((one) => (isSame(one) ? { ...one, outcome } : one)),
    );
  }
}
