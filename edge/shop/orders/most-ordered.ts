// What customers of the store ordered most of late, for the site in the shop.
import {
  MOST_ORDERED_IDS_MAX,
  MOST_ORDERED_MIN,
  MOST_ORDERED_ORDERS_MAX,
  MOST_ORDERED_WINDOW_MS,
} from '@balcao/shared/menu/most-ordered.ts';
import type { Db } from '../../storage/open.ts';

/** The same as `rankOrdered` says of whole orders, by the tables of their parts. */
export function createMostOrdered({ $client }: Db) {
  // Orders by their numbers, and their parts by the orders: never a whole table.
  const read = $client.prepare<{ sinceMs: number; orders: number; min: number; ids: number }, { id: string }>(
    `with recent as (
       select number from orders
       where number > (select coalesce(max(number), 0) from orders) - @orders and created_at_ms > @sinceMs
         and status <> 'CANCELLED' and payment_status in ('approved', 'partially_refunded')
     ), wanted as (
       select order_items.product_id as id, recent.number from recent
         join order_items on order_items.order_number = recent.number where order_items.product_id is not null
       union
       select order_item_toppings.topping_id, recent.number from recent
         join order_item_toppings on order_item_toppings.order_number = recent.number
     )
     select id from wanted group by id having count(*) >= @min order by count(*) desc, id limit @ids`,
  );
  return {
    ids: (nowMs: number): string[] =>
      read
        .all({
          sinceMs: nowMs - MOST_ORDERED_WINDOW_MS,
          orders: MOST_ORDERED_ORDERS_MAX,
          min: MOST_ORDERED_MIN,
          ids: MOST_ORDERED_IDS_MAX,
        })
        .map(({ id }) => id),
  };
}
