// The cart as it lies in the browser: choices, and the price seen when each was added. Pure; the server prices orders.
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import type { PlaceItem } from '@balcao/shared/order/place.ts';
import { parseCart as parseStored } from './stored-cart.ts';

export type CartTopping = { id: string; layer: ToppingLayer };

/** A `productId` makes it a cup or a ready product; without one it is an açaí. */
export type CartItem = {
  id: string;
  productId: string | null;
  sizeId: string | null;
  baseId: string | null;
  iceCreamId: string | null;
  meioAMeio: boolean;
  secondaryIceCreamId: string | null;
  toppings: CartTopping[];
  /** As shown when it was added; a different price now is shown before ordering. */
  priceCents: number;
};

export type Cart = readonly CartItem[];

/** As many as one order takes. */
export const CART_ITEMS_MAX = 40;

/** Nothing more goes in. */
export const isCartFull = (cart: Cart): boolean => cart.length >= CART_ITEMS_MAX;

/** What is said where something finds no room any more. */
export const CART_FULL = {
  title: 'Carrinho cheio',
  text: `Cabem até ${CART_ITEMS_MAX} itens em um pedido.`,
  tone: 'error',
} as const;

/** Back where it stood, at the index of then; a full cart stays as it is: with one more, nothing of it could be ordered. */
export const insertItem = (cart: Cart, item: CartItem, at: number): Cart =>
  isCartFull(cart) ? cart : [...cart.slice(0, at), item, ...cart.slice(at)];
/** At the end; a full cart stays as it is. */
export const addItem = (cart: Cart, item: CartItem): Cart => insertItem(cart, item, cart.length);
export const removeItem = (cart: Cart, id: string): Cart => cart.filter((item) => item.id !== id);

/** What makes two items the same thing: every choice, and the price that was seen; the order of toppings says nothing. */
const sortOf = ({ id: _id, toppings, ...choices }: CartItem): string =>
  [
    ...Object.entries(choices).map(([key, value]) => `${key}:${value}`),
    ...toppings.map(({ id, layer }) => `${layer}/${id}`),
  ]
    .sort()
    .join('|');

/** Items that are alike stand as one line, where the first of them stands. Each is still an item: priced, made and sent by itself. */
export function alikeLines(cart: Cart): CartItem[][] {
  const lines = new Map<string, CartItem[]>();
  for (const item of cart) {
    const sort = sortOf(item);
    lines.set(sort, [...(lines.get(sort) ?? []), item]);
  }
  return [...lines.values()];
}

/** Changes the item and all that are alike: who ordered two alike wants two alike. */
export function updateItem(cart: Cart, id: string, change: Partial<Omit<CartItem, 'id'>>): Cart {
  const line = alikeLines(cart).find((items) => items.some((item) => item.id === id)) ?? [];
  return cart.map((item) => (line.includes(item) ? { ...item, ...change } : item));
}
export const replaceItem = (cart: Cart, id: string, { id: _id, ...item }: CartItem): Cart =>
  updateItem(cart, id, item);

/** A cup as it comes, a drink, or another product sold as it is. */
export const readyItem = (id: string, productId: string | null, priceCents: number): CartItem => ({
  id,
  productId,
  sizeId: null,
  baseId: null,
  iceCreamId: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [],
  priceCents,
});

/** What is sent to the server: no price. */
export const placeItem = ({ priceCents: _seen, ...choices }: CartItem): PlaceItem => choices;

export const parseCart = (text: string): Cart | null => parseStored(text, CART_ITEMS_MAX, itemOf);

function itemOf(value: unknown): CartItem | null {
  if (typeof value !== 'object' || value === null) return null;
  const raw = value as Record<string, unknown>;
  const toppings = Array.isArray(raw['toppings']) ? raw['toppings'].map(toppingOf) : null;
  const { id, meioAMeio, priceCents } = raw;
  if (typeof id !== 'string' || id === '' || typeof meioAMeio !== 'boolean') return null;
  if (typeof priceCents !== 'number' || !Number.isSafeInteger(priceCents) || priceCents < 0) return null;
  if (!toppings?.every((topping) => topping !== null)) return null;
  const refs = ['productId', 'sizeId', 'baseId', 'iceCreamId', 'secondaryIceCreamId'].map(
    (key) => raw[key] ?? null,
  );
  if (!refs.every((ref) => ref === null || typeof ref === 'string')) return null;
  const [productId = null, sizeId = null, baseId = null, iceCreamId = null, secondaryIceCreamId = null] =
    refs;
  return { id, productId, sizeId, baseId, iceCreamId, meioAMeio, secondaryIceCreamId, toppings, priceCents };
}

function toppingOf(value: unknown): CartTopping | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, layer } = value as Record<string, unknown>;
  if (typeof id !== 'string' || (layer !== 'BOTTOM' && layer !== 'MIDDLE' && layer !== 'TOP')) return null;
  return { id, layer };
}
