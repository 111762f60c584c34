// The states of the open orders for a relay that is behind: read in one go with the end of the log, so that both say the same.
import { desc, sql } from 'drizzle-orm';
import { ORDER_STATES_MAX, type OrderState, type OrderStates } from '@balcao/shared/link/order-states.ts';
import type { Identity } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { orders } from '../../storage/schema/orders.ts';
import type { Outbox } from '../../storage/outbox.ts';

/** Written as the index `orders_open` has it. */
const IS_OPEN = sql`${orders.status} in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')`;

export function openStates(deps: {
  db: Db;
  outbox: Pick<Outbox, 'head'>;
  identity: Pick<Identity, 'epoch'>;
}): OrderStates {
  const states = deps.db
    .select({
      id: orders.id,
      panelNumber: orders.panelNumber,
      panelDate: orders.panelDate,
      panelSeries: orders.panelSeries,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      paymentMethod: orders.paymentMethod,
      changeForCents: orders.changeForCents,
      cancelReason: orders.cancelReason,
      late: orders.late,
      updatedAtMs: orders.updatedAtMs,
      receivedAtMs: orders.receivedAtMs,
      preparingAtMs: orders.preparingAtMs,
      readyAtMs: orders.readyAtMs,
      deliveredAtMs: orders.deliveredAtMs,
    })
    .from(orders)
    .where(IS_OPEN)
    .orderBy(desc(orders.createdAtMs))
    .limit(ORDER_STATES_MAX)
    .all() as OrderState[];
  return { seq: deps.outbox.head().seq, epoch: deps.identity.epoch, states };
}
