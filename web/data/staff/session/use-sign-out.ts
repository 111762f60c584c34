// The way out of a staff screen, and why the server did not let go.
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { signOutAtom } from './session.ts';

const TITLE = 'Não deu para sair';

/** `onOut`: once nobody is signed in here any more. */
export function useSignOut(onOut?: () => unknown) {
  const signOut = useSetAtom(signOutAtom);
  const failure = useFailureToast();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const leave = async (): Promise<void> => {
    setBusy(true);
    setFailed(null);
    failure.clear();
    const text = await signOut();
    setBusy(false);
    if (text === null) {
      await onOut?.();
      return;
    }
    setFailed(`${TITLE}. ${text}`);
    failure.tell({ title: TITLE, text });
  };
  return { busy, failed, leave: () => void leave() };
}
