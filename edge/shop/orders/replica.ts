// Orders in the log: how one is written, and how it comes back.
import { orderRow } from '@balcao/shared/link/aggregates/order.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import type { RestoredOrders } from './restored-orders.ts';

/** Appends the order's newest state, in the transaction of its change. `claimHash`: null where the browser sent none. */
export function logOrder(
  outbox: Pick<Outbox, 'append'>,
  order: Order,
  { trackingTokenHash, claimHash }: { trackingTokenHash: string; claimHash: string | null },
): void {
  const claim = claimHash === null ? {} : { claimHash };
  outbox.append(orderRow, order.id, { order, trackingTokenHash, ...claim }, order.updatedAtMs);
}

export const readOrderRows = (orders: Pick<RestoredOrders, 'put'>): RowReader =>
  readRows(orderRow, (_id, { order, claimHash }) => orders.put(order, claimHash ?? null));
