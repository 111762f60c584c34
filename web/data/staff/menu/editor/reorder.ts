// Where a new entry stands, and a new order of entries as the fewest position changes.
type Placed = { id: string; position: number };

/** Behind those that somebody dragged; where nobody did, at 0 like all others, in the order of their kind. */
export const positionOfNew = (entries: readonly object[]): number => {
  const last = Math.max(0, ...entries.map((entry) => ('position' in entry ? Number(entry.position) : 0)));
  return last === 0 ? 0 : last + 1;
};

/** Moves `id` to stand at `index`; returns the positions to write. */
export function positionsAfterMove(
  entries: readonly Placed[],
  id: string,
  index: number,
): { id: string; position: number }[] {
  const moved = entries.find((entry) => entry.id === id);
  if (!moved) return [];
  const order = entries.filter((entry) => entry.id !== id);
  order.splice(Math.max(0, Math.min(order.length, index)), 0, moved);
  return order
    .map((entry, position) => ({ id: entry.id, position: position + 1, before: entry.position }))
    .filter((entry) => entry.position !== entry.before);
}
