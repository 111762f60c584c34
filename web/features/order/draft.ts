// What a customer has chosen so far in the wizard. Pure: changes and checks of one draft.
import { isBuilt, isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { readyItem, type CartItem, type CartTopping } from '../../cart/cart.ts';
import { toppingsMax } from '../../cart/toppings.ts';
import { cupGroups, groupOf } from './cup-groups.ts';

export type OrderType = 'ACAI_MONTADO' | 'TACA_MONTADA';

export type Draft = {
  type: OrderType | null;
  categoryId: string | null;
  productId: string | null;
  sizeId: string | null;
  baseId: string | null;
  iceCreamId: string | null;
  meioAMeio: boolean;
  secondaryIceCreamId: string | null;
  toppings: CartTopping[];
};

export const EMPTY_DRAFT: Draft = {
  type: null,
  categoryId: null,
  productId: null,
  sizeId: null,
  baseId: null,
  iceCreamId: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [],
};

export const chooseType = (draft: Draft, type: OrderType): Draft =>
  draft.type === type ? draft : { ...draft, type, categoryId: null, productId: null };

/** Cups of a category come as described; what was chosen for one that is built does not belong to them. */
export const chooseCategory = (draft: Draft, categoryId: string): Draft => ({
  ...draft,
  categoryId,
  productId: null,
});
export const chooseCup = (draft: Draft, cup: Menu['products'][number], menu: Menu): Draft => ({
  ...draft,
  productId: cup.id,
  categoryId: isBuilt(cup) ? null : groupOf(cup, menu),
});

export const chooseIceCream = (draft: Draft, id: string): Draft => ({
  ...draft,
  iceCreamId: id,
  secondaryIceCreamId: draft.secondaryIceCreamId === id ? null : draft.secondaryIceCreamId,
});

export const setHalves = (draft: Draft, on: boolean): Draft => ({
  ...draft,
  meioAMeio: on,
  secondaryIceCreamId: on ? draft.secondaryIceCreamId : null,
});

/** Whether the chosen cup comes as described, with nothing to choose: only these are chosen by a category. */
export const isReadyCup = (draft: Draft): boolean =>
  draft.type === 'TACA_MONTADA' && draft.categoryId !== null;

/** A cup of which nothing is chosen yet: what an açaí had before does not belong to it. */
export const isUndecidedCup = (draft: Draft): boolean =>
  draft.type === 'TACA_MONTADA' && draft.productId === null;

/**
 * The draft against today's menu: what has left the menu is no longer chosen, a feature that was turned off falls back to
 * açaí, and toppings above the size's limit are dropped from the end. Sold out is kept: the screen says so.
 */
export function mendDraft(draft: Draft, menu: Menu): Draft {
  const on = <T extends { id: string }>(entries: T[], id: string | null) =>
    entries.some((entry) => entry.id === id) ? id : null;
  const cup = menu.cupsEnabled && draft.type === 'TACA_MONTADA';
  const product = cup ? menu.products.find((one) => one.id === draft.productId && isCup(one)) : undefined;
  const sizeId = on(menu.sizes, draft.sizeId);
  const iceCreamId = on(menu.iceCreams, draft.iceCreamId);
  const secondaryIceCreamId =
    draft.meioAMeio && draft.secondaryIceCreamId !== iceCreamId
      ? on(menu.iceCreams, draft.secondaryIceCreamId)
      : null;
  const max = toppingsMax({ productId: product?.id ?? null, sizeId }, menu);
  const toppings = draft.toppings
    .filter((topping) => menu.toppings.some((one) => one.id === topping.id))
    .slice(0, max);
  const mended: Draft = {
    type: draft.type === 'TACA_MONTADA' && !menu.cupsEnabled ? 'ACAI_MONTADO' : draft.type,
    categoryId: !cup
      ? null
      : product === undefined
        ? on(cupGroups(menu), draft.categoryId)
        : chooseCup(draft, product, menu).categoryId,
    productId: product?.id ?? null,
    sizeId,
    baseId: on(menu.bases, draft.baseId),
    iceCreamId,
    meioAMeio: draft.meioAMeio,
    secondaryIceCreamId,
    // Until a size is chosen again nothing is dropped for want of room.
    toppings: sizeId === null && !product ? draft.toppings : toppings,
  };
  return JSON.stringify(mended) === JSON.stringify(draft) ? draft : mended;
}

/** What goes into the cart: only the choices that belong to this kind of item. */
export function itemOf(draft: Draft, id: string, priceCents: number): CartItem {
  const productId = draft.type === 'TACA_MONTADA' ? draft.productId : null;
  if (isUndecidedCup(draft) || isReadyCup(draft)) return readyItem(id, productId, priceCents);
  const { baseId, iceCreamId, meioAMeio, secondaryIceCreamId, toppings } = draft;
  const sizeId = productId === null ? draft.sizeId : null;
  return { id, productId, sizeId, baseId, iceCreamId, meioAMeio, secondaryIceCreamId, toppings, priceCents };
}

/** The choices of an item of the cart, to be edited. */
export function draftOf(item: CartItem, menu: Menu): Draft {
  const product = menu.products.find((one) => one.id === item.productId);
  const { productId, sizeId, baseId, iceCreamId, meioAMeio, secondaryIceCreamId, toppings } = item;
  return {
    type: productId === null ? 'ACAI_MONTADO' : 'TACA_MONTADA',
    categoryId: product === undefined ? null : chooseCup(EMPTY_DRAFT, product, menu).categoryId,
    productId,
    sizeId,
    baseId,
    iceCreamId,
    meioAMeio,
    secondaryIceCreamId,
    toppings,
  };
}
