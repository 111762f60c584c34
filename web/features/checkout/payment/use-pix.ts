// One PIX: asks for a code, looks how it stands every few seconds, and knows when its time is over.
import type { PixPayment } from '@balcao/shared/http/orders.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readOrder, readPix, startPix } from '../../../data/orders.ts';
import { ApiError } from '../../../data/request.ts';

/** Whatever the provider says, a code is shown no longer than this. */
const FALLBACK_MS = 30 * 60_000;
const POLL_MS = 3_000;
/** How long the store has to hear of an approved payment before the customer is told to ask. */
const FINAL_MS_MAX = 45_000;

export type Pix =
  | { state: 'starting' }
  | { state: 'failed'; error: ApiError }
  | { state: 'open'; payment: PixPayment; endsAtMs: number }
  | { state: 'rejected' }
  | { state: 'expired' }
  | { state: 'approved'; notFinal: boolean };

export function usePixPayment(code: string, onApproved: () => void) {
  const [pix, setPix] = useState<Pix>({ state: 'starting' });
  const attempt = useRef<string | null>(null);
  const latest = useRef(onApproved);
  useEffect(() => {
    latest.current = onApproved;
  });

  const start = useCallback(async () => {
    attempt.current = null;
    setPix({ state: 'starting' });
    try {
      const payment = await startPix(code);
      attempt.current = payment.attemptId;
      setPix({ state: 'open', payment, endsAtMs: Math.min(payment.expiresAtMs, Date.now() + FALLBACK_MS) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.problem.code === 'already-paid') return latest.current();
      setPix({ state: 'failed', error });
    }
  }, [code]);

  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void start();
  }, [start]);

  const approve = useCallback(async () => {
    setPix({ state: 'approved', notFinal: false });
    const untilMs = Date.now() + FINAL_MS_MAX;
    while (Date.now() < untilMs) {
      const paid = await readOrder(code).then(
        (view) =>
          view.access === 'whole' &&
          (view.order.paymentStatus === 'approved' ||
            // Already on its way back: the order's page says so.
            view.money.returning ||
            view.money.returnedCents > 0),
        (error: unknown) => {
          console.warn('the paid order could not be read yet', error);
          return false;
        },
      );
      if (paid) return latest.current();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    setPix({ state: 'approved', notFinal: true });
  }, [code]);

  // Also after the time is over: who paid in the last second is still heard.
  const watching = pix.state === 'open' || pix.state === 'expired';
  useEffect(() => {
    if (!watching) return;
    const look = async () => {
      const id = attempt.current;
      if (id === null || document.visibilityState !== 'visible') return;
      try {
        const { status } = await readPix(code, id);
        if (attempt.current !== id) return;
        if (status === 'approved') {
          attempt.current = null;
          await approve();
        } else if (status === 'rejected') {
          attempt.current = null;
          setPix({ state: 'rejected' });
        } else if (status === 'expired') setPix({ state: 'expired' });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        console.warn('the payment could not be looked at', error.problem.code);
      }
    };
    const timer = setInterval(() => void look(), POLL_MS);
    // Coming back from the bank's app: look at once.
    const visible = () => void look();
    document.addEventListener('visibilitychange', visible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', visible);
    };
  }, [watching, code, approve]);

  const expire = useCallback(() => setPix((now) => (now.state === 'open' ? { state: 'expired' } : now)), []);
  return { pix, start, expire };
}
