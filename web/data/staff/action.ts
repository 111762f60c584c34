// One thing at a time that a button does: busy while it runs, and a failure said with the server's own sentence.
import { atom, useSetAtom } from 'jotai';
import { useCallback, useId, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../request.ts';
import { toastsAtom, useToast } from '../../ui/toast.tsx';
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
};

/** Takes the red message of an action away: what it says is being mended. */
const clearFailureAtom = atom(null, (get, set, about: string) =>
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.about !== about),
  ),
);

export function useAction(): Action {
  const toast = useToast();
  const about = useId();
  const clearFailure = useSetAtom(clearFailureAtom);
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
      clearFailure(about);
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
        toast({
          title: typeof heading === 'string' ? heading : 'Erro',
          text: sentence,
          tone: error instanceof ApiError && BY_ANOTHER.has(error.problem.code) ? 'info' : 'error',
          durationMs: 8_000,
          about,
        });
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [toast, endSession, about, clearFailure],
  );
  const forgive = useCallback(() => setFailed(null), []);
  return { busy, failed, run, forgive };
}

/** Somebody else was quicker: nothing is wrong. */
const BY_ANOTHER: ReadonlySet<string> = new Set(['stale', 'price-differs']);

function wordsFor(heading: Heading, error: unknown): string {
  const sentence = sentenceOf(error);
  if (typeof heading !== 'string' && 'lead' in heading) return `${heading.lead} ${sentence}`;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return typeof heading === 'string' || refused ? sentence : `${heading.otherwise}. ${sentence}`;
}
