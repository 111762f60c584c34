// What went back of an order whose lines were changed, by the ways in which it did: kept with the change that made it too much. Pure and
// without schemas, for screens import it.
import type { GivenBack, Order } from '../order/order.ts';
import { isTakenByHand } from '../order/taken-by-hand.ts';

type Changed = Pick<Order, 'changes'>;

/** The order with what went back just now, of what its last change left; unchanged where nothing did, or nothing was ever changed. */
export function withGivenBack(order: Order, ways: readonly GivenBack[]): Order {
  const lastChange = order.changes?.at(-1);
  if (lastChange === undefined || ways.length === 0) return order;
  const changes = [
    ...(order.changes ?? []).slice(0, -1),
    { ...lastChange, givenBack: [...(lastChange.givenBack ?? []), ...ways] },
  ];
  return { ...order, changes };
}

/** All that went back of it so, of each way one sum, in the order in which they first went. */
export function givenBackOf({ changes = [] }: Changed): GivenBack[] {
  const sums = new Map<string, GivenBack>();
  for (const way of changes.flatMap(({ givenBack = [] }) => givenBack)) {
    const key = `${way.method} ${way.card}`;
    sums.set(key, { ...way, cents: (sums.get(key)?.cents ?? 0) + way.cents });
  }
  return [...sums.values()];
}

/** What of it was handed over the counter, in centavos. */
export const handedBackCents = (order: Changed): number =>
  givenBackOf(order)
    .filter(({ method }) => isTakenByHand(method))
    .reduce((sum, { cents }) => sum + cents, 0);
