// The day as its owner looks at it: sales so far against the same weekday a week ago, what is open and what is late, and how the till,
// the printers, the site and the copies are. Reads sums and open orders by their indexes; call after `rollups.upToDate()`.
import type { Today } from '@balcao/shared/http/reports.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import type { Db } from '../../storage/open.ts';
import { addDays } from '@balcao/shared/store/calendar.ts';

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;

type Sum = Today['sales'];
type Counted = { status: string; orders: number; late: number };

export type TodayDeps = {
  db: Db;
  timeZone: string;
  clock: () => number;
  /** After how many minutes an order is late, as the kitchen's cards say it. */
  lateMinutes: () => number;
  till: () => Today['till'];
  printers: () => Today['printers'];
  site: () => Today['site'];
  copyOutside: () => Today['copyOutside'];
  pricesToChoose: () => NonNullable<Today['pricesToChoose']> | null;
};

export type ReadToday = ReturnType<typeof createToday>;

/** The question of everything that an owner sees of the day. */
export function createToday({ db, timeZone, clock, lateMinutes, ...ports }: TodayDeps): () => Today {
  const sqlite = db.$client;
  const soldUpTo = sqlite.prepare<[string, number], Sum>(SOLD_UP_TO);
  const openNow = sqlite.prepare<{ beforeMs: number }, Counted>(OPEN_NOW);

  return () => {
    const nowMs = clock();
    const { date } = localTime(nowMs, timeZone);
    const open = openNow.all({ beforeMs: nowMs - lateMinutes() * MINUTE_MS });
    const ordersIn = (status: string): number => open.find((row) => row.status === status)?.orders ?? 0;
    return {
      nowMs,
      sales: soldUpTo.get(date, nowMs) ?? NOTHING,
      weekAgo: soldUpTo.get(addDays(date, -7), nowMs - WEEK_MS) ?? NOTHING,
      open: {
        unpaid: ordersIn('PENDING'),
        received: ordersIn('RECEBIDO'),
        preparing: ordersIn('PREPARING'),
        ready: ordersIn('READY'),
        late: open.reduce((sum, { late }) => sum + late, 0),
        lateMinutes: lateMinutes(),
      },
      till: ports.till(),
      printers: ports.printers(),
      site: ports.site(),
      copyOutside: ports.copyOutside(),
      pricesToChoose: ports.pricesToChoose(),
    };
  };
}

const NOTHING: Sum = { orders: 0, salesCents: 0 };

/** The paid orders of one day, up to a moment of it: some hundred rows, found by their day. */
export const SOLD_UP_TO = `select count(*) as orders, coalesce(sum(r.cents), 0) as salesCents
  from report_orders r join orders o using (number) where r.date = ? and r.counted = 1 and o.created_at_ms <= ?`;

/** Word for word the condition of the partial index `orders_open`, or SQLite would not use it. What waits on the shelf is not late. */
export const OPEN_NOW = `select status, count(*) as orders,
    sum(status in ('RECEBIDO', 'PREPARING') and coalesce(received_at_ms, created_at_ms) <= :beforeMs) as late
  from orders where status in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY') group by status`;
