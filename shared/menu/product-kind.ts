// What a product is to whoever buys it: the one rule behind the editor, the customers' wizard, the counter and the price.
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

/** Whether a product is a cup (taça), sold only while cups are switched on. */
export const isCup = ({ productType }: Pick<Product, 'productType'>): boolean =>
  productType === 'TACA_MONTADA';

/** Whether base, ice cream and toppings are chosen for a product; all others are sold as they come. */
export const isBuilt = (product: Made): boolean => isCup(product) && product.cupMode === 'escolha';

/** Where a shop has no size, as the specification has it. */
const CUP_TOPPINGS_MAX = 3;

/** How many toppings a built cup takes, which has no size: as many as the largest size on the menu. */
export const cupToppingsMax = (sizes: readonly { maxToppings: number }[]): number =>
  sizes.length === 0 ? CUP_TOPPINGS_MAX : Math.max(...sizes.map(({ maxToppings }) => maxToppings));

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
  const some = (entries: readonly { active: boolean }[]): boolean => entries.some(({ active }) => active);
  if (!isCup(product)) return null;
  if (!settings.enableTacaMontada) return 'cups-off';
  if (!isBuilt(product)) return null;
  if (!some(bases)) return 'no-base';
  return some(iceCreams) ? null : 'no-ice-cream';
}
