// A cart item before anything is chosen.
import type { CartItem } from '../../cart/cart.ts';

export const EMPTY_ITEM: Omit<CartItem, 'id' | 'priceCents'> = {
  productId: null,
  sizeId: null,
  baseId: null,
  iceCreamId: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [],
};
