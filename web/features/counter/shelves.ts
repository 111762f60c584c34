// What the counter sells, shelf by shelf: every product of the menu stands on one.
import { isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';

export type ShelfId = 'cups' | 'acai' | 'products';
type Shelf = { id: ShelfId; label: string; products: Menu['products'] };

/** The shelves in their order; that of the açaí holds no products, it is built. */
export function shelvesOf({ cupsEnabled, products }: Menu): Shelf[] {
  const shelves: Shelf[] = [
    { id: 'cups', label: 'Taças', products: products.filter(isCup) },
    { id: 'acai', label: 'Açaí', products: [] },
    { id: 'products', label: 'Bebidas e produtos', products: products.filter((one) => !isCup(one)) },
  ];
  return shelves.filter(({ id }) => id !== 'cups' || cupsEnabled);
}
