// An order as rows of three tables, and back.
import { sql } from 'drizzle-orm';
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import type { orderItems, orderItemToppings } from '../../storage/schema/orders.ts';
import { orders } from '../../storage/schema/orders.ts';

export type OrderRow = typeof orders.$inferSelect;
type ItemRow = typeof orderItems.$inferSelect;
type ToppingRow = typeof orderItemToppings.$inferSelect;

// Word for word the condition of the partial index `orders_open`, or SQLite would not use it.
export const IS_OPEN = sql`${orders.status} in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')`;

/** As a column keeps what an order may have or not. */
export const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** The rows of each order, by its number. */
export function groupBy<T extends { orderNumber: number }>(rows: T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.orderNumber);
    if (group) group.push(row);
    else groups.set(row.orderNumber, [row]);
  }
  return groups;
}

export function assembleOrder(row: OrderRow, items: ItemRow[], toppings: ToppingRow[]): Order {
  const {
    number,
    requestHash: _hash,
    claimHash: _claim,
    caller: _caller,
    concessionBy: _giver,
    concession,
    tenders,
    paidDifferences,
    changes,
    balanceCents,
    madeAt,
    ...fields
  } = row;
  return {
    ...(concession === null ? {} : { concession }),
    ...(tenders === null ? {} : { tenders }),
    ...(paidDifferences === null ? {} : { paidDifferences }),
    ...(changes === null ? {} : { changes }),
    ...(balanceCents === null ? {} : { balanceCents }),
    ...(madeAt === null ? {} : { madeAt }),
    ...(fields as Omit<Order, 'simpleId' | 'orderNumber' | 'items'>),
    simpleId: number,
    orderNumber: number,
    items: items.map(({ orderNumber: _order, position, ...item }) => ({
      ...(item as Omit<OrderItem, 'toppings'>),
      toppings: toppings
        .filter((topping) => topping.itemPosition === position)
        .map(
          ({ toppingId, name, category, layer, priceCents }) =>
            ({ toppingId, name, category, layer, priceCents }) as OrderItem['toppings'][number],
        ),
    })),
  };
}
