// What customers may see of the catalogue: the active entries with 'Acabou' marked, nothing else.
import { isAvailable } from './availability.ts';
import type { Base, Catalog, Category, IceCream, Product, Size, Topping } from './menu.ts';

type Sold<T> = Omit<T, 'active' | 'soldOutUntilMs'> & { soldOut: boolean };

/** The body of `GET /api/menu`: everything the order wizard needs. */
export type Menu = {
  sizes: Sold<Size>[];
  bases: Sold<Base>[];
  iceCreams: Sold<IceCream>[];
  toppings: Sold<Topping>[];
  categories: Omit<Category, 'active'>[];
  products: Sold<Product>[];
  cupsEnabled: boolean;
  discountPercent: number;
};

/** The menu of the site at an instant (milliseconds since 1970); 'Acabou' lapses by that clock. */
export function publicMenu(catalog: Catalog, nowMs: number): Menu {
  const onSale = <T extends { active: boolean; soldOutUntilMs: number | null }>(entries: T[]): Sold<T>[] =>
    entries
      .filter((entry) => entry.active)
      .map((entry) => {
        const { active: _active, soldOutUntilMs: _until, ...fields } = entry;
        return { ...fields, soldOut: !isAvailable(entry, nowMs) };
      });
  return {
    sizes: onSale(catalog.sizes),
    bases: onSale(catalog.bases),
    iceCreams: onSale(catalog.iceCreams),
    toppings: onSale(catalog.toppings),
    categories: catalog.categories
      .filter((category) => category.active)
      .map(({ active: _active, ...category }) => category),
    products: onSale(catalog.products),
    cupsEnabled: catalog.settings.enableTacaMontada,
    discountPercent: catalog.settings.specialDiscountPercent,
  };
}
