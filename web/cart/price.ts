// What the cart costs with the menu as it is now, for showing. The server's quote decides.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { discountOf } from '@balcao/shared/money.ts';
import type { Cart, CartItem } from './cart.ts';

export type CartPrice = {
  subtotalCents: number;
  discountPercent: number;
  discountCents: number;
  totalCents: number;
};

type Choices = Pick<CartItem, 'productId' | 'sizeId' | 'toppings'>;

/** The price of one item, toppings included; null when a part that gives the price is not on the menu. */
export function itemPriceCents(item: Choices, menu: Menu): number | null {
  const own =
    item.productId === null
      ? menu.sizes.find((size) => size.id === item.sizeId)?.priceCents
      : menu.products.find((product) => product.id === item.productId)?.priceCents;
  if (own === undefined) return null;
  return item.toppings.reduce(
    (sum, { id }) => sum + (menu.toppings.find((topping) => topping.id === id)?.priceCents ?? 0),
    own,
  );
}

/** From what an açaí is had: the smallest price that can be ordered, or that will be once something is back. */
export function fromCents({ sizes }: Pick<Menu, 'sizes'>): number {
  const there = sizes.filter((size) => !size.soldOut);
  return Math.min(...(there.length > 0 ? there : sizes).map((size) => size.priceCents));
}

/** Without a menu, or for what is no longer on it, the price seen when it was added stands. */
export function cartPrice(cart: Cart, menu: Menu | null, discountPercent: number): CartPrice {
  const subtotalCents = cart.reduce(
    (sum, item) => sum + ((menu && itemPriceCents(item, menu)) ?? item.priceCents),
    0,
  );
  const discountCents = discountOf(subtotalCents, discountPercent);
  return {
    subtotalCents,
    discountPercent,
    discountCents,
    totalCents: Math.max(0, subtotalCents - discountCents),
  };
}
