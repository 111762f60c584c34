// One thing at a time that a button does: busy while it runs, and a failure said with the server's own sentence.
import { useSetAtom } from 'jotai';
import { useCallback, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../request.ts';
import { useFailureToast, type FailureToast } from '../../ui/failure-toast.ts';
import { endSessionAtom } from './session/session.ts';

/**
 * The title of the message; or 'Erro', and what is said where the server has no sentence of its own, or (`lead`) before the
 * reason whatever it is; `beside`: what stands before it on the page, where that is named in other words.
 */
export type Heading = string | { otherwise: string } | { lead: string; beside?: string };

export type Action = {
  busy: boolean;
  /** What the last run failed with, to stand beside the button; null after a success. */
  failed: string | null;
  /** True when it worked. `heading` heads the message of a failure; null: it stands beside the button alone. */
  run: (heading: Heading | null, work: () => Promise<unknown>) => Promise<boolean>;
  /** The failure is no longer said: something else is done with the same button. */
  forgive: () => void;
  /** Its red message, for what is judged before anything runs. */
  failureToast: FailureToast;
};

export function useAction(): Action {
  const failureToast = useFailureToast();
  const endSession = useSetAtom(endSessionAtom);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  const run = useCallback(
    async (heading: Heading | null, work: () => Promise<unknown>): Promise<boolean> => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setFailed(null);
      failureToast.clear();
      try {
        await work();
        return true;
      } catch (error) {
        const sentence = wordsFor(heading ?? '', error);
        if (!(error instanceof ApiError)) console.error('an action failed', error);
        else if (error.status === 401) endSession();
        setFailed(
          heading !== null && typeof heading !== 'string' && 'lead' in heading && heading.beside !== undefined
            ? `${heading.beside}. ${sentenceOf(error)}`
            : sentence,
        );
        if (heading === null) return false;
        failureToast.tell({
          title: typeof heading === 'string' ? heading : 'Erro',
          text: sentence,
          tone: error instanceof ApiError && BY_ANOTHER.has(error.problem.code) ? 'info' : 'error',
          durationMs: 8_000,
        });
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [endSession, failureToast],
  );
  const forgive = useCallback(() => {
    setFailed(null);
    failureToast.clear();
  }, [failureToast]);
  return { busy, failed, run, forgive, failureToast };
}

/** Somebody else was quicker: nothing is wrong. */
const BY_ANOTHER: ReadonlySet<string> = new Set(['stale', 'price-differs']);

function wordsFor(heading: Heading, error: unknown): string {
  const sentence = sentenceOf(error);
  if (typeof heading !== 'string' && 'lead' in heading) return `${heading.lead} ${sentence}`;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return typeof heading === 'string' || refused ? sentence : `${heading.otherwise}. ${sentence}`;
}
