// A small menu for tests: two sizes, a sold-out base, a topping with a price, both kinds of cups, a drink.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { Attempt } from '../data/attempt.ts';
import { placeItem, type CartItem } from './cart.ts';

const entry = (id: string, name: string) => ({ id, name, position: 0, soldOut: false });
const flavour = (id: string, name: string, color: string | null = null) => ({
  ...entry(id, name),
  description: null,
  color,
});
const product = (id: string, name: string, priceCents: number) => ({
  ...entry(id, name),
  description: null,
  priceCents,
  image: null,
  accompaniments: [],
});

export const sampleMenu: Menu = {
  sizes: [
    { ...entry('p', 'Pequeno'), priceCents: 1500, maxToppings: 2 },
    { ...entry('g', 'Grande'), priceCents: 2500, maxToppings: 4 },
  ],
  bases: [flavour('acai', 'Açaí', '#4b1d5e'), { ...flavour('zero', 'Açaí zero'), soldOut: true }],
  iceCreams: [flavour('ninho', 'Ninho'), flavour('morango', 'Morango'), flavour('coco', 'Coco')],
  toppings: [
    { ...entry('banana', 'Banana'), category: 'frutas', priceCents: 0, color: null },
    { ...entry('granola', 'Granola'), category: 'crocantes', priceCents: 0, color: null },
    { ...entry('nutella', 'Creme de avelã'), category: '', priceCents: 350, color: null },
    { ...entry('kiwi', 'Kiwi'), category: 'frutas', priceCents: 0, color: null, soldOut: true },
  ],
  categories: [
    { id: 'classicas', name: 'Clássicas', description: null, position: 0 },
    { id: 'vazia', name: 'Vazia', description: null, position: 1 },
  ],
  products: [
    {
      ...product('split', 'Banana split', 2200),
      categoryId: 'classicas',
      productType: 'TACA_MONTADA',
      cupMode: 'pronta',
    },
    {
      ...product('livre', 'Taça do seu jeito', 2800),
      categoryId: null,
      productType: 'TACA_MONTADA',
      cupMode: 'escolha',
    },
    { ...product('agua', 'Água', 400), categoryId: null, productType: 'PRONTO', cupMode: 'pronta' },
  ],
  cupsEnabled: true,
  discountPercent: 10,
};

export const sampleItem: CartItem = {
  id: 'item-1',
  productId: null,
  sizeId: 'p',
  baseId: 'acai',
  iceCreamId: 'ninho',
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [
    { id: 'banana', layer: 'BOTTOM' },
    { id: 'nutella', layer: 'TOP' },
  ],
  priceCents: 1850,
};

/** What this browser keeps of an order that was made of `cart`. */
export const sampleAttempt = (code: string | null, cart: readonly CartItem[] = [sampleItem]): Attempt => ({
  id: 'id-1',
  claim: 'claim-1',
  asked: JSON.stringify({ items: cart.map(placeItem) }),
  code,
});
