// What is called: each order that has just become ready, with the chime first and the voice after it.
import type { TvNumber } from '@balcao/shared/http/tv.ts';
import { useEffect, useRef, useState } from 'react';
import { playTune } from '../../ui/staff/chime.ts';
import { callInWords } from './spoken.ts';
import { stopSpeaking, speakText } from './voice.ts';

/** How long a called number stands out. */
const CALL_MS = 12_000;
/** The chime is over by then. */
const VOICE_AFTER_MS = 1_300;
/** Said one after another; of more at once the screen tells. */
const SPOKEN_MAX = 5;

/** Which of the ready orders have just been called. Null: nothing is known yet. */
export function useCalledOrders(ready: readonly TvNumber[] | null, silent: boolean): ReadonlySet<string> {
  const knownIds = useRef<ReadonlySet<string> | null>(null);
  const [called, setCalled] = useState<ReadonlySet<string>>(new Set());
  const numbers = useRef<readonly TvNumber[]>([]);
  numbers.current = ready ?? [];
  const isSilent = useRef(silent);
  isSilent.current = silent;
  useEffect(() => {
    if (silent) stopSpeaking();
  }, [silent]);
  const ids = ready?.map(({ id }) => id).join() ?? null;
  useEffect(() => {
    if (ids === null) return;
    const now = new Set(ids === '' ? [] : ids.split(','));
    const before = knownIds.current;
    knownIds.current = now;
    const spoken = callsAmong(numbers.current, before);
    if (spoken.length === 0) return;
    const news = spoken.map(({ id }) => id);
    if (!isSilent.current) {
      playTune('call');
      setTimeout(() => {
        if (!isSilent.current)
          for (const { number, name } of spoken.slice(-SPOKEN_MAX)) speakText(callInWords(number, name));
      }, VOICE_AFTER_MS);
    }
    setCalled((others) => new Set([...others, ...news]));
    setTimeout(() => setCalled((others) => new Set([...others].filter((id) => !news.includes(id)))), CALL_MS);
  }, [ids]);
  return called;
}

/**
 * What is called of these, oldest call first, as they would be called one by one; `known`: what was ready before. What was ready when the
 * screen was switched on (null) has been called already.
 */
export const callsAmong = (
  ready: readonly TvNumber[],
  known: ReadonlySet<string> | null,
): readonly TvNumber[] => (known === null ? [] : ready.filter(({ id }) => !known.has(id)).toReversed());
