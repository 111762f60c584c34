// Placing as a screen sees it: asks once at a time, waits for the store, and goes on by itself after a reload.
import { useCallback, useEffect, useRef, useState } from 'react';
import { placeOnce, resumePlacing, type PlaceDeps, type Placing } from './place-once.ts';

const WAIT_POLL_MS = 2_000;

type View<P> = { state: 'idle' } | { state: 'sending' } | Placing<P>;

/** `deps` must be the same object every time. */
export function usePlacingOnce<A extends object, R extends { state: 'placed' }, P extends { code: string }>(
  deps: PlaceDeps<A, R, P>,
  onPlaced: (placed: Extract<Placing<P>, { state: 'placed' }>) => void,
) {
  const [view, setView] = useState<View<P>>({ state: 'idle' });
  const busy = useRef(false);
  const placed = useRef(onPlaced);
  useEffect(() => {
    placed.current = onPlaced;
  });

  const take = useCallback((outcome: Placing<P>) => {
    setView(outcome);
    if (outcome.state === 'placed') placed.current(outcome);
  }, []);

  const run = useCallback(
    async (ask: () => Promise<Placing<P> | null>, waiting: View<P>) => {
      // A second tap while the first is under way is the first.
      if (busy.current) return;
      busy.current = true;
      setView(waiting);
      try {
        const outcome = await ask();
        if (outcome) take(outcome);
        else setView({ state: 'idle' });
      } finally {
        busy.current = false;
      }
    },
    [take],
  );

  // After a reload: what was sent may have been placed meanwhile.
  useEffect(() => {
    if (deps.read()?.code === null) void run(() => resumePlacing(deps), { state: 'sending' });
  }, [run, deps]);

  const waitingId = view.state === 'waiting' ? view.id : null;
  useEffect(() => {
    if (waitingId === null) return;
    const timer = setInterval(() => {
      void resumePlacing(deps).then((outcome) => {
        // A poll that did not get through says nothing; the next one will.
        if (outcome && outcome.state !== 'waiting' && outcome.state !== 'unknown') take(outcome);
      });
    }, WAIT_POLL_MS);
    return () => clearInterval(timer);
  }, [waitingId, take, deps]);

  return {
    view,
    place: (asked: A) => run(() => placeOnce(asked, deps), { state: 'sending' }),
    reset: () => setView({ state: 'idle' }),
  };
}
