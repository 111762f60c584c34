// Which terminals the counter may send an amount to: what was known last at once, asked anew each time somebody pays by card.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import { atom, useAtom } from 'jotai';
import { useEffect } from 'react';
import { call } from '../../data/request.ts';

type Known = ApiReply<'GET /api/staff/terminals'>;

const knownAtom = atom<Known | null>(null);

/** Null until they are known; none where the store cannot say. */
export function useTerminals(): Known | null {
  const [known, setKnown] = useAtom(knownAtom);
  useEffect(() => {
    let gone = false;
    call('GET /api/staff/terminals')
      .catch((error: unknown): Known => {
        console.warn('the terminals could not be listed', error);
        return { terminals: [], isAway: true };
      })
      .then((listed) => {
        if (!gone) setKnown(listed);
      })
      .catch((error: unknown) => console.error('the terminals could not be kept', error));
    return () => {
      gone = true;
    };
  }, [setKnown]);
  return known;
}
