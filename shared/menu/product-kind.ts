// What a product is to whoever buys it: one rule for the customers' wizard and whatever else asks.
import type { Product } from './menu.ts';

type Made = Pick<Product, 'productType' | 'cupMode'>;

/** Whether a product is a cup (taça), sold only while cups are switched on. */
export const isCup = ({ productType }: Pick<Product, 'productType'>): boolean =>
  productType === 'TACA_MONTADA';

/** Whether base, ice cream and toppings are chosen for a product; all others are sold as they come. */
export const isBuilt = (product: Made): boolean => isCup(product) && product.cupMode === 'escolha';
