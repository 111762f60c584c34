// Why the history is not cleared: orders are open, or money of one that was called off stayed with the shop.
import type { ClearRefusal } from '@balcao/shared/http/refusals/order-routes.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isPaidOnline } from '@balcao/shared/payment/store-answer.ts';
import type { Sqlite } from '../../storage/open.ts';
import type { OrderContext } from '../orders/context.ts';

/** So many orders a refusal names. */
const NAMED_MAX = 5;

/** `keptCents`: what was paid online for all of an order and was not asked back. */
export function createWhyNotCleared({
  sqlite,
  repository,
  keptCents,
}: {
  sqlite: Sqlite;
  repository: OrderContext['repository'];
  keptCents: (order: Order) => number;
}): () => ClearRefusal | null {
  const openOrders = sqlite.prepare<[], { n: number }>(
    "select count(*) as n from orders where status in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')",
  );
  const calledOffWithPayments = sqlite
    .prepare<[], string>(
      "select id from orders where status = 'CANCELLED' and id in (select order_id from payments) order by number",
    )
    .pluck();
  return () => {
    const count = openOrders.get()?.n ?? 0;
    if (count > 0) return { code: 'orders-open', count };
    const kept = calledOffWithPayments.all().flatMap((id) => {
      const order = repository.byId(id);
      const cents = order !== null && isPaidOnline(order) ? keptCents(order) : 0;
      return order !== null && cents > 0 ? [{ simpleId: order.simpleId, cents }] : [];
    });
    if (kept.length === 0) return null;
    return {
      code: 'money-kept',
      count: kept.length,
      cents: kept.reduce((sum, { cents }) => sum + cents, 0),
      simpleIds: kept.slice(0, NAMED_MAX).map(({ simpleId }) => simpleId),
    };
  };
}
