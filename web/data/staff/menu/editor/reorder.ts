// A new order of entries as the fewest position changes.
type Placed = { id: string; position: number };

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
