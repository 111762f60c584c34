// The reports of the admin, in SQL over the rollups; for one customer over that customer's orders. Days and hours are the
// store's. Call after `rollups.upToDate()`.
import type { Dashboard, SalesReport, TopClients } from '@balcao/shared/http/reports.ts';
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { yieldToForeground } from '../../storage/yield-to-event-loop.ts';
import type { Db } from '../../storage/open.ts';
import { COUNTED_BEFORE } from './hand-parts.ts';
import { NO_WAY } from './rollups.ts';
import { addDays } from '@balcao/shared/store/calendar.ts';
import { daysBetween, spansOf, splitByMonths, type Split } from './days.ts';

export type Period = { from: string; to: string; /** Digits; null for everybody. */ phone: string | null };
type Sum = { orders: number; cents: number };

const TYPES = ['size', 'base', 'ice_cream', 'topping'] as const;
const TOP_CLIENTS = 3;
const TOP_SOLD = 3;
/** A millisecond of rows: a day has one for each method of payment. */
const PIECE_DAYS = 120;

export type Reports = ReturnType<typeof createReports>;

export function createReports(deps: {
  db: Db;
  timeZone: string;
  clock: () => number;
  /** Whoever else is just being answered. */
  others: Pick<ForegroundPriority, 'waitUntilIdle'>;
}) {
  const { db, timeZone, clock } = deps;
  const sqlite = db.$client;
  const waitForForeground = yieldToForeground(deps.others);
  const today = (): string => localTime(clock(), timeZone).date;

  // Two sources with the same columns: sums of everybody, or the orders of one phone.
  const MINE = `(select r.date, r.hour, coalesce(w.value ->> 0, r.method) as method, coalesce(w.value ->> 1, 1) as orders,
      coalesce(w.value ->> 2, r.cents) as cents
    from orders o join report_orders r using (number) left join json_each(r.ways) w
    where o.customer_phone = :phone and r.counted = 1) where date between :from and :to`;
  // A parameter that a statement does not name is an error: the sums of everybody know no phone.
  const ALL_DAYS = 'report_days where date between :from and :to and :phone is null';
  // Whole months from their own sums, the days around them from the days': a long report reads as few rows as a short one.
  const AROUND = '(date between :from and :headTo or date between :tailFrom and :to) and :phone is null';
  const MONTHS = 'month between :firstMonth and :lastMonth';
  const ALL_HOURS = `(select hour, orders from report_month_hours where ${MONTHS}
    union all select hour, orders from report_hours where ${AROUND})`;
  const grouped = (days: string, hours: string) => ({
    // Read once: days, methods and the total are sums of these few rows.
    days: sqlite.prepare<Period, { date: string; method: string } & Sum>(
      `select date, method, sum(orders) as orders, sum(cents) as cents from ${days} group by date, method`,
    ),
    hours: sqlite.prepare<Period & Split, { hour: number; count: number }>(
      `select hour, sum(orders) as count from ${hours} group by hour having sum(orders) > 0 order by hour`,
    ),
    sum: sqlite.prepare<Period, Sum>(
      `select coalesce(sum(orders), 0) as orders, coalesce(sum(cents), 0) as cents from ${days}`,
    ),
  });
  const everybody = grouped(ALL_DAYS, ALL_HOURS);
  const one = grouped(MINE, MINE);
  const split = (period: Period): Period & Split => ({ ...period, ...splitByMonths(period.from, period.to) });

  const soldByAll = sqlite.prepare<Period & Split, Sold>(
    `select type, name, sum(count) as count from (select type, name, count from report_month_items where ${MONTHS}
      union all select type, name, count from report_items where ${AROUND})
     group by type, name having sum(count) > 0 order by count desc, name`,
  );
  const MY_NUMBERS =
    'select o.number from orders o join report_orders r using (number) where o.customer_phone = :phone and r.counted = 1 and r.date between :from and :to';
  const soldToOne = sqlite.prepare<Period, Sold>(
    `with mine as (${MY_NUMBERS}), sold as (
      select 'size' as type, size_name as name from order_items where order_number in mine
      union all select 'base', base_name from order_items where order_number in mine
      union all select 'ice_cream', ice_cream_name from order_items where order_number in mine
      union all select 'ice_cream', secondary_ice_cream_name from order_items where order_number in mine
      union all select 'topping', name from order_item_toppings where order_number in mine
    ) select type, name, count(*) as count from sold where name is not null group by type, name order by count desc, name`,
  );
  const clients = sqlite.prepare<
    [string, number],
    { phone: string; orderCount: number; totalSpentCents: number }
  >(
    'select phone, orders as orderCount, cents as totalSpentCents from report_clients where month = ? and orders > 0 order by orders desc, cents desc, phone limit ?',
  );

  /** Seven days against the seven before, in percent with one decimal; null when there was nothing before. */
  function weeklyGrowth(phone: string | null): { week: Sum; before: Sum; percent: number | null } {
    const to = today();
    const sum = (phone === null ? everybody : one).sum;
    const week = sum.get({ from: addDays(to, -6), to, phone }) ?? NOTHING;
    const before = sum.get({ from: addDays(to, -13), to: addDays(to, -7), phone }) ?? NOTHING;
    return {
      week,
      before,
      percent:
        before.cents === 0 ? null : Math.round(((week.cents - before.cents) / before.cents) * 1000) / 10,
    };
  }

  return {
    today,

    /** Years of days take 20 ms and more: the board is read in between, and an order that comes meanwhile may be in some parts only. */
    async sales(period: Period): Promise<SalesReport> {
      const source = period.phone === null ? everybody : one;
      const rows: ({ date: string; method: string } & Sum)[] = [];
      // Of one phone there are few, and each piece would look for all of them.
      const pieces = period.phone === null ? spansOf(period.from, period.to, PIECE_DAYS) : [period];
      for (const piece of pieces) {
        await waitForForeground();
        rows.push(...source.days.all({ ...period, ...piece }));
      }
      await waitForForeground();
      const byDay = sumsBy(rows, (row) => row.date);
      const byMethod = sumsBy(rows, (row) => row.method);
      const total = sumsBy(rows, () => 'all').get('all') ?? NOTHING;
      await waitForForeground();
      const sold = period.phone === null ? soldByAll.all(split(period)) : soldToOne.all(period);
      await waitForForeground();
      const peakHours = source.hours.all(split(period));
      await waitForForeground();
      return {
        from: period.from,
        to: period.to,
        totalSalesCents: total.cents,
        totalOrders: total.orders,
        averageTicketCents: total.orders === 0 ? 0 : Math.round(total.cents / total.orders),
        weeklyGrowthPercent: weeklyGrowth(period.phone).percent,
        // Days without a sale are days too.
        days: daysBetween(period.from, period.to).map((date) => ({
          date,
          orders: byDay.get(date)?.orders ?? 0,
          salesCents: byDay.get(date)?.cents ?? 0,
        })),
        methods: [...byMethod]
          // What was given away whole came by none.
          .filter(([method, { orders }]) => orders > 0 && method !== NO_WAY && method !== COUNTED_BEFORE)
          .sort(([, a], [, b]) => b.cents - a.cents)
          .map(([method, { orders, cents }]) => ({
            method: method as SalesReport['methods'][number]['method'],
            orders,
            salesCents: cents,
          })),
        bestSellers: TYPES.flatMap((type) => sold.filter((row) => row.type === type)),
        peakHours,
      };
    },

    topClients(): TopClients {
      const month = today().slice(0, 7);
      return { month, clients: clients.all(month, TOP_CLIENTS) };
    },

    dashboard(): Dashboard {
      const to = today();
      const { week, before, percent } = weeklyGrowth(null);
      const now = everybody.sum.get({ from: to, to, phone: null }) ?? NOTHING;
      const past = everybody.sum.get({ from: addDays(to, -7), to: addDays(to, -1), phone: null }) ?? NOTHING;
      const sold = soldByAll.all(split({ from: addDays(to, -29), to, phone: null }));
      const top = (type: Sold['type']) =>
        sold
          .filter((row) => row.type === type)
          .slice(0, TOP_SOLD)
          .map(({ name, count }) => ({ name, count }));
      return {
        todaySalesCents: now.cents,
        todayOrders: now.orders,
        meanSalesCents: Math.round(past.cents / 7),
        weekSalesCents: week.cents,
        previousWeekSalesCents: before.cents,
        weeklyGrowthPercent: percent,
        top: {
          sizes: top('size'),
          bases: top('base'),
          iceCreams: top('ice_cream'),
          toppings: top('topping'),
        },
        hours: everybody.hours.all(split({ from: to, to, phone: null })),
      };
    },
  };
}

type Sold = { type: (typeof TYPES)[number]; name: string; count: number };
const NOTHING: Sum = { orders: 0, cents: 0 };

function sumsBy<T extends Sum>(rows: readonly T[], keyOf: (row: T) => string): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const before = sums.get(keyOf(row)) ?? NOTHING;
    sums.set(keyOf(row), { orders: before.orders + row.orders, cents: before.cents + row.cents });
  }
  return sums;
}
