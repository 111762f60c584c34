// The one cart of this browser: kept in storage on every change, the same in all tabs.
import { atom } from 'jotai';
import { discountPercentAtom, menuAtom } from '../data/shop.ts';
import { readStored, removeStored, writeStored } from '../data/device.ts';
import { CART_KEY } from '../data/stored-keys.ts';
import { parseCart, type Cart } from './cart.ts';
import { cartPrice } from './price.ts';

export type Stored = { cart: Cart; corrupt: boolean };

/** The stored cart; a corrupt one is logged and removed, and the cart starts empty. */
export function loadCart(): Stored {
  const text = readStored(CART_KEY);
  if (text === null) return { cart: [], corrupt: false };
  const cart = parseCart(text);
  if (cart) return { cart, corrupt: false };
  console.error('the stored cart was corrupt and has been removed');
  removeStored(CART_KEY);
  return { cart: [], corrupt: true };
}

/** Set at start when the stored cart was corrupt, until the customer has been told. */
export const cartLostAtom = atom(false);

const heldAtom = atom<Cart>([]);
heldAtom.onMount = (set) => {
  set(loadCart().cart);
  // Another tab changed it: `key` is null when everything was cleared.
  const follow = (event: StorageEvent) => {
    if (event.key === CART_KEY || event.key === null) set(loadCart().cart);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
};

/** Changes are made on what storage holds at that moment, so that two tabs never undo each other. */
export const cartAtom = atom(
  (get) => get(heldAtom),
  (_get, set, change: (cart: Cart) => Cart) => {
    const next = change(loadCart().cart);
    if (next.length === 0) removeStored(CART_KEY);
    else writeStored(CART_KEY, JSON.stringify(next));
    set(heldAtom, next);
  },
);

/** The cart at today's prices. */
export const cartPriceAtom = atom((get) => cartPrice(get(cartAtom), get(menuAtom), get(discountPercentAtom)));
