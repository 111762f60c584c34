// Keeps a staff screen true: loads the board, follows the store's log, and says whether the store is heard.
import type { Order } from '@balcao/shared/order/order.ts';
import { atom, type createStore } from 'jotai';
import { ApiError, call, onAnsweredByRelay } from '../../request.ts';
import { loadMenuAtom, loadStoreAtom } from '../../shop.ts';
import { openStream, type StreamState } from '../../stream.ts';
import { boardOf, withOrder, withShownCancelled, type BoardState } from './board.ts';
import { sessionAtom } from '../session/session.ts';
import type { PendingMove } from './pending-moves.ts';

export type BoardLoad =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; board: BoardState };

export const boardLoadAtom = atom<BoardLoad>({ state: 'loading' });
export const boardAtom = atom((get) => {
  const load = get(boardLoadAtom);
  return load.state === 'ready' ? load.board : null;
});
/** Day and series of the numbers that are called now. */
export const panelAtom = atom((get) => get(boardAtom)?.panel ?? null);
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
const HEARTBEAT_MS = 12_000;
const HEARTBEAT_MS_MAX = 5_000;

type Store = ReturnType<typeof createStore>;

/** Keeps the board in `store` true until the returned function is called. */
export function followBoard(store: Store, endSession: () => void): () => void {
  let stopped = false;
  let close: (() => void) | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let loads = 0;
  /** Whether what the screen shows was last read from the relay. */
  let readAway = store.get(awayAtom);

  const loadSoon = () => {
    clearTimeout(retry);
    retry = setTimeout(() => void load(), RETRY_MS);
  };

  const load = async (): Promise<void> => {
    clearTimeout(retry);
    loads += 1;
    try {
      const board = await call('GET /api/staff/board').finally(() => (loads -= 1));
      if (stopped) return;
      const heardAgain = !store.get(reachableAtom);
      const otherSide = readAway !== (board.away ?? false);
      readAway = board.away ?? false;
      if (heardAgain) {
        // Whatever the old stream was connected to may be gone without a word.
        close?.();
        close = null;
        store.set(reachableAtom, true);
      }
      store.set(clockSkewAtom, board.now - Date.now());
      store.set(awayAtom, readAway);
      if (heardAgain || otherSide) readLists(store);
      store.set(boardLoadAtom, {
        state: 'ready',
        board: withShownCancelled(boardOf(board, Date.now()), store.get(boardAtom)),
      });
      close ??= openStream({
        url: (lastEventId) => `/api/staff/live?since=${lastEventId ?? board.seq}`,
        events: EVENTS,
        onEvent: (event, data) => applyEvent(store, event, data, { load, loadSoon }),
        onState: (state) => {
          const wasLost = store.get(staffLiveAtom) === 'lost';
          store.set(staffLiveAtom, state);
          // Heard again, perhaps from the other side: the store may have gone after the board was last asked for.
          if (state === 'live' && wasLost) {
            readLists(store);
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
  // The store may fall silent over a question, long before the stream does.
  const stopHearing = onAnsweredByRelay(() => {
    if (store.get(awayAtom) || store.get(boardLoadAtom).state !== 'ready') return;
    // Whoever asked is told with the answer, also while the board is asked for.
    store.set(awayAtom, true);
    // The board says for itself where it comes from.
    if (loads > 0) return;
    // What the stream is connected to says nothing any more.
    store.set(reachableAtom, false);
    void load();
  });
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
    stopHearing();
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

/** What one event of the stream changes; `load` and `loadSoon` read the board anew. */
function applyEvent(
  store: Store,
  event: string,
  data: unknown,
  { load, loadSoon }: { load: () => Promise<void>; loadSoon: () => void },
): void {
  switch (event) {
    case 'hello': {
      const { now, away } = data as { now: number; away?: true };
      store.set(clockSkewAtom, now - Date.now());
      // It may have been started anew.
      raise(store, conditionTurnAtom);
      // The stream may have been opened on the other side than the board was read from.
      if ((away ?? false) !== store.get(awayAtom)) void load();
      break;
    }
    case 'order': {
      const order = data as Order;
      store.set(boardLoadAtom, (before) =>
        before.state === 'ready' ? { ...before, board: withOrder(before.board, order, Date.now()) } : before,
      );
      // What takes the place of an unpaid order that left the list, only the store knows.
      if ((store.get(boardAtom)?.unpaidMore ?? 0) > 0 && order.status !== 'PENDING') loadSoon();
      tellOrder(store, order);
      break;
    }
    case 'resync':
      void load();
      tellOrder(store, null);
      break;
    case 'menu':
      raise(store, menuTurnAtom);
      // The board carries settings of the kitchen.
      void load();
      void store.set(loadMenuAtom);
      void store.set(loadStoreAtom);
      break;
    case 'printer':
      raise(store, printerTurnAtom);
      break;
    case 'condition':
      raise(store, conditionTurnAtom);
      break;
    case 'wholesale':
      raise(store, wholesaleTurnAtom);
      break;
    default:
      console.warn('an event of an unknown kind', event);
  }
}

const raise = (store: Store, turn: typeof menuTurnAtom): void => store.set(turn, (before) => before + 1);
const tellOrder = (store: Store, order: Order | null): void =>
  store.set(orderEventAtom, ({ turn }) => ({ turn: turn + 1, order }));

/** What the lists besides the board may have missed, no event will say: the stream goes on from where the board stands. */
function readLists(store: Store): void {
  for (const turn of [menuTurnAtom, printerTurnAtom, wholesaleTurnAtom]) raise(store, turn);
  tellOrder(store, null);
  void store.set(loadMenuAtom);
  void store.set(loadStoreAtom);
}
