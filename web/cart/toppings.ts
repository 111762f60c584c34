// Toppings of one item: how many it takes, and one more or one less. Pure.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import type { CartTopping } from './cart.ts';

/** How many toppings the chosen size takes; 0 while there is none. */
export const toppingsMax = (choice: { sizeId: string | null }, menu: Menu): number =>
  menu.sizes.find((size) => size.id === choice.sizeId)?.maxToppings ?? 0;

export const hasTopping = (toppings: readonly CartTopping[], id: string, layer: ToppingLayer): boolean =>
  toppings.some((topping) => topping.id === id && topping.layer === layer);

/** Adds or takes away one topping in one layer; null when there is no room for another. */
export function toggleTopping(
  toppings: readonly CartTopping[],
  id: string,
  layer: ToppingLayer,
  max: number,
): CartTopping[] | null {
  if (hasTopping(toppings, id, layer))
    return toppings.filter((topping) => topping.id !== id || topping.layer !== layer);
  return toppings.length >= max ? null : [...toppings, { id, layer }];
}
