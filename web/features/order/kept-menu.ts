// The menu of an open wizard: what is taken off the menu meanwhile stays in its place, greyed, instead of jumping away.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';

type Entry = { id: string; soldOut: boolean };

/** The new menu, with what only the old one had kept in its place as sold out. */
export function keepVanished(before: Menu, now: Menu): Menu {
  return {
    ...now,
    sizes: keep(before.sizes, now.sizes),
    bases: keep(before.bases, now.bases),
    iceCreams: keep(before.iceCreams, now.iceCreams),
    toppings: keep(before.toppings, now.toppings),
    products: keep(before.products, now.products),
  };
}

function keep<T extends Entry>(before: readonly T[], now: readonly T[]): T[] {
  const present = new Set(now.map((entry) => entry.id));
  const kept = [...now];
  for (const [index, entry] of before.entries()) {
    if (present.has(entry.id)) continue;
    const follows = before.slice(index + 1).find((later) => present.has(later.id));
    const place = follows ? kept.findIndex((one) => one.id === follows.id) : kept.length;
    kept.splice(place, 0, { ...entry, soldOut: true });
  }
  return kept;
}
