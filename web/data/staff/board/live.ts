// Keeps a staff screen true: loads the board, follows the store's log, sends taps, and says whether the store is heard.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { atom, useSetAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { ApiError, call, sentenceOf } from '../../request.ts';
import { loadMenuAtom, loadStoreAtom } from '../../shop.ts';
import { openStream, type StreamState } from '../../stream.ts';
import { useToast } from '../../../ui/toast.tsx';
import { boardOf, withOrder, withReply, withShownCancelled, type BoardState } from './board.ts';
import { endSessionAtom, sessionAtom } from '../session/session.ts';
import { loadPendingMoves, savePendingMoves, PENDING_MOVES_MAX, type PendingMove } from './pending-moves.ts';

export type BoardLoad =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; board: BoardState };

export const boardLoadAtom = atom<BoardLoad>({ state: 'loading' });
export const boardAtom = atom((get) => {
  const load = get(boardLoadAtom);
  return load.state === 'ready' ? load.board : null;
});
export const staffLiveAtom = atom<StreamState>('connecting');
/** False once a call was not answered. A stream on a dead network can look alive for minutes; this does not. */
export const reachableAtom = atom(true);
/** What is shown is the relay's copy, because the store is away: orders are only to be looked at. */
export const awayAtom = atom(false);
/** The store's clock minus this device's, in ms: ages are told by the store's clock. */
export const clockSkewAtom = atom(0);
export const pendingMovesAtom = atom<readonly PendingMove[]>([]);
/** The newest order event, for whoever lists orders by other rules than the board's. */
export const orderEventAtom = atom<{ turn: number; order: Order | null }>({ turn: 0, order: null });
/** Raised when the menu or the settings, or a printer, changed. */
export const menuTurnAtom = atom(0);
export const printerTurnAtom = atom(0);
/** Raised when what keeps the store from its whole work may have changed. */
export const conditionTurnAtom = atom(0);
/** Raised when a wholesale order came or changed. */
export const wholesaleTurnAtom = atom(0);

const EVENTS = ['hello', 'menu', 'printer', 'order', 'resync', 'wholesale', 'condition'];
/** Mends what no event says: yesterday's deliveries, a missed change. */
const RELOAD_MS = 5 * 60_000;
const RETRY_MS = 3_000;
const FLUSH_MS = 4_000;
const HEARTBEAT_MS = 12_000;
const HEARTBEAT_MS_MAX = 5_000;

/** Called once by the shell of a staff screen. */
export function useStaffLive(): void {
  const store = useStore();
  const endSession = useSetAtom(endSessionAtom);
  useEffect(() => followBoard(store, endSession), [store, endSession]);
  useTapSender();
}

/** Keeps the board in `store` true until the returned function is called. */
export function followBoard(store: ReturnType<typeof useStore>, endSession: () => void): () => void {
  let stopped = false;
  let close: (() => void) | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const apply = (change: (board: BoardState) => BoardState) =>
    store.set(boardLoadAtom, (load) =>
      load.state === 'ready' ? { ...load, board: change(load.board) } : load,
    );

  const onEvent = (event: string, data: unknown) => {
    switch (event) {
      case 'hello': {
        const { now, away } = data as { now: number; away?: true };
        store.set(clockSkewAtom, now - Date.now());
        // It may have been started anew.
        store.set(conditionTurnAtom, (turn) => turn + 1);
        // The stream may have been opened on the other side than the board was read from.
        if ((away ?? false) !== store.get(awayAtom)) void load();
        break;
      }
      case 'order': {
        const order = data as Order;
        apply((board) => withOrder(board, order, Date.now()));
        // What takes the place of an unpaid order that left the list, only the store knows.
        if ((store.get(boardAtom)?.unpaidMore ?? 0) > 0 && order.status !== 'PENDING') loadSoon();
        store.set(orderEventAtom, ({ turn }) => ({ turn: turn + 1, order }));
        break;
      }
      case 'resync':
        void load();
        store.set(orderEventAtom, ({ turn }) => ({ turn: turn + 1, order: null }));
        break;
      case 'menu':
        store.set(menuTurnAtom, (turn) => turn + 1);
        // The board carries settings of the kitchen.
        void load();
        void store.set(loadMenuAtom);
        void store.set(loadStoreAtom);
        break;
      case 'printer':
        store.set(printerTurnAtom, (turn) => turn + 1);
        break;
      case 'condition':
        store.set(conditionTurnAtom, (turn) => turn + 1);
        break;
      case 'wholesale':
        store.set(wholesaleTurnAtom, (turn) => turn + 1);
        break;
      default:
        console.warn('an event of an unknown kind', event);
    }
  };

  const loadSoon = () => {
    clearTimeout(retry);
    retry = setTimeout(() => void load(), RETRY_MS);
  };

  /** What the lists besides the board may have missed, no event will say: the stream goes on from where the board stands. */
  const readAll = () => {
    for (const turn of [menuTurnAtom, printerTurnAtom, wholesaleTurnAtom])
      store.set(turn, (before) => before + 1);
    store.set(orderEventAtom, ({ turn }) => ({ turn: turn + 1, order: null }));
    void store.set(loadMenuAtom);
    void store.set(loadStoreAtom);
  };

  const load = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      const board = await call('GET /api/staff/board');
      if (stopped) return;
      const heardAgain = !store.get(reachableAtom);
      const otherSide = store.get(awayAtom) !== (board.away ?? false);
      if (heardAgain) {
        // Whatever the old stream was connected to may be gone without a word.
        close?.();
        close = null;
        store.set(reachableAtom, true);
      }
      store.set(clockSkewAtom, board.now - Date.now());
      store.set(awayAtom, board.away ?? false);
      if (heardAgain || otherSide) readAll();
      store.set(boardLoadAtom, {
        state: 'ready',
        board: withShownCancelled(boardOf(board, Date.now()), store.get(boardAtom)),
      });
      close ??= openStream({
        url: (lastEventId) => `/api/staff/live?since=${lastEventId ?? board.seq}`,
        events: EVENTS,
        onEvent,
        onState: (state) => {
          const wasLost = store.get(staffLiveAtom) === 'lost';
          store.set(staffLiveAtom, state);
          // Heard again, perhaps from the other side: the store may have gone after the board was last asked for.
          if (state === 'live' && wasLost) {
            readAll();
            void load();
          }
          // A stream that was refused may mean that the session ended; the board says so with its status.
          if (state === 'lost') {
            clearTimeout(retry);
            retry = setTimeout(() => void load(), RETRY_MS);
          }
        },
      });
    } catch (error) {
      if (stopped) return;
      if (error instanceof ApiError && error.status === 401) {
        endSession();
        return;
      }
      store.set(boardLoadAtom, (before) => (before.state === 'ready' ? before : { state: 'failed', error }));
      store.set(reachableAtom, false);
      retry = setTimeout(() => void load(), RETRY_MS * 2);
    }
  };

  const beat = async (): Promise<void> => {
    if (document.visibilityState === 'hidden') return;
    try {
      const { away } = await call('GET /api/staff/me', { timeoutMs: HEARTBEAT_MS_MAX });
      // The store went, or is back, and the stream never said so: it is as good as lost.
      if (!stopped && (away ?? false) !== store.get(awayAtom)) store.set(reachableAtom, false);
      if (!store.get(reachableAtom)) void load();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) endSession();
      else {
        store.set(reachableAtom, false);
        void store.set(loadStoreAtom);
      }
    }
  };
  const unplugged = () => store.set(reachableAtom, false);
  const plugged = () => void load();
  window.addEventListener('offline', unplugged);
  window.addEventListener('online', plugged);

  void load();
  const timer = setInterval(() => void load(), RELOAD_MS);
  const pulse = setInterval(() => void beat(), HEARTBEAT_MS);
  const signedInAgain = store.sub(sessionAtom, () => {
    if (store.get(sessionAtom).state === 'in') void load();
  });
  return () => {
    stopped = true;
    signedInAgain();
    clearInterval(pulse);
    window.removeEventListener('offline', unplugged);
    window.removeEventListener('online', plugged);
    clearTimeout(retry);
    clearInterval(timer);
    close?.();
    store.set(boardLoadAtom, { state: 'loading' });
    store.set(staffLiveAtom, 'connecting');
  };
}

/** Sends the taps that wait, oldest first, whenever there is a chance that the store hears them. */
function useTapSender(): void {
  const store = useStore();
  const toast = useToast();
  const endSession = useSetAtom(endSessionAtom);

  useEffect(() => {
    let sending = false;
    store.set(pendingMovesAtom, loadPendingMoves(Date.now()));
    const remove = (gone: (tap: PendingMove) => boolean) => {
      store.set(pendingMovesAtom, (pendingMoves) => pendingMoves.filter((tap) => !gone(tap)));
      savePendingMoves(store.get(pendingMovesAtom));
    };

    const flush = async (): Promise<void> => {
      if (sending) return;
      sending = true;
      try {
        for (
          let tap = store.get(pendingMovesAtom)[0];
          tap !== undefined;
          tap = store.get(pendingMovesAtom)[0]
        ) {
          const { key, orderId, move } = tap;
          try {
            const { order } = await call('POST /api/staff/orders/{id}/moves', {
              params: { id: orderId },
              body: move,
              timeoutMs: 6_000,
            });
            store.set(boardLoadAtom, (load) =>
              load.state === 'ready' ? { ...load, board: withReply(load.board, order, Date.now()) } : load,
            );
            remove((one) => one.key === key);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            // Not heard: it stays, and is shown as waiting.
            if (error.status === 0) store.set(reachableAtom, false);
            if (error.status === 0 || error.status === 429 || error.status >= 500) return;
            if (error.status === 401) {
              endSession();
              return;
            }
            // Later taps on the same order were made on a state that never was.
            remove((one) => one.orderId === orderId);
            toast({
              title: error.problem.title,
              text: sentenceOf(error),
              tone: error.problem.code === 'stale' ? 'info' : 'error',
              durationMs: 8_000,
            });
            await refresh(orderId);
          }
        }
      } finally {
        sending = false;
      }
    };

    const refresh = async (orderId: string): Promise<void> => {
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
  }, [store, toast, endSession]);
}

/** One tap on a card: kept first, then sent. */
export const tapAtom = atom(null, (get, set, orderId: string, move: StaffMove) => {
  const pendingMoves = get(pendingMovesAtom);
  if (pendingMoves.length >= PENDING_MOVES_MAX) return false;
  // A second tap on the same button while the first waits is the same wish.
  if (
    pendingMoves.some(
      (tap) => tap.orderId === orderId && tap.move.kind === move.kind && tap.move.seen === move.seen,
    )
  )
    return true;
  const next = [...pendingMoves, { key: uuidv7(), orderId, move, atMs: Date.now() }];
  savePendingMoves(next);
  set(pendingMovesAtom, next);
  return true;
});
