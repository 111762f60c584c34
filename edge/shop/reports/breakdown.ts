// A period taken apart: what sold, when, by whom, which way, discounts, what was called off, how long it took, and the period before it.
// In SQL over the rollups; call after `rollups.upToDate()`.
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import { feesOf, type FeeRates } from '@balcao/shared/payment/fees.ts';
import type { Db } from '../../storage/open.ts';
import { yieldToForeground } from '../../storage/yield-to-event-loop.ts';
import { addDays } from '@balcao/shared/store/calendar.ts';
import { daysBetween, spansOf } from './days.ts';
import type { SumKind } from './order-sums.ts';

type Span = { from: string; to: string };
type Sum = { kind: SumKind; name: string; count: number; cents: number };
type Cell = Breakdown['hours'][number];
type DaySum = {
  date: string;
  discountOrders: number;
  discountCents: number;
  madeOrders: number;
  seconds: number;
};

/** Some thousand rows: a few milliseconds during which nothing else runs. */
const PIECE_DAYS = 90;

export type ReadBreakdown = ReturnType<typeof createBreakdown>;

export function createBreakdown(deps: {
  db: Db;
  others: Pick<ForegroundPriority, 'waitUntilIdle'>;
  /** As the shop has set them. */
  feePercents: () => FeeRates;
}) {
  const sqlite = deps.db.$client;
  const waitForForeground = yieldToForeground(deps.others);
  const sums = sqlite.prepare<Span, Sum>(SUMS_BETWEEN);
  const hours = sqlite.prepare<Span, Cell>(HOURS_BETWEEN);
  const byDay = sqlite.prepare<Span, DaySum>(DAYS_BETWEEN);
  const totals = sqlite.prepare<Span, { orders: number; cents: number }>(TOTALS_BETWEEN);

  function totalOf(span: Span): Breakdown['totals'] {
    const { orders, cents } = totals.get(span) ?? { orders: 0, cents: 0 };
    return {
      orders,
      salesCents: cents,
      averageTicketCents: orders === 0 ? 0 : Math.round(cents / orders),
    };
  }

  return async ({ from, to }: Span): Promise<Breakdown> => {
    const summed: Sum[] = [];
    const cells: Cell[] = [];
    const days: DaySum[] = [];
    for (const piece of spansOf(from, to, PIECE_DAYS)) {
      await waitForForeground();
      summed.push(...sums.all(piece));
      cells.push(...hours.all(piece));
      days.push(...byDay.all(piece));
    }
    await waitForForeground();
    const length = daysBetween(from, to).length;
    const before = { from: addDays(from, -length), to: addDays(from, -1) };
    const named = (kind: SumKind): Breakdown['sold'] =>
      merge(
        summed.filter((sum) => sum.kind === kind),
        ({ name }) => name,
      )
        .filter(({ count }) => count > 0)
        .map(({ name, count, cents }) => ({ name, count, cents }))
        .sort((a, b) => b.cents - a.cents || b.count - a.count || (a.name < b.name ? -1 : 1));
    const [discount] = named('discount');
    const [made] = named('made');
    return {
      from,
      to,
      totals: totalOf({ from, to }),
      before: { ...before, ...totalOf(before) },
      sold: named('sold'),
      sources: named('source'),
      operators: named('operator'),
      ways: named('way'),
      cancelled: named('cancelled'),
      fees: feesOf(named('way'), named('returned'), deps.feePercents()),
      discounts: {
        orders: discount?.count ?? 0,
        cents: discount?.cents ?? 0,
        reasons: named('discount-reason'),
        givers: named('discount-giver'),
      },
      made: { orders: made?.count ?? 0, meanSeconds: made ? Math.round(made.cents / made.count) : null },
      days: days.map(({ date, discountOrders, discountCents, madeOrders, seconds }) => ({
        date,
        discountOrders,
        discountCents,
        madeOrders,
        meanSeconds: madeOrders === 0 ? null : Math.round(seconds / madeOrders),
      })),
      hours: mergeHours(cells),
    };
  };
}

/** Rows of one key as one. */
function merge(rows: readonly Sum[], keyOf: (row: Sum) => string): Sum[] {
  const merged = new Map<string, Sum>();
  for (const row of rows) {
    const before = merged.get(keyOf(row));
    merged.set(
      keyOf(row),
      before ? { ...before, count: before.count + row.count, cents: before.cents + row.cents } : row,
    );
  }
  return [...merged.values()];
}

function mergeHours(cells: readonly Cell[]): Cell[] {
  const merged = new Map<number, Cell>();
  for (const cell of cells) {
    const key = cell.weekday * 24 + cell.hour;
    const before = merged.get(key) ?? { ...cell, orders: 0, salesCents: 0 };
    merged.set(key, {
      ...cell,
      orders: before.orders + cell.orders,
      salesCents: before.salesCents + cell.salesCents,
    });
  }
  return [...merged.values()]
    .filter(({ orders }) => orders > 0)
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour);
}

export const SUMS_BETWEEN = `select kind, name, sum(count) as count, sum(cents) as cents from report_sums
  where date between :from and :to group by kind, name`;
export const DAYS_BETWEEN = `select date,
    coalesce(sum(count) filter (where kind = 'discount'), 0) as discountOrders,
    coalesce(sum(cents) filter (where kind = 'discount'), 0) as discountCents,
    coalesce(sum(count) filter (where kind = 'made'), 0) as madeOrders,
    coalesce(sum(cents) filter (where kind = 'made'), 0) as seconds
  from report_sums where date between :from and :to and kind in ('discount', 'made') group by date having sum(count) > 0 order by date`;
export const HOURS_BETWEEN = `select cast(strftime('%w', date) as integer) as weekday, hour, sum(orders) as orders, sum(cents) as salesCents
  from report_hours where date between :from and :to group by 1, 2`;
export const TOTALS_BETWEEN = `select coalesce(sum(orders), 0) as orders, coalesce(sum(cents), 0) as cents from report_days
  where date between :from and :to`;
