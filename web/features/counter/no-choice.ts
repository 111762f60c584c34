// A cart item before anything is chosen.
import type { CartItem } from '../../cart/cart.ts';

export const NOTHING: Omit<CartItem, 'id' | 'priceCents'> = {
  productId: null,
  sizeId: null,
  baseId: null,
  iceCreamId: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [],
};
