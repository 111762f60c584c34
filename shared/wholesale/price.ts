// What one unit costs by how many are ordered. All lines of a product count together: its sizes and flavours are one price. Pure.
import type { WholesaleTier } from '../menu/menu.ts';

type Priced = { priceCents: number; tiers: readonly WholesaleTier[] };

/** In centavos; never more than for fewer units, whatever the tiers say. */
export const unitPriceCents = ({ priceCents, tiers }: Priced, units: number): number =>
  Math.min(priceCents, ...tiers.filter(({ from }) => from <= units).map((tier) => tier.priceCents));

/** The next tier that makes it cheaper, or null. */
export function nextTier(product: Priced, units: number): WholesaleTier | null {
  const nowCents = unitPriceCents(product, units);
  return product.tiers.find(({ priceCents }) => priceCents < nowCents) ?? null;
}

/** The tiers that are worth showing: each cheaper than all before it. */
export const realTiers = (product: Priced): WholesaleTier[] =>
  product.tiers.filter(({ from, priceCents }) => priceCents < unitPriceCents(product, from - 1));

/** How many units of each product the lines come to. */
export function unitsByProduct(
  lines: readonly { productId: string; quantity: number }[],
): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { productId, quantity } of lines) units.set(productId, (units.get(productId) ?? 0) + quantity);
  return units;
}
