// What a staff screen does besides being looked at: its taps are kept and sent, and `useStaffLive` is what its shell calls once.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import { atom, useSetAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import { newId } from '../../new-id.ts';
import { ApiError, call, sentenceOf } from '../../request.ts';
import { forgiveAtom, useToast } from '../../../ui/toast.tsx';
import { withOrder, withReply } from './board.ts';
import { boardLoadAtom, followBoard, pendingMovesAtom, reachableAtom, staffLiveAtom } from './live.ts';
import { endSessionAtom } from '../session/session.ts';
import { loadPendingMoves, savePendingMoves, PENDING_MOVES_MAX, type PendingMove } from './pending-moves.ts';

const FLUSH_MS = 4_000;

/** Called once by the shell of a staff screen. */
export function useStaffLive(): void {
  const store = useStore();
  const endSession = useSetAtom(endSessionAtom);
  useEffect(() => followBoard(store, endSession), [store, endSession]);
  useTapSender();
}

/** Sends the taps that wait, oldest first, whenever there is a chance that the store hears them. */
function useTapSender(): void {
  const store = useStore();
  const toast = useToast();
  const endSession = useSetAtom(endSessionAtom);
  useEffect(() => sendTaps(store, toast, endSession), [store, toast, endSession]);
}

type Store = ReturnType<typeof useStore>;

/** Sends what waits in `store` until the returned function is called. */
export function sendTaps(
  store: Store,
  toast: ReturnType<typeof useToast>,
  endSession: () => void,
): () => void {
  let sending = false;
  store.set(pendingMovesAtom, loadPendingMoves(Date.now()));

  const flush = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    try {
      for (
        let tap = store.get(pendingMovesAtom)[0];
        tap !== undefined;
        tap = store.get(pendingMovesAtom)[0]
      ) {
        try {
          await sendTap(store, tap);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          // Not heard: it stays, and is shown as waiting.
          if (error.status === 0) store.set(reachableAtom, false);
          if (error.status === 0 || error.status === 429 || error.status >= 500) return;
          if (error.status === 401) {
            endSession();
            return;
          }
          const { orderId } = tap;
          // Later taps on the same order were made on a state that never was, and what was said of them is not so.
          removeTaps(store, (one) => one.orderId === orderId);
          store.set(forgiveAtom, orderId);
          toast({
            title: error.problem.title,
            text: sentenceOf(error),
            tone: error.problem.code === 'stale' ? 'info' : 'error',
            durationMs: 8_000,
          });
          await refreshCard(store, orderId);
        }
      }
    } finally {
      sending = false;
    }
  };

  const go = () => void flush();
  const stops = [
    store.sub(pendingMovesAtom, go),
    store.sub(reachableAtom, () => store.get(reachableAtom) && go()),
    store.sub(staffLiveAtom, () => store.get(staffLiveAtom) === 'live' && go()),
  ];
  window.addEventListener('online', go);
  const timer = setInterval(go, FLUSH_MS);
  go();
  return () => {
    stops.forEach((stop) => stop());
    window.removeEventListener('online', go);
    clearInterval(timer);
  };
}

async function sendTap(store: Store, { key, orderId, move }: PendingMove): Promise<void> {
  const { order } = await call('POST /api/staff/orders/{id}/moves', {
    params: { id: orderId },
    body: move,
    timeoutMs: 6_000,
  });
  store.set(boardLoadAtom, (load) =>
    load.state === 'ready' ? { ...load, board: withReply(load.board, order, Date.now()) } : load,
  );
  removeTaps(store, (one) => one.key === key);
}

function removeTaps(store: Store, isGone: (tap: PendingMove) => boolean): void {
  store.set(pendingMovesAtom, (pendingMoves) => pendingMoves.filter((tap) => !isGone(tap)));
  savePendingMoves(store.get(pendingMovesAtom));
}

/** Shows an order as the store has it, after a tap on it was refused. */
async function refreshCard(store: Store, orderId: string): Promise<void> {
  try {
    const board = await call('GET /api/staff/board');
    const order = [...board.orders, ...board.delivered, ...(board.cancelled ?? [])].find(
      (one) => one.id === orderId,
    );
    store.set(boardLoadAtom, (load) => {
      if (load.state !== 'ready') return load;
      if (order) return { ...load, board: withOrder(load.board, order, Date.now()) };
      const orders = new Map(load.board.orders);
      orders.delete(orderId);
      return { ...load, board: { ...load.board, orders } };
    });
  } catch (error) {
    console.warn('a card could not be refreshed; the stream will mend it', error);
  }
}

const seenOf = (move: StaffMove) => ('seen' in move ? move.seen : undefined);
const stationOf = (move: StaffMove): string | undefined => ('station' in move ? move.station : undefined);

/** One tap on a card: kept first, then sent. */
export const tapAtom = atom(null, (get, set, orderId: string, move: StaffMove) => {
  const pendingMoves = get(pendingMovesAtom);
  if (pendingMoves.length >= PENDING_MOVES_MAX) return false;
  // A second tap on the same button while the first waits is the same wish.
  if (
    pendingMoves.some(
      (tap) =>
        tap.orderId === orderId &&
        tap.move.kind === move.kind &&
        seenOf(tap.move) === seenOf(move) &&
        stationOf(tap.move) === stationOf(move),
    )
  )
    return true;
  const next = [...pendingMoves, { key: newId(), orderId, move, atMs: Date.now() }];
  savePendingMoves(next);
  set(pendingMovesAtom, next);
  return true;
});
