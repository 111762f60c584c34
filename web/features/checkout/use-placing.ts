// Placing as the screen sees it: asks once at a time, waits for the store, and goes on by itself after a reload.
import { useCallback, useEffect, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { writeStored } from '../../api/device.ts';
import { keepOrder } from '../../api/kept-orders.ts';
import { outcomeOf, placeOrder } from '../../api/orders.ts';
import { clearAttempt, readAttempt, writeAttempt } from './attempt.ts';
import { placeOnce, resume, type Asked, type PlaceDeps, type Placing } from './place.ts';

const WAIT_POLL_MS = 2_000;

const deps: PlaceDeps = {
  place: placeOrder,
  outcomeOf,
  newId: () => uuid(),
  read: readAttempt,
  write: writeAttempt,
  clear: clearAttempt,
};

type View = { state: 'idle' } | { state: 'sending' } | Placing;

export function usePlacing(onPlaced: (placed: Extract<Placing, { state: 'placed' }>) => void) {
  const [view, setView] = useState<View>({ state: 'idle' });
  const busy = useRef(false);
  const placed = useRef(onPlaced);
  useEffect(() => {
    placed.current = onPlaced;
  });

  const take = useCallback((outcome: Placing) => {
    setView(outcome);
    if (outcome.state !== 'placed') return;
    keepOrder({ code: outcome.code, token: outcome.token, atMs: outcome.createdAtMs });
    writeStored('orderCode', outcome.code);
    placed.current(outcome);
  }, []);

  const run = useCallback(
    async (ask: () => Promise<Placing | null>, waiting: View) => {
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
    if (readAttempt()?.code === null) void run(() => resume(deps), { state: 'sending' });
  }, [run]);

  const waitingId = view.state === 'waiting' ? view.id : null;
  useEffect(() => {
    if (waitingId === null) return;
    const timer = setInterval(() => {
      void resume(deps).then((outcome) => {
        // A poll that did not get through says nothing; the next one will.
        if (outcome && outcome.state !== 'waiting' && outcome.state !== 'unknown') take(outcome);
      });
    }, WAIT_POLL_MS);
    return () => clearInterval(timer);
  }, [waitingId, take]);

  return {
    view,
    place: (asked: Asked) => run(() => placeOnce(asked, deps), { state: 'sending' }),
    reset: () => setView({ state: 'idle' }),
  };
}
