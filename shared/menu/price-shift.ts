// Many prices moved at once: the same amount or share on each. Pure, and without the schemas, so that a screen can show what comes of it
// before anything is sent.
import type { EntryKind } from './menu.ts';

/** What each price is moved by: whole centavos, or hundredths of a percent (`1050` is 10,5 %); below zero takes away. */
export type PriceShift = { by: 'cents'; cents: number } | { by: 'percent'; hundredths: number };

/** The kinds that have a price, with the lowest that each may have, in centavos: what must not be free begins at one. */
export const PRICE_CENTS_MIN = {
  sizes: 1,
  toppings: 0,
  products: 1,
  wholesaleProducts: 1,
} as const satisfies Partial<Record<EntryKind, number>>;
/** The highest price of any kind, in centavos. */
export const PRICE_CENTS_MAX = 1_000_000;

/** A kind whose entries have a price. */
export type PricedKind = keyof typeof PRICE_CENTS_MIN;
/** Whether the entries of a kind have a price. */
export const isPriced = (kind: EntryKind): kind is PricedKind => Object.hasOwn(PRICE_CENTS_MIN, kind);

/** One price before and after, in centavos; `bound`: it would have gone further, and stays at the lowest or the highest allowed. */
export type PriceMove = { beforeCents: number; afterCents: number; bound: 'min' | 'max' | null };

/** Where a price of `kind` comes to by `shift`: a share is rounded to the centavo, half a centavo up, and no price leaves its bounds. */
export function shiftPrice(kind: PricedKind, beforeCents: number, shift: PriceShift): PriceMove {
  const min = PRICE_CENTS_MIN[kind];
  const wantedCents =
    shift.by === 'cents'
      ? beforeCents + shift.cents
      : Math.floor((beforeCents * (10_000 + shift.hundredths) + 5_000) / 10_000);
  if (wantedCents < min) return { beforeCents, afterCents: min, bound: 'min' };
  if (wantedCents > PRICE_CENTS_MAX) return { beforeCents, afterCents: PRICE_CENTS_MAX, bound: 'max' };
  return { beforeCents, afterCents: wantedCents, bound: null };
}
