// What a product is to whoever edits the menu: the answers to 'O que é?', and what keeps one of them from being sold.
import { isBuilt, isCup } from './cup.ts';
import type { Catalog, Product } from './menu.ts';

type Made = Pick<Product, 'productType' | 'cupMode'>;

/** The answers to 'O que é?', each with the fields that a product of it is stored with. */
export const PRODUCT_KINDS = {
  ready: { productType: 'PRONTO', cupMode: 'pronta' },
  'ready-cup': { productType: 'TACA_MONTADA', cupMode: 'pronta' },
  'built-cup': { productType: 'TACA_MONTADA', cupMode: 'escolha' },
  'ready-acai': { productType: 'ACAI_MONTADO', cupMode: 'pronta' },
} as const satisfies Record<string, Made>;

/** What a product is: sold as it comes, a cup as described, a cup that the customer builds, an açaí as described. */
export type ProductKind = keyof typeof PRODUCT_KINDS;

/** What a stored product is; `cupMode` says nothing of what is no cup. */
export function productKindOf(product: Made): ProductKind {
  if (isCup(product)) return isBuilt(product) ? 'built-cup' : 'ready-cup';
  return product.productType === 'PRONTO' ? 'ready' : 'ready-acai';
}

/** Why no customer can buy a product that is switched on: cups are off, or nothing to build it from. */
export type Obstacle = 'cups-off' | 'no-base' | 'no-ice-cream';

/** The first obstacle between a product and its sale, or null; 'Acabou' is none, it passes. */
export function obstacleOf(
  product: Made,
  { settings, bases, iceCreams }: Pick<Catalog, 'settings' | 'bases' | 'iceCreams'>,
): Obstacle | null {
  const hasActive = (entries: readonly { active: boolean }[]): boolean =>
    entries.some(({ active }) => active);
  if (!isCup(product)) return null;
  if (!settings.enableTacaMontada) return 'cups-off';
  if (!isBuilt(product)) return null;
  if (!hasActive(bases)) return 'no-base';
  return hasActive(iceCreams) ? null : 'no-ice-cream';
}
