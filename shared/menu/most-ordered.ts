// What customers order most: read from what was sold of late, so that a page never claims it of what the shop would like to sell.
import type { Order } from '../order/order.ts';

/** So far back what was ordered counts. */
export const MOST_ORDERED_WINDOW_MS = 30 * 86_400_000;
/** As many orders are looked at, the newest: a fixed number, so that the question costs the same after years. */
export const MOST_ORDERED_ORDERS_MAX = 500;
/** What fewer orders asked for is an accident. */
export const MOST_ORDERED_MIN = 5;
/** As many are told. */
export const MOST_ORDERED_IDS_MAX = 24;

type Sold = { items: readonly Pick<Order['items'][number], 'productId' | 'toppings'>[] };

/** Ids of the products and toppings that most of `orders` ask for, the most ordered first, of the same count by id. */
export function rankOrdered(orders: readonly Sold[]): string[] {
  const counts = new Map<string, number>();
  for (const { items } of orders) {
    const ids = items.flatMap(({ productId, toppings }) => [
      productId,
      ...toppings.map(({ toppingId }) => toppingId),
    ]);
    // Forty of one order are one customer's wish.
    for (const id of new Set(ids)) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= MOST_ORDERED_MIN)
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .slice(0, MOST_ORDERED_IDS_MAX)
    .map(([id]) => id);
}
