// The red message of one thing that failed: gone as soon as that is tried again or mended, and not only when its time is over.
import { useSetAtom } from 'jotai';
import { useId, useMemo } from 'react';
import { forgiveAtom, useToast, type Toast } from './toast.tsx';

export type FailureToast = {
  /** Says it, in place of what was said before about the same. */
  tell: (toast: Toast) => void;
  /** What was said is tried again, or mended. */
  clear: () => void;
};

/** The messages of one place that may fail. */
export function useFailureToast(): FailureToast {
  const toast = useToast();
  const about = useId();
  const clearFailure = useSetAtom(forgiveAtom);
  return useMemo(() => {
    const clear = () => clearFailure(about);
    const tell = (said: Toast) => {
      clear();
      toast({ tone: 'error', ...said, about });
    };
    return { tell, clear };
  }, [toast, about, clearFailure]);
}
