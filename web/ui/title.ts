// The name of the page in the browser's tab.
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';

/** Whose page it is; null until the shop has said it. */
export const ownerAtom = atom<string | null>(null);

/** Nobody's name stands in the tab before the shop's is known. */
export function useTitle(title: string | null): void {
  const owner = useAtomValue(ownerAtom);
  useEffect(() => {
    document.title = [title, owner].filter(Boolean).join(' · ') || 'Açaí do seu jeito';
  }, [title, owner]);
}
