// What this device ordered last, to be ordered again with one tap: the choices alone, at the prices of today's menu.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { readStored } from '../data/device.ts';
import { parseCart, type Cart } from './cart.ts';
import { describeItem } from './describe.ts';
import { itemPriceCents } from './price.ts';

/** Empty where there is none, or where a part of it cannot be sold now: what comes would not be the same. */
export function lastOrder(menu: Menu): Cart {
  const kept = parseCart(readStored('again') ?? '[]') ?? [];
  if (kept.some((item) => describeItem(item, menu).unavailable.length > 0)) return [];
  return kept.map((item) => ({ ...item, priceCents: itemPriceCents(item, menu) ?? item.priceCents }));
}

/** 'Açaí Médio 500 ml', or with more items 'Açaí Médio 500 ml + 2'. */
export function nameOf([first, ...others]: Cart, menu: Menu): string {
  const name = first ? describeItem(first, menu).title : '';
  return others.length === 0 ? name : `${name} + ${others.length}`;
}
