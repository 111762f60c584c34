// A shop that has something of everything, for tests that write its screens down: what has a photo and what has none, what has run out, what
// holds an allergen, what can be had twice; and a customer's walk through it on a clock that stands.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, type ReactElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { CartItem } from '../cart/cart.ts';
import { sampleItem, sampleMenu } from '../cart/sample.ts';
import { stubStorage } from '../data/testing/stub-storage.ts';
import { Toaster } from '../ui/toast.tsx';
import { closeScreen, openScreen } from './screen.ts';
import { openShop, sampleStore } from './shop.ts';
import type { createWalk } from './walk.ts';

/** A Saturday's evening in Belém. */
export const NOW_MS = Date.parse('2026-11-21T18:04:00-03:00');
const photo = (letter: string): string => letter.repeat(8);

/** The one of this id in a list that has it. */
function one<T extends { id: string }>(list: readonly T[], id: string): T {
  const found = list.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`the small menu has no ${id}`);
  return found;
}
const { sizes, bases, iceCreams, toppings, products } = sampleMenu;

export const fullMenu: Menu = {
  ...sampleMenu,
  sizes: [
    { ...one(sizes, 'p'), maxToppings: 3 },
    one(sizes, 'g'),
    { ...one(sizes, 'g'), id: 'litro', name: 'Litro', priceCents: 4_000, maxToppings: 0 },
    { ...one(sizes, 'g'), id: 'balde', name: 'Balde', priceCents: 9_000, soldOut: true },
  ],
  bases: [
    { ...one(bases, 'acai'), description: 'Da casa', allergens: ['soja'] },
    one(bases, 'zero'),
    { ...one(bases, 'acai'), id: 'cupuacu', name: 'Cupuaçu', color: null },
  ],
  iceCreams: [
    { ...one(iceCreams, 'ninho'), description: 'Leite ninho', color: '#fff3d6', allergens: ['leite'] },
    one(iceCreams, 'morango'),
    { ...one(iceCreams, 'coco'), soldOut: true },
    { ...one(iceCreams, 'coco'), id: 'flocos', name: 'Flocos', allergens: ['leite', 'glúten'] },
  ],
  toppings: [
    { ...one(toppings, 'banana'), color: '#f0d040' },
    { ...one(toppings, 'granola'), allergens: ['castanhas', 'glúten'] },
    { ...one(toppings, 'nutella'), allergens: ['leite', 'castanhas'] },
    one(toppings, 'kiwi'),
    { ...one(toppings, 'banana'), id: 'mel', name: 'Mel', category: 'caldas', priceCents: 150 },
    {
      ...one(toppings, 'banana'),
      id: 'pacoca',
      name: 'Paçoca',
      category: 'crocantes',
      allergens: ['amendoim'],
    },
    { ...one(toppings, 'banana'), id: 'confete', name: 'Confete', category: '' },
    { ...one(toppings, 'banana'), id: 'uva', name: 'Uva' },
    { ...one(toppings, 'banana'), id: 'manga', name: 'Manga' },
  ],
  products: [
    {
      ...one(products, 'split'),
      description: 'Três bolas e banana',
      accompaniments: ['Calda', 'Farofa'],
      image: photo('a'),
      allergens: ['leite'],
    },
    { ...one(products, 'split'), id: 'sundae', name: 'Sundae', priceCents: 1_900, accompaniments: ['Calda'] },
    { ...one(products, 'split'), id: 'colegial', name: 'Colegial', priceCents: 2_100, soldOut: true },
    { ...one(products, 'split'), id: 'avulsa', name: 'Taça avulsa', categoryId: null, priceCents: 1_700 },
    { ...one(products, 'livre'), description: 'Você escolhe', image: photo('b') },
    { ...one(products, 'livre'), id: 'livre2', name: 'Taça dupla', priceCents: 3_400, categoryId: 'vazia' },
    { ...one(products, 'agua'), image: photo('c') },
    { ...one(products, 'agua'), id: 'suco', name: 'Suco', priceCents: 750 },
    { ...one(products, 'agua'), id: 'cafe', name: 'Café', soldOut: true },
  ],
};

export const fullStore: StoreInfo = {
  ...sampleStore,
  logo: photo('d'),
  mostOrdered: ['sundae', 'nutella', 'granola', 'kiwi', 'mel'],
  paymentMethods: [
    { method: 'pix', displayName: 'PIX', description: 'Cai na hora' },
    { method: 'credit_card', displayName: 'Cartão', description: null },
    { method: 'cash', displayName: 'Dinheiro', description: 'Pague no balcão' },
  ],
};

/** An açaí with two toppings, its two halves, a cup that was built, one that comes as it is, two bottles that are alike. */
export const fullCart: CartItem[] = [
  sampleItem,
  {
    ...sampleItem,
    id: 'item-2',
    sizeId: 'g',
    baseId: 'cupuacu',
    meioAMeio: true,
    secondaryIceCreamId: 'flocos',
    toppings: [
      { id: 'granola', layer: 'MIDDLE' },
      { id: 'granola', layer: 'TOP' },
      { id: 'mel', layer: 'TOP' },
    ],
    priceCents: 2_650,
  },
  {
    ...sampleItem,
    id: 'item-3',
    productId: 'livre',
    sizeId: null,
    iceCreamId: 'morango',
    toppings: [],
    priceCents: 2_800,
  },
  ...[
    ['item-4', 'split', 2_200],
    ['item-5', 'agua', 400],
    ['item-6', 'agua', 400],
  ].map(([id, productId, priceCents]) => ({
    ...sampleItem,
    id: String(id),
    productId: String(productId),
    sizeId: null,
    baseId: null,
    iceCreamId: null,
    toppings: [],
    priceCents: Number(priceCents),
  })),
];

const nothing = {
  sizeId: null,
  sizeName: null,
  baseId: null,
  baseName: null,
  iceCreamId: null,
  iceCreamName: null,
};
/** The items of an order as sold: two that are alike, one of one flavour, a cup that was built, one that comes as it is, and two bottles. */
export function fullItems(): Order['items'] {
  const [acai] = sampleOrder().items;
  if (acai === undefined) throw new Error('the sample order is empty');
  const plain = { ...acai, meioAMeio: false, secondaryIceCreamId: null, secondaryIceCreamName: null };
  const ready = { ...plain, ...nothing, toppings: [] };
  return [
    acai,
    { ...acai, id: 'alike' },
    { ...plain, id: 'plain', toppings: [] },
    {
      ...plain,
      id: 'own',
      kind: 'cup',
      productId: 'livre',
      productName: 'Taça do seu jeito',
      sizeId: null,
      sizeName: null,
    },
    { ...ready, id: 'split', kind: 'cup', productId: 'split', productName: 'Banana split' },
    { ...ready, id: 'water', kind: 'product', productId: 'agua', productName: 'Água' },
    { ...ready, id: 'more', kind: 'product', productId: 'agua', productName: 'Água' },
  ];
}

/** What is kept as the browser's own storage has it: its keys can be listed. */
const listed = (stored: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: (_all, key) => ({
        configurable: true,
        enumerable: true,
        value: stored.get(String(key)),
      }),
    },
  );

type Place = Omit<NonNullable<Parameters<typeof openShop>[0]>, 'store'> & {
  store?: Partial<StoreInfo>;
  path?: string;
  /** What the device has kept already. */
  kept?: Record<string, unknown>;
  state?: unknown;
  /** What happens before anything is drawn. */
  before?: (store: Awaited<ReturnType<typeof openShop>>['store']) => unknown;
};

/** A clock that stands at `NOW_MS` where the shop is, and a console that says nothing of refusals; until the test ends. */
export function standClock(nowMs = NOW_MS): void {
  vi.stubEnv('TZ', 'America/Belem');
  vi.useFakeTimers({ now: nowMs });
  vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(async () => {
    await closeScreen();
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** Screens of that shop, each step written into the walk with what it sent, what is kept, and where it led. */
export async function openFullShop(
  walk: ReturnType<typeof createWalk>,
  screens: ReactElement,
  { path = '/', kept = {}, menu = fullMenu, store = {}, answers = {}, state, before }: Place = {},
) {
  await closeScreen();
  const stored = stubStorage();
  vi.stubGlobal('localStorage', listed(stored));
  vi.stubGlobal('sessionStorage', { clear: () => undefined });
  for (const [key, value] of Object.entries(kept))
    stored.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  const shop = await openShop({ menu, store: { ...fullStore, ...store }, answers });
  await before?.(shop.store);
  const page = await openScreen(createElement('div', null, screens, createElement(Toaster)), {
    store: shop.store,
    path,
    state,
  });
  const see = (step: string): void => walk.see(step, page, { sent: shop.asked, kept: stored, address: true });
  return {
    ...page,
    stored,
    store: shop.store,
    asked: shop.asked,
    answers,
    see,
    /** Taps, one after the other, each step written down. */
    go: async (...names: string[]): Promise<void> => {
      for (const name of names) {
        await page.tap(name);
        see(`tap: ${name}`);
      }
    },
  };
}
