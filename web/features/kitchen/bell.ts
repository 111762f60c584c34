// Rings for a new order until somebody has seen it: a touch on its card, or on the bell.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readJson, readStored, writeStored } from '../../api/device.ts';
import { ring, useSoundReady } from '../../staff/chime.ts';

export type Bell = {
  /** New orders that nobody has touched yet. */
  unseen: ReadonlySet<string>;
  see: (ids: readonly string[]) => void;
  muted: boolean;
  toggleMuted: () => void;
  /** False until the first touch: browsers allow no sound before. */
  ready: boolean;
};

const SEEN_KEY = 'balcao-staff-seen';
const MUTED_KEY = 'balcao-staff-muted';
const SEEN_MAX = 300;
const RING_EVERY_MS = 4_000;

/** `received` are the ids of paid orders that wait to be begun. */
export function useNewOrderBell(received: readonly string[]): Bell {
  const ready = useSoundReady();
  const [seen, setSeen] = useState<readonly string[]>(() => readJson(SEEN_KEY, isIds) ?? []);
  const [muted, setMuted] = useState(() => readStored(MUTED_KEY) === '1');
  const key = received.join();
  const unseen = useMemo(
    () => new Set(key === '' ? [] : key.split(',').filter((id) => !seen.includes(id))),
    [key, seen],
  );

  const see = useCallback((ids: readonly string[]) => {
    setSeen((before) => {
      const news = ids.filter((id) => !before.includes(id));
      if (news.length === 0) return before;
      const next = [...before, ...news].slice(-SEEN_MAX);
      writeStored(SEEN_KEY, JSON.stringify(next));
      return next;
    });
  }, []);

  const toggleMuted = useCallback(() => {
    setMuted((before) => {
      writeStored(MUTED_KEY, before ? '0' : '1');
      return !before;
    });
  }, []);

  const rings = unseen.size > 0 && !muted && ready;
  const count = useRef(0);
  useEffect(() => {
    // A further order rings at once, not at the next turn.
    if (rings && unseen.size > count.current) ring('order');
    count.current = unseen.size;
  }, [rings, unseen.size]);
  useEffect(() => {
    if (!rings) return;
    const timer = setInterval(() => ring('order'), RING_EVERY_MS);
    return () => clearInterval(timer);
  }, [rings]);

  return { unseen, see, muted, toggleMuted, ready };
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');
