// Toppings of one item: how many it takes, and one more or one less. Pure.
import { cupToppingsMax } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import type { CartTopping } from './cart.ts';

/** How many toppings an item takes: a cup its own number, an açaí that of its size, 0 while there is none. */
export const toppingsMax = (
  { productId, sizeId }: { productId: string | null; sizeId: string | null },
  { sizes }: Menu,
): number =>
  productId === null ? (sizes.find((size) => size.id === sizeId)?.maxToppings ?? 0) : cupToppingsMax(sizes);

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

/** The order in which portions of one topping find a place by themselves. */
const PLACES = ['TOP', 'MIDDLE', 'BOTTOM'] as const;

/** One more portion, in Topo or the next layer without it; null when there is no room for another. */
export function addPortion(toppings: readonly CartTopping[], id: string, max: number): CartTopping[] | null {
  const layer = PLACES.find((one) => !hasTopping(toppings, id, one));
  return layer === undefined || toppings.length >= max ? null : [...toppings, { id, layer }];
}

/** The newest portion goes to a layer without one; of several portions, that of the layer is taken away. */
export function placePortion(
  toppings: readonly CartTopping[],
  id: string,
  layer: ToppingLayer,
): CartTopping[] {
  const own = toppings.filter((topping) => topping.id === id);
  if (!hasTopping(own, id, layer))
    return toppings.map((topping) => (topping === own.at(-1) ? { id, layer } : topping));
  return own.length < 2
    ? [...toppings]
    : toppings.filter((topping) => topping.id !== id || topping.layer !== layer);
}
