// One thing at a time that a button does: busy while it runs, and a failure said with the server's own sentence.
import { useSetAtom } from 'jotai';
import { useCallback, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../api/request.ts';
import { useToast } from '../ui/toast.tsx';
import { endSessionAtom } from './session.ts';

export type Action = {
  busy: boolean;
  /** What the last run failed with, to stand beside the button; null after a success. */
  failed: string | null;
  /** True when it worked. `title` heads the message of a failure. */
  run: (title: string, work: () => Promise<unknown>) => Promise<boolean>;
};

export function useAction(): Action {
  const toast = useToast();
  const endSession = useSetAtom(endSessionAtom);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  const run = useCallback(
    async (title: string, work: () => Promise<unknown>): Promise<boolean> => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setFailed(null);
      try {
        await work();
        return true;
      } catch (error) {
        const sentence = sentenceOf(error);
        if (!(error instanceof ApiError)) console.error('an action failed', error);
        else if (error.status === 401) endSession();
        setFailed(sentence);
        toast({
          title,
          text: sentence,
          tone: error instanceof ApiError && error.problem.code === 'stale' ? 'info' : 'error',
          durationMs: 8_000,
        });
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [toast, endSession],
  );
  return { busy, failed, run };
}
