// The one wholesale cart of this browser: kept in storage on every change, the same in all tabs.
import { atom } from 'jotai';
import { readStored, removeStored, writeStored } from '../../data/device.ts';
import { WHOLESALE_CART_KEY } from '../../data/stored-keys.ts';
import { catalogueAtom } from '../../data/wholesale.ts';
import { parseCart, priceCart, type Cart } from './cart.ts';

/** The stored cart; a corrupt one is logged and removed, and the cart starts empty. */
export function loadCart(): Cart {
  const text = readStored(WHOLESALE_CART_KEY);
  if (text === null) return [];
  const cart = parseCart(text);
  if (cart) return cart;
  console.error('the stored wholesale cart was corrupt and has been removed');
  removeStored(WHOLESALE_CART_KEY);
  return [];
}

const heldAtom = atom<Cart>([]);
heldAtom.onMount = (set) => {
  set(loadCart());
  // Another tab changed it: `key` is null when everything was cleared.
  const follow = (event: StorageEvent) => {
    if (event.key === WHOLESALE_CART_KEY || event.key === null) set(loadCart());
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
};

/** Changes are made on what storage holds at that moment, so that two tabs never undo each other; false where nothing came of one. */
export const cartAtom = atom(
  (get) => get(heldAtom),
  (_get, set, change: (cart: Cart) => Cart): boolean => {
    const before = loadCart();
    const next = change(before);
    if (next.length === 0) removeStored(WHOLESALE_CART_KEY);
    else writeStored(WHOLESALE_CART_KEY, JSON.stringify(next));
    set(heldAtom, next);
    return next !== before;
  },
);

export const cartPriceAtom = atom((get) => priceCart(get(cartAtom), get(catalogueAtom)));
