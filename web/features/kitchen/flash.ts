// What somebody has just moved on or back flashes where it stands now, whichever screen that was done at.
import { useEffect, useRef, useState } from 'react';
import type { Card, Columns } from './columns.ts';

/** As long as the flash of `kitchen.css`, and a moment. */
const FLASH_MS = 1_700;

const placesOf = ({ received, preparing, awaiting = [], ready }: Columns): ReadonlyMap<string, number> =>
  new Map(
    [received, preparing, awaiting, ready].flatMap((cards, place) =>
      cards.map(({ order }) => [order.id, place] as const),
    ),
  );

/** Whether a card stands in another column than when this screen was last drawn; what was in none has come, and rings. */
export function useMoved(columns: Columns): (card: Card) => boolean {
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const now = placesOf(columns);
  useEffect(() => {
    before.current = placesOf(columns);
  }, [columns]);
  return ({ order: { id } }) => before.current.has(id) && before.current.get(id) !== now.get(id);
}

/** True for a moment where what is drawn has just moved here. */
export function useFlash(hasMoved: boolean): boolean {
  const [flash, setFlash] = useState(hasMoved);
  useEffect(() => {
    if (!flash) return;
    const timer = setTimeout(() => setFlash(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);
  return flash;
}
