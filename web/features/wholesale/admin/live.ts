// Keeps the operator's screen true: hears of wholesale orders and of the catalogue, and says whether the store is heard.
import type { WholesaleList } from '@balcao/shared/http/wholesale.ts';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../../data/request.ts';
import { loadStoreAtom } from '../../../data/shop.ts';
import { openStream, type StreamState } from '../../../data/stream.ts';
import { awayAtom, menuTurnAtom, wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { useLoaded, type Resource } from '../../../data/staff/resource.ts';
import { endSessionAtom, sessionAtom } from '../../../data/staff/session/session.ts';

const EVENTS = ['hello', 'menu', 'wholesale'];
/** A stream on a dead network can look alive for minutes; and it mends whatever was missed. */
const LOOK_EVERY_MS = 30_000;

/** Called once by the operator's page. */
export function useWholesaleLive(): StreamState {
  const store = useStore();
  const endSession = useSetAtom(endSessionAtom);
  const loadStore = useSetAtom(loadStoreAtom);
  const [state, setState] = useState<StreamState>('connecting');
  // After signing in again the old stream is nobody's.
  const signedIn = useAtomValue(sessionAtom).state === 'in';

  useEffect(() => {
    if (!signedIn) return;
    const turn = (atom: typeof menuTurnAtom) => store.set(atom, (now) => now + 1);
    const close = openStream({
      url: () => '/api/staff/live',
      events: EVENTS,
      onEvent: (event) => {
        if (event !== 'menu') turn(wholesaleTurnAtom);
        if (event !== 'wholesale') {
          turn(menuTurnAtom);
          void loadStore();
        }
      },
      onState: setState,
    });
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      call('GET /api/staff/me')
        .then(() => {
          turn(wholesaleTurnAtom);
          // It may be there again, or gone, without a word from the stream.
          if (store.get(awayAtom)) void loadStore();
        })
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) endSession();
          else void loadStore();
        });
    }, LOOK_EVERY_MS);
    return () => {
      close();
      clearInterval(timer);
    };
  }, [store, endSession, loadStore, signedIn]);
  return state;
}

/** Open orders come whole; of the ended ones the newest page. */
export const useWholesaleOrders = (state: 'open' | 'over'): Resource<WholesaleList> =>
  useLoaded('GET /api/staff/wholesale/orders', { query: { state }, turn: useAtomValue(wholesaleTurnAtom) });
