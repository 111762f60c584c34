// What the counter sells, shelf by shelf: every product of the menu stands on one, and what sold of late on the first as well.
import { isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';

export type ShelfId = 'best' | 'cups' | 'acai' | 'products';
type Product = Menu['products'][number];
type Shelf = { id: ShelfId; label: string; products: readonly Product[] };

/**
 * The shelves in their order; that of the açaí holds no products, it is built. On the first stands everything, `bestSellers` before the
 * rest: whoever stays there all day finds what sells least as well. Without a sale there is no such shelf.
 */
export function shelvesOf({ cupsEnabled, products }: Menu, bestSellers: readonly string[] = []): Shelf[] {
  const onSale = products.filter((one) => cupsEnabled || !isCup(one));
  const rank = new Map(bestSellers.map((id, place) => [id, place]));
  const placeOf = ({ id }: Product) => rank.get(id) ?? bestSellers.length;
  const shelves: Shelf[] = [
    { id: 'best', label: 'Mais vendidos', products: onSale.toSorted((a, b) => placeOf(a) - placeOf(b)) },
    { id: 'cups', label: 'Taças', products: products.filter(isCup) },
    { id: 'acai', label: 'Açaí', products: [] },
    { id: 'products', label: 'Bebidas e produtos', products: products.filter((one) => !isCup(one)) },
  ];
  const isSold = onSale.some(({ id }) => rank.has(id));
  return shelves.filter(({ id }) => (id !== 'cups' || cupsEnabled) && (id !== 'best' || isSold));
}
