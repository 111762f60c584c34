// The sales that wait for the store: kept, sent in their order when it may hear them, and shown until somebody has read what became of them.
import { atom, useSetAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import { ApiError } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { reachableAtom, staffLiveAtom } from '../../data/staff/board/live.ts';
import { useManagerPin } from '../../data/staff/pin/use-manager-pin.tsx';
import { endSessionAtom } from '../../data/staff/session/session.ts';
import { WAITING_SALES_KEY } from '../../data/stored-keys.ts';
import {
  loadWaitingSales,
  saveWaitingSales,
  sellWaitingSale,
  sendWaitingSale,
  type Outcome,
  type WaitingSale,
} from './waiting-sales.ts';

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
    const { keptId } = waiting;
    const outcome = await sendWaitingSale(waiting, (changed) => put(withSale(changed)));
    if (outcome === 'later') return;
    put(withOutcome(keptId, outcome));
  }
}

/** Sends again what the store refused, with a manager's PIN if it asks for one. `pinDialog` has to stand on the screen. */
export function useSendAgain() {
  const put = useSetAtom(changeWaitingSalesAtom);
  const { busy, run } = useAction();
  const { withPin, pinDialog } = useManagerPin();
  const sendAgain = ({ keptId }: WaitingSale) =>
    void run('A venda não entrou na loja', () =>
      withPin(async (pin) => {
        // As the last try left it: it may have another id or another price by now.
        const waiting = loadWaitingSales().find((one) => one.keptId === keptId);
        if (waiting === undefined) return;
        const outcome = await sellWaitingSale(waiting, (changed) => put(withSale(changed)), pin);
        put(withOutcome(keptId, outcome));
      }),
    );
  return { busy, sendAgain, pinDialog };
}

const withSale =
  (changed: WaitingSale): Change =>
  (sales) =>
    sales.map((one) => (one.keptId === changed.keptId ? changed : one));

/** What became of it; null: all is as it was said, and nothing is kept of it. */
const withOutcome =
  (keptId: string, outcome: Outcome | null): Change =>
  (sales) =>
    outcome === null
      ? sales.filter((one) => one.keptId !== keptId)
      : sales.map((one) => (one.keptId === keptId ? { ...one, outcome } : one));
