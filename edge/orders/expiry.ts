// The store's own clock on unpaid orders: nothing paid for two hours, or cash not brought by the end of the day.
import { businessDay } from '@balcao/shared/store/business-day.ts';
import { changeOrder } from './change-order.ts';
import type { OrderContext } from './context.ts';

const UNPAID_MS_MAX = 2 * 3_600_000;
const LOOK_EVERY_MS = 60_000;
const BATCH_MAX = 200;

export function expireUnpaid(context: OrderContext): number {
  const nowMs = context.clock();
  const today = businessDay(nowMs, context.timeZone);
  const due = context.repository
    .unpaidSince(nowMs - UNPAID_MS_MAX, BATCH_MAX)
    .filter(
      (order) => order.paymentMethod !== 'cash' || businessDay(order.createdAtMs, context.timeZone) < today,
    );
  for (const order of due) changeOrder(context, order.id, { kind: 'expire' });
  return due.length;
}

/** Looks at once and then every minute; `drain` stops it. */
export function createExpiry(context: OrderContext) {
  let timer: NodeJS.Timeout | null = null;
  return {
    start(): void {
      timer = setInterval(() => expireUnpaid(context), LOOK_EVERY_MS);
      timer.unref();
      expireUnpaid(context);
    },
    drain(): void {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
