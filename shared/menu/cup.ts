// What is a cup (taça) and what is built of it: the one rule of the wizard, the counter and the price. Apart from the kinds of the editor, so
// that the customers' bundle has none of them.
import type { Product } from './menu.ts';

/** Whether a product is a cup (taça), sold only while cups are switched on. */
export const isCup = ({ productType }: Pick<Product, 'productType'>): boolean =>
  productType === 'TACA_MONTADA';

/** Whether base, ice cream and toppings are chosen for a product; all others are sold as they come. */
export const isBuilt = (product: Pick<Product, 'productType' | 'cupMode'>): boolean =>
  isCup(product) && product.cupMode === 'escolha';

/** Where a shop has no size, as the specification has it. */
const CUP_TOPPINGS_MAX = 3;

/** How many toppings a built cup takes, which has no size: as many as the largest size on the menu. */
export const cupToppingsMax = (sizes: readonly { maxToppings: number }[]): number =>
  sizes.length === 0 ? CUP_TOPPINGS_MAX : Math.max(...sizes.map(({ maxToppings }) => maxToppings));
