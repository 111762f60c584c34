// Which terminals the counter may send an amount to: what was known last at once, asked anew each time somebody pays by card.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import { atom, useAtom } from 'jotai';
import { useEffect } from 'react';
import { call } from '../../data/request.ts';

type Reply = ApiReply<'GET /api/staff/terminals'>;
/** `isMissed`: there are some, which cannot be reached now. */
type Known = Pick<Reply, 'terminals'> & { isMissed: boolean };

const knownAtom = atom<Known | null>(null);

/** Null until they are known; none where the store cannot say. */
export function useTerminals(): Known | null {
  const [known, setKnown] = useAtom(knownAtom);
  useEffect(() => {
    let gone = false;
    call('GET /api/staff/terminals')
      .catch((error: unknown): Reply => {
        console.warn('the terminals could not be listed', error);
        return { terminals: [], isAway: true };
      })
      .then((listed) => {
        if (gone) return;
        // A shop without any has nothing to miss.
        setKnown((before) => ({
          terminals: listed.terminals,
          isMissed: listed.isAway && before !== null && (before.isMissed || before.terminals.length > 0),
        }));
      })
      .catch((error: unknown) => console.error('the terminals could not be kept', error));
    return () => {
      gone = true;
    };
  }, [setKnown]);
  return known;
}
