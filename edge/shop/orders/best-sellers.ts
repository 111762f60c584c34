// What the shop sells most, for the counter's first shelf.
import type { Db } from '../../storage/open.ts';

/** As many orders as a busy shop has in some days: a fixed number, so that the question costs the same after years. */
const ORDERS_LOOKED_AT = 500;

/** `ordersMax`: of the newest orders, how many are looked at. */
export function createBestSellers({ $client }: Db, ordersMax = ORDERS_LOOKED_AT) {
  // Orders whose money came; of the same count the one that sold last stands first.
  const read = $client.prepare<[number], { productId: string }>(
    `select order_items.product_id as productId from orders join order_items on order_items.order_number = orders.number
     where orders.number > (select coalesce(max(number), 0) from orders) - ? and orders.status <> 'CANCELLED'
       and orders.payment_status in ('approved', 'partially_refunded') and order_items.product_id is not null
     group by order_items.product_id order by count(*) desc, max(orders.number) desc`,
  );
  return {
    productIds: (): string[] => read.all(ordersMax).map(({ productId }) => productId),
  };
}
