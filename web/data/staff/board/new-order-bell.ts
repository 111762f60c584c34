// Rings for a new order, and for one that is cancelled in the making, until somebody has seen it: a touch on its card, or on the bell.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readJson, readStored, writeStored } from '../../device.ts';
import { playTune, useSoundReady } from '../../../ui/staff/chime.ts';
import { tuneOf, withSeen } from './seen-news.ts';

export type Bell = {
  /** New orders that nobody has touched yet. */
  unseen: ReadonlySet<string>;
  see: (ids: readonly string[]) => void;
  muted: boolean;
  toggleMuted: () => void;
  /** False until the first touch: browsers allow no sound before. */
  ready: boolean;
};

/** Where a screen keeps what was seen there: the kitchen and wholesale ring for themselves. */
const KEYS = {
  kitchen: { seen: 'balcao-staff-seen', muted: 'balcao-staff-muted' },
  wholesale: { seen: 'balcao-staff-wholesale-seen', muted: 'balcao-staff-wholesale-muted' },
} as const;
const RING_EVERY_MS = 4_000;

/** `received` are the ids of orders that wait to be begun, and the keys of those that are cancelled or changed. */
export function useNewOrderBell(received: readonly string[], screen: keyof typeof KEYS = 'kitchen'): Bell {
  const keys = KEYS[screen];
  const ready = useSoundReady();
  const [seen, setSeen] = useState<readonly string[]>(() => readJson(keys.seen, isIds) ?? []);
  const [muted, setMuted] = useState(() => readStored(keys.muted) === '1');
  const key = received.join();
  const unseen = useMemo(
    () => new Set(key === '' ? [] : key.split(',').filter((id) => !seen.includes(id))),
    [key, seen],
  );

  const see = useCallback(
    (ids: readonly string[]) => {
      setSeen((before) => {
        const next = withSeen(before, ids);
        if (next !== before) writeStored(keys.seen, JSON.stringify(next));
        return next;
      });
    },
    [keys],
  );

  const toggleMuted = useCallback(() => {
    setMuted((before) => {
      writeStored(keys.muted, before ? '0' : '1');
      return !before;
    });
  }, [keys]);

  const rings = unseen.size > 0 && !muted && ready;
  const tune = tuneOf(unseen);
  const count = useRef(0);
  useEffect(() => {
    // A further order rings at once, not at the next turn.
    if (rings && unseen.size > count.current) playTune(tune);
    count.current = unseen.size;
  }, [rings, unseen.size, tune]);
  useEffect(() => {
    if (!rings) return;
    const timer = setInterval(() => playTune(tune), RING_EVERY_MS);
    return () => clearInterval(timer);
  }, [rings, tune]);

  return { unseen, see, muted, toggleMuted, ready };
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');
