// One line of the ticket while it is built: what is chosen, what is missing, and what a tap makes of it. Pure.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import type { CartItem } from '../../cart/cart.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { toggleTopping, toppingsMax } from '../../cart/toppings.ts';

export type Draft = Omit<CartItem, 'id' | 'priceCents'>;
export type Part = 'size' | 'base' | 'iceCream' | 'toppings';

export const flavoursOf = (draft: Draft): string[] =>
  [draft.iceCreamId, draft.secondaryIceCreamId].filter((id) => id !== null);

/** The first part that is still to be chosen; toppings when nothing is missing. */
export function nextPart(draft: Draft): Part {
  if (draft.productId === null && draft.sizeId === null) return 'size';
  if (draft.baseId === null) return 'base';
  const hasFlavours = draft.iceCreamId !== null && (!draft.meioAMeio || draft.secondaryIceCreamId !== null);
  return hasFlavours ? 'toppings' : 'iceCream';
}

/** What can be sold of it under that id; null while a part is missing, or its price. */
export function lineOf(draft: Draft, id: string, menu: Menu): CartItem | null {
  const priceCents = itemPriceCents(draft, menu);
  return nextPart(draft) === 'toppings' && priceCents !== null ? { ...draft, id, priceCents } : null;
}

/** A smaller size takes what fits. */
export const withSize = (draft: Draft, size: { id: string; maxToppings: number }): Draft => ({
  ...draft,
  sizeId: size.id,
  toppings: draft.toppings.slice(0, size.maxToppings),
});

/** One flavour takes the place of the other; of a half-and-half a second tap takes one back. */
export function withFlavour(draft: Draft, id: string): Draft {
  if (!draft.meioAMeio) return { ...draft, iceCreamId: id, secondaryIceCreamId: null };
  const flavours = flavoursOf(draft);
  if (flavours.includes(id)) {
    const [left = null] = flavours.filter((one) => one !== id);
    return { ...draft, iceCreamId: left, secondaryIceCreamId: null };
  }
  return draft.iceCreamId === null ? { ...draft, iceCreamId: id } : { ...draft, secondaryIceCreamId: id };
}

/** Null when there is no room for another. */
export function withTopping(draft: Draft, id: string, layer: ToppingLayer, menu: Menu): Draft | null {
  const toppings = toggleTopping(draft.toppings, id, layer, toppingsMax(draft, menu));
  return toppings === null ? null : { ...draft, toppings };
}
