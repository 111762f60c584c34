// The states of the open orders, and of those that were over last, for a relay that is behind: read in one go with the end of the log, so
// that both say the same.
import { desc, not, sql } from 'drizzle-orm';
import { ORDER_STATES_MAX, type OrderState, type OrderStates } from '@balcao/shared/link/order-states.ts';
import type { Identity } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { orders } from '../../storage/schema/orders.ts';
import type { Outbox } from '../../storage/outbox.ts';

/** Written as the index `orders_open` has it. */
const IS_OPEN = sql`${orders.status} in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')`;

/** Whose order was handed over or called off while nobody could be told may still have its page open. */
const OVER_STATES_MAX = 100;

const STATE_COLUMNS = {
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
};

export function openStates(deps: {
  db: Db;
  outbox: Pick<Outbox, 'head'>;
  identity: Pick<Identity, 'epoch'>;
}): OrderStates {
  const { db, outbox, identity } = deps;
  const openOrders = db
    .select(STATE_COLUMNS)
    .from(orders)
    .where(IS_OPEN)
    .orderBy(desc(orders.createdAtMs))
    .limit(ORDER_STATES_MAX)
    .all();
  const endedOrders = db
    .select(STATE_COLUMNS)
    .from(orders)
    .where(not(IS_OPEN))
    .orderBy(desc(orders.number))
    .limit(Math.min(OVER_STATES_MAX, ORDER_STATES_MAX - openOrders.length))
    .all();
  return {
    seq: outbox.head().seq,
    epoch: identity.epoch,
    states: [...openOrders, ...endedOrders] as OrderState[],
  };
}
