// Cancelled orders that somebody at this screen has taken away. Kept on the device, for each screen is somebody else's: one cook's tap must
// not hide from another that a cup is not to be finished.
import { useCallback, useState } from 'react';
import { readJson, writeStored } from '../../data/device.ts';

const KEY = 'balcao-kitchen-bumped';
/** A day's cancelled orders, many times over. */
const BUMPED_MAX = 200;

/** The orders that were taken off this screen by a bump, oldest first, and the bump itself. */
export function useBumpedOrders(): [readonly string[], (orderId: string) => void] {
  const [bumped, setBumped] = useState<readonly string[]>(() => readJson(KEY, isIds) ?? []);
  const bump = useCallback(
    (orderId: string) =>
      setBumped((before) => {
        if (before.includes(orderId)) return before;
        const next = [...before, orderId].slice(-BUMPED_MAX);
        writeStored(KEY, JSON.stringify(next));
        return next;
      }),
    [],
  );
  return [bumped, bump];
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');
