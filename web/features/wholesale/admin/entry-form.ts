// What the operator typed for a category or a product: what is wrong with it, or the fields as the store keeps them. Pure.
import { parseCents } from '@balcao/shared/money.ts';
import { CATEGORY_NAME_REQUIRED, POSITION_WRONG, PRODUCT_REQUIRED } from '../../../text/wholesale.ts';

export const NO_CATEGORY = 'none';

export type Checked<F> = { wrong: string; fields: null } | { wrong: null; fields: F };

type CategoryTexts = { name: string; description: string; position: string; active: boolean };
type CategoryFields = { name: string; description: string | null; position: number; active: boolean };

export function checkCategory({
  name,
  description,
  position,
  active,
}: CategoryTexts): Checked<CategoryFields> {
  if (name.trim() === '') return wrong(CATEGORY_NAME_REQUIRED);
  const place = positionOf(position);
  if (place === null) return wrong(POSITION_WRONG);
  return {
    wrong: null,
    fields: { name: name.trim(), description: orNull(description), position: place, active },
  };
}

type ProductTexts<I> = CategoryTexts & {
  price: string;
  categoryId: string;
  image: I;
  sizes: readonly string[];
  flavors: readonly string[];
};
type ProductFields<I> = CategoryFields & {
  priceCents: number;
  categoryId: string | null;
  image: I;
  sizes: string[] | null;
  flavors: string[] | null;
};

export function checkProduct<I>(typed: ProductTexts<I>): Checked<ProductFields<I>> {
  const priceCents = parseCents(typed.price);
  if (typed.name.trim() === '' || priceCents === null || priceCents === 0) return wrong(PRODUCT_REQUIRED);
  const position = positionOf(typed.position);
  if (position === null) return wrong(POSITION_WRONG);
  return {
    wrong: null,
    fields: {
      name: typed.name.trim(),
      priceCents,
      categoryId: typed.categoryId === NO_CATEGORY ? null : typed.categoryId,
      position,
      description: orNull(typed.description),
      image: typed.image,
      sizes: typed.sizes.length === 0 ? null : [...typed.sizes],
      flavors: typed.flavors.length === 0 ? null : [...typed.flavors],
      active: typed.active,
    },
  };
}

/** Only what differs: a field that somebody else changed meanwhile stays theirs. */
export const changedOf = <T extends object>(before: object, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => JSON.stringify((before as Record<string, unknown>)[key]) !== JSON.stringify(value),
    ),
  ) as Partial<T>;

const wrong = (text: string): { wrong: string; fields: null } => ({ wrong: text, fields: null });
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
/** Nothing typed is 0; null when it is no whole number from 0. */
const positionOf = (text: string): number | null => {
  const digits = text.trim() || '0';
  return /^\d{1,5}$/.test(digits) ? Number(digits) : null;
};
