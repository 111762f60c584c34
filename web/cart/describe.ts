// A cart item in words and as a drawing, from the menu. What is no longer on the menu is said to be so.
import { isBuilt, isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { CartItem } from './cart.ts';
import { houseCup } from './house-cup.ts';
import { colorOf, creamyColorOf, toppingLook, vesselOf } from '../ui/cup-look.ts';
import { CUP_COLORS, type CupContent } from '../ui/cup.tsx';
import { LAYERS, listOf } from '../text/menu.ts';

type Choices = Omit<CartItem, 'id' | 'priceCents'>;

export type ItemDescription = {
  title: string;
  /** It is made of what is chosen, not sold as it comes. */
  built: boolean;
  /** Base, flavours. */
  details: string[];
  layers: { name: string; letter: string; toppings: string[] }[];
  /** What cannot be sold any more, by name; something without a name has left the menu. */
  unavailable: string[];
  cup: CupContent;
  image: string | null;
};

const GONE = 'item que saiu do cardápio';

export function describeItem(item: Choices, menu: Menu): ItemDescription {
  const unavailable: string[] = [];
  const pick = <T extends { id: string; name: string; soldOut: boolean }>(
    entries: T[],
    id: string | null,
  ): T | null => {
    if (id === null) return null;
    const found = entries.find((entry) => entry.id === id) ?? null;
    if (!found) unavailable.push(GONE);
    else if (found.soldOut) unavailable.push(found.name);
    return found;
  };
  const product = pick(menu.products, item.productId);
  const size = item.productId === null ? pick(menu.sizes, item.sizeId) : null;
  const base = pick(menu.bases, item.baseId);
  const first = pick(menu.iceCreams, item.iceCreamId);
  const second = pick(menu.iceCreams, item.secondaryIceCreamId);
  const toppings = item.toppings.map((chosen) => ({ ...chosen, topping: pick(menu.toppings, chosen.id) }));

  if (product && isCup(product) && !menu.cupsEnabled) unavailable.push(product.name);
  const flavours = [first, second].filter((one) => one !== null);
  const cup: CupContent = {
    shape: product === null ? 'copo' : vesselOf(product.name, isCup(product)),
    ...(size && { size: shareOf(size, menu.sizes) }),
    base: base ? (base.color ?? colorOf(base.name) ?? CUP_COLORS.base) : null,
    iceCreams: flavours.map((one) => one.color ?? creamyColorOf(one.name) ?? CUP_COLORS.iceCream),
    toppings: toppings.flatMap(({ topping, layer }) =>
      topping ? [{ key: `${topping.id}${layer}`, layer, ...toppingLook(topping) }] : [],
    ),
  };
  return {
    title: product ? product.name : item.productId !== null ? 'Produto' : size ? `Açaí ${size.name}` : 'Açaí',
    built: product ? isBuilt(product) : item.productId === null,
    details: [
      base?.name ?? null,
      flavours.length > 1
        ? `Meio a meio: ${flavours.map((one) => one.name).join(' / ')}`
        : (first?.name ?? null),
      product && !isBuilt(product) ? listOf(product.accompaniments) || product.description : null,
    ].filter((part): part is string => part !== null && part !== ''),
    layers: LAYERS.map(({ layer, name, letter }) => ({
      name,
      letter,
      toppings: toppings.filter((one) => one.layer === layer).map((one) => one.topping?.name ?? GONE),
    })).filter((one) => one.toppings.length > 0),
    unavailable: [...new Set(unavailable)],
    cup: product && !isBuilt(product) ? houseCup(product) : cup,
    image: product?.image ?? null,
  };
}

/** How large a size is among all of a shop, from 0 to 1: as its price says, whatever order the menu has them in. */
export const shareOf = (
  { priceCents }: Pick<Menu['sizes'][number], 'priceCents'>,
  sizes: Menu['sizes'],
): number =>
  sizes.length < 2 ? 1 : sizes.filter((one) => one.priceCents < priceCents).length / (sizes.length - 1);

/** What is drawn, in words: the text alternative of the cup. */
export function cupLabel({ title, built, details, layers }: ItemDescription): string {
  const parts = [
    ...details,
    ...layers.map((layer) => `no ${layer.name.toLowerCase()}: ${listOf(layer.toppings)}`),
  ];
  if (parts.length === 0) return built ? `${title}, ainda sem nada` : title;
  return `${title}: ${parts.join('; ')}`;
}

/** 'Banana e Granola no fundo; Morango no topo', or 'Sem complementos'. */
export const toppingsLine = ({ layers }: ItemDescription): string =>
  layers.length === 0
    ? 'Sem complementos'
    : layers.map((layer) => `${layer.name}: ${listOf(layer.toppings)}`).join(' · ');
