// An order's items as they were sold, in the colours of today's menu, to be drawn and described.
import type { PublicOrder } from '@balcao/shared/http/orders.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { colorOf, creamyColorOf, toppingLook, vesselOf } from '../ui/cup-look.ts';
import { CUP_COLORS, type CupContent } from '../ui/cup.tsx';
import { LAYERS, listOf, timesText } from '../text/menu.ts';
import type { CartItem } from './cart.ts';
import { shareOf } from './describe.ts';
import { houseCup } from './house-cup.ts';

type SoldItem = Order['items'][number] | PublicOrder['items'][number];

export type SoldDescription = {
  title: string;
  details: string[];
  layers: { name: string; toppings: string[] }[];
  cup: CupContent;
  /** The photo of what is sold as it comes; what one chose oneself is drawn. */
  image: string | null;
};

export function describeSold(item: SoldItem, menu: Menu | null): SoldDescription {
  const named = <T extends { name: string }>(entries: T[] | undefined, name: string | null) =>
    entries?.find((entry) => entry.name === name);
  const flavours = [item.iceCreamName, item.secondaryIceCreamName].filter((name) => name !== null);
  const product = named(menu?.products, item.productName);
  const size = named(menu?.sizes, item.sizeName);
  const cup: CupContent = {
    shape: item.productName === null ? 'copo' : vesselOf(item.productName, true),
    ...(size && { size: shareOf(size, menu?.sizes ?? []) }),
    base:
      item.baseName === null
        ? null
        : (named(menu?.bases, item.baseName)?.color ?? colorOf(item.baseName) ?? CUP_COLORS.base),
    iceCreams: flavours.map(
      (name) => named(menu?.iceCreams, name)?.color ?? creamyColorOf(name) ?? CUP_COLORS.iceCream,
    ),
    toppings: item.toppings.map(({ name, layer }) => ({
      key: name + layer,
      layer,
      ...toppingLook(named(menu?.toppings, name) ?? { name }),
    })),
  };
  const asItCame = item.productName !== null && item.baseName === null;
  return {
    title: item.productName ?? `Açaí ${item.sizeName ?? ''}`.trim(),
    details: [
      item.productName === null ? null : item.sizeName,
      item.baseName,
      flavours.length > 1 ? `Meio a meio: ${flavours.join(' / ')}` : (flavours[0] ?? null),
    ].filter((part) => part !== null),
    layers: LAYERS.map(({ layer, name }) => ({
      name,
      toppings: item.toppings.filter((topping) => topping.layer === layer).map((topping) => topping.name),
    })).filter((layer) => layer.toppings.length > 0),
    // As it came, there is nothing to draw it by but what it is called.
    cup: asItCame ? houseCup(product ?? { name: item.productName ?? '', productType: 'PRONTO' }) : cup,
    image: asItCame ? (product?.image ?? null) : null,
  };
}

export type SoldLine = Pick<SoldDescription, 'title' | 'cup' | 'image'> & { line: string };

/** An order's items, those that are told in the same words as one. */
export function soldLines(items: readonly SoldItem[], menu: Menu | null): SoldLine[] {
  const lines = new Map<string, SoldLine & { count: number }>();
  for (const item of items) {
    const sold = describeSold(item, menu);
    const line = soldLine(sold);
    const { count = 0 } = lines.get(sold.title + line) ?? {};
    lines.set(sold.title + line, { ...sold, line, count: count + 1 });
  }
  return [...lines.values()].map(({ title, count, ...rest }) => ({
    ...rest,
    title: timesText(count) + title,
  }));
}

export const soldLine = ({ details, layers }: SoldDescription): string =>
  [...details, ...layers.map(({ name, toppings }) => `${name}: ${listOf(toppings)}`)].join(' · ');

/** The same again, as far as today's menu has it; for 'pedir de novo'. */
export function sameAgain(items: Order['items'], newId: () => string): CartItem[] {
  return items.map((item) => ({
    id: newId(),
    productId: item.productId,
    sizeId: item.sizeId,
    baseId: item.baseId,
    iceCreamId: item.iceCreamId,
    meioAMeio: item.meioAMeio,
    secondaryIceCreamId: item.secondaryIceCreamId,
    toppings: item.toppings.map(({ toppingId, layer }) => ({ id: toppingId, layer })),
    priceCents: item.priceCents,
  }));
}
