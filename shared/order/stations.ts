// Stations of the kitchen: which of an order's items are made where. Pure: an item belongs to exactly one station, and nothing is lost.
import type { Catalog, Station } from '../menu/menu.ts';
import type { OrderItem } from './order.ts';

/** What a station may take: every açaí, every ready cup, or the products of a category. */
export type StationThing = 'acai' | 'cup' | `category:${string}`;

/** What decides where an item is made: the shop's stations, and the category of a product; null for one that has none. */
export type StationRules = {
  stations: readonly Station[];
  categoryOf: (productId: string) => string | null;
};

/** The rules of a shop's menu. */
export function stationRulesOf({ products, settings }: Pick<Catalog, 'products' | 'settings'>): StationRules {
  const categories = new Map(products.map(({ id, categoryId }) => [id, categoryId] as const));
  return { stations: settings.stations, categoryOf: (productId) => categories.get(productId) ?? null };
}

/** One station's share of an order, its items in the order's own order. */
export type StationPart = { station: Station; items: OrderItem[] };

/** What an item counts as; null for a product of no category. */
function thingOf(
  item: Pick<OrderItem, 'kind' | 'productId'>,
  categoryOf: StationRules['categoryOf'],
): StationThing | null {
  if (item.kind !== 'product') return item.kind;
  const category = item.productId === null ? null : categoryOf(item.productId);
  return category === null ? null : `category:${category}`;
}

/** Where an item is made: at the first station that takes it, and at the first of all when none does. Null: there are no stations. */
export function stationOf(
  item: Pick<OrderItem, 'kind' | 'productId'>,
  { stations, categoryOf }: StationRules,
): Station | null {
  const thing = thingOf(item, categoryOf);
  const taker = thing === null ? undefined : stations.find(({ takes }) => takes.includes(thing));
  return taker ?? stations[0] ?? null;
}

/** The shares of an order, in the order of the stations, empty ones left out; none where there are no stations. */
export function splitByStation(items: readonly OrderItem[], rules: StationRules): StationPart[] {
  const own = items.map((item) => ({ item, station: stationOf(item, rules) }));
  return rules.stations
    .map((station) => ({
      station,
      items: own.filter((one) => one.station === station).map(({ item }) => item),
    }))
    .filter((part) => part.items.length > 0);
}
