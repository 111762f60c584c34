// What buyers may see and choose of the wholesale catalogue. Pure; the document stays the authority.
import type { Catalog, Category, WholesaleField, WholesaleProduct } from '../menu/menu.ts';
import { fieldSettings } from './fields.ts';
import { NO_RULES, type WholesaleRules } from './rules.ts';

/** Null: the product has none to choose from. An empty list: it has, and none is on offer now. */
export type OfferedProduct = Omit<WholesaleProduct, 'active'>;

/** The body of `GET /api/wholesale/catalogue`. */
export type WholesaleCatalogue = {
  categories: Omit<Category, 'active'>[];
  products: OfferedProduct[];
  fields: WholesaleField[];
  rules: WholesaleRules;
};

type WholesalePart = Pick<
  Catalog,
  'wholesaleCategories' | 'wholesaleProducts' | 'wholesaleSizes' | 'wholesaleFlavors' | 'wholesaleFields'
>;

/** What is on sale now: sizes and flavours that are switched off are taken out, and a product of a hidden category has none. */
export function wholesaleCatalogue(
  catalog: WholesalePart,
  rules: WholesaleRules = NO_RULES,
): WholesaleCatalogue {
  const sizesOff = switchedOff(catalog.wholesaleSizes);
  const flavorsOff = switchedOff(catalog.wholesaleFlavors);
  const shown = new Set<string>();
  const categories = catalog.wholesaleCategories
    .filter((category) => category.active)
    .map(({ active: _active, ...category }) => {
      shown.add(category.id);
      return category;
    });
  return {
    categories,
    products: catalog.wholesaleProducts
      .filter((product) => product.active)
      .map(({ active: _active, ...product }) => ({
        ...product,
        categoryId: product.categoryId !== null && shown.has(product.categoryId) ? product.categoryId : null,
        sizes: onOffer(product.sizes, sizesOff),
        flavors: onOffer(product.flavors, flavorsOff),
      })),
    fields: fieldSettings(catalog.wholesaleFields),
    rules,
  };
}

// A name that the list does not know stays on offer: it was typed before the list was, or renamed since.
function switchedOff(options: readonly { name: string; active: boolean }[]): Set<string> {
  const on = new Set(options.filter((option) => option.active).map((option) => option.name));
  return new Set(options.map((option) => option.name).filter((name) => !on.has(name)));
}

const onOffer = (names: string[] | null, off: ReadonlySet<string>): string[] | null =>
  names === null || names.length === 0 ? null : names.filter((name) => !off.has(name));
