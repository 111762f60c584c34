// Wholesale orders in the log: how one is written, and how it comes back.
import { wholesaleOrderRow } from '@balcao/shared/link/aggregates/wholesale-order.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { raiseCounter } from '../../storage/counters.ts';
import type { Db } from '../../storage/open.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import { RESTORED_REQUEST } from '../orders/order-repository.ts';
import { createWholesaleRepository } from './wholesale-repository.ts';

/** Appends the order's newest state, in the transaction of its change. `claimHash`: null where the browser sent none. */
export function logWholesaleOrder(
  outbox: Pick<Outbox, 'append'>,
  order: WholesaleOrder,
  claimHash: string | null,
): void {
  const body = claimHash === null ? order : { ...order, claimHash };
  outbox.append(wholesaleOrderRow, order.id, body, order.updatedAtMs);
}

export function readWholesaleRows(db: Db): RowReader {
  const repository = createWholesaleRepository(db);
  const remove = db.$client.prepare<[id: string]>('delete from wholesale_orders where id = ?');
  return readRows(wholesaleOrderRow, (_id, { claimHash, ...order }) => {
    const requestHash = repository.requestHashOf(order.id) ?? RESTORED_REQUEST;
    remove.run(order.id);
    repository.insert(order, requestHash, claimHash ?? null);
    raiseCounter(db, 'wholesale_number', order.orderNumber);
  });
}
