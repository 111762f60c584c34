// Sends the card's token to the server and follows a payment that is still being decided.
import { useCallback, useEffect, useRef, useState } from 'react';
import { readStored, removeStored, writeStored } from '../../../data/device.ts';
import { tokenOf } from '../../../data/kept-orders.ts';
import { ApiError, call } from '../../../data/request.ts';
import { PAYMENT_TEXTS } from './texts.ts';

/** As the relay answers it. */
export type CardAnswer = {
  status: 'approved' | 'rejected' | 'in_process' | 'cancelled';
  statusDetail: string | null;
  paymentId: string | null;
  attemptId: string;
};

/** As the provider's form hands it over. */
export type CardData = {
  token: string;
  installments: number;
  payment_method_id: string;
  issuer_id: string | null;
  payer: {
    email: string;
    first_name?: string;
    last_name?: string;
    identification?: { type: string; number: string };
  };
};

export type PayOutcome = { kind: 'answered'; answer: CardAnswer } | { kind: 'failed'; message: string };

const POLL_MS = 4_000;

/** One that is still being decided outlives a reload: until its end is known nobody is asked to pay again. */
const KEPT_KEY = 'cardAttempt';
const inProcess = (attemptId: string): CardAnswer => ({
  status: 'in_process',
  statusDetail: null,
  paymentId: null,
  attemptId,
});

function keptAttempt(code: string): CardAnswer | null {
  const [ofCode, attemptId] = readStored(KEPT_KEY)?.split(' ') ?? [];
  return ofCode === code && attemptId !== undefined ? inProcess(attemptId) : null;
}

export function useCardPayment(code: string, onApproved: () => void) {
  const [answer, setAnswer] = useState(() => keptAttempt(code));
  const [busy, setBusy] = useState(false);
  const latest = useRef(onApproved);
  useEffect(() => {
    latest.current = onApproved;
  });

  const take = useCallback(
    (next: CardAnswer) => {
      setAnswer(next);
      if (next.status === 'in_process') writeStored(KEPT_KEY, `${code} ${next.attemptId}`);
      else removeStored(KEPT_KEY);
      if (next.status === 'approved') latest.current();
    },
    [code],
  );

  const pay = useCallback(
    async (card: CardData): Promise<PayOutcome> => {
      setBusy(true);
      try {
        const next = await call('POST /api/orders/{code}/card', {
          params: { code },
          body: card,
          token: tokenOf(code),
          timeoutMs: 60_000,
        });
        take(next);
        return { kind: 'answered', answer: next };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const attemptId = error.problem['attemptId'];
        if (error.problem.code === 'payment-in-process' && typeof attemptId === 'string') {
          const next = inProcess(attemptId);
          take(next);
          return { kind: 'answered', answer: next };
        }
        return {
          kind: 'failed',
          message:
            error.status === 0 || error.status >= 500
              ? `${PAYMENT_TEXTS.card.failed}. ${error.problem.detail}`
              : error.problem.detail,
        };
      } finally {
        setBusy(false);
      }
    },
    [code, take],
  );

  const openAttempt = answer?.status === 'in_process' ? answer.attemptId : null;
  useEffect(() => {
    if (openAttempt === null) return;
    const look = () =>
      call('GET /api/orders/{code}/card/{attemptId}', {
        params: { code, attemptId: openAttempt },
        token: tokenOf(code),
      }).then(take, (error: unknown) => {
        console.warn('the card payment could not be looked at', error);
        if (!(error instanceof ApiError && error.status === 404)) return;
        removeStored(KEPT_KEY);
        setAnswer(null);
      });
    void look();
    const timer = setInterval(() => void look(), POLL_MS);
    return () => clearInterval(timer);
  }, [openAttempt, code, take]);

  return { answer, pay, busy };
}
