// What the store refuses without a manager is asked for again with the PIN that one types here. Nobody keeps the PIN.
import { useState, type ReactNode } from 'react';
import { ApiError, sentenceOf } from '../../request.ts';
import { PinDialog } from './pin-dialog.tsx';

type Asking = { failure: string | null; answer: (pin: string | null) => void };
/** Does the work, and once more with each PIN that is typed until the store takes it or nobody types another. Throws as the work does. */
export type WithPin = <T>(work: (pin: { pin?: string }) => Promise<T>) => Promise<T>;

/** `pinDialog` has to stand on the screen of whoever uses it. */
export function useManagerPin(): { withPin: WithPin; pinDialog: ReactNode } {
  const [asking, setAsking] = useState<Asking | null>(null);
  const ask = (failure: string | null) =>
    new Promise<string | null>((resolve) => {
      setAsking({
        failure,
        answer: (pin) => {
          setAsking(null);
          resolve(pin);
        },
      });
    });
  const withPin: WithPin = async (work) => {
    let pin: { pin?: string } = {};
    for (;;) {
      try {
        return await work(pin);
      } catch (error) {
        if (!isForAManager(error)) throw error;
        const typed = await ask(error.problem.code === 'wrong-pin' ? sentenceOf(error) : null);
        if (typed === null) throw error;
        pin = { pin: typed };
      }
    }
  };
  return {
    withPin,
    pinDialog: asking && (
      <PinDialog
        failure={asking.failure}
        onPin={(pin) => asking.answer(pin)}
        onClose={() => asking.answer(null)}
      />
    ),
  };
}

const isForAManager = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.problem.code === 'wrong-pin' ||
    (error.problem.code === 'manager-needed' && error.problem['hasPin'] === true));
