// The store's own clock on unpaid orders: nothing paid for two hours, cash that a customer of the site did not bring in time, or cash of the
// shop itself not brought by the end of the day.
import type { Order } from '@balcao/shared/order/order.ts';
import { UNPAID_MS_MAX } from '@balcao/shared/order/unpaid.ts';
import { businessDayStart } from '@balcao/shared/store/business-day.ts';
import { changeOrder } from './change-order.ts';
import type { OrderContext } from './context.ts';

export const EXPIRE_EVERY_MS = 60_000;
const BATCH_MAX = 200;

export function expireUnpaid(context: OrderContext): number {
  const nowMs = context.clock();
  const remoteCashMs = context.menu.catalog().settings.remoteCashMinutes * 60_000;
  const due = context.repository.unpaidDue(
    {
      unpaidBeforeMs: nowMs - UNPAID_MS_MAX,
      dayStartMs: businessDayStart(nowMs, context.timeZone),
      // As `remoteCashEndsAtMs` says it of one order.
      remoteChosenBeforeMs: nowMs - remoteCashMs,
      remotePlacedBeforeMs: nowMs - Math.max(remoteCashMs, UNPAID_MS_MAX),
    },
    BATCH_MAX,
  );
  const old = due.filter((order) => isReallyOld(context, order, nowMs));
  for (const order of old) changeOrder(context, order.id, { kind: 'expire' });
  return old.length;
}

/** An order that the store took before its clock was set looks as old as the step was long. */
function isReallyOld(context: OrderContext, order: Order, nowMs: number): boolean {
  const ageMs = context.ageMs(order);
  return ageMs >= nowMs - order.createdAtMs || ageMs >= UNPAID_MS_MAX;
}
