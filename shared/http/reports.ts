// Reports for an ADMIN, computed by the store. Days and hours are those of the store's time zone.
import { z } from 'zod';
import { ENTRY_KINDS, type EntryKind } from '../menu/menu.ts';
import { PaymentMethod } from '../order/order.ts';
import { PrinterView } from './printing.ts';
import { RelayLink } from './relay-link.ts';

const count = z.number().int().min(0);

/** `GET /api/staff/reports/sales?from=&to=&phone=`: paid orders between two days, both included. `.csv` gives the orders as a file. */
export const ReportQuery = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  phone: z.string().max(40).optional(),
});

/** Sales from one day to another, both included (YYYY-MM-DD), in centavos. */
export const SalesReport = z.object({
  from: z.string(),
  to: z.string(),
  totalSalesCents: count,
  totalOrders: count,
  averageTicketCents: count,
  /** The last seven days over the seven before, in percent with one decimal; null when there is nothing to compare with. */
  weeklyGrowthPercent: z.number().nullable(),
  days: z.array(z.object({ date: z.string(), orders: count, salesCents: count })),
  methods: z.array(z.object({ method: PaymentMethod, orders: count, salesCents: count })),
  /** In the order size, base, ice_cream, topping; most sold first. */
  bestSellers: z.array(
    z.object({ type: z.enum(['size', 'base', 'ice_cream', 'topping']), name: z.string(), count }),
  ),
  /** All hours with orders, 0–23; the screen shows the five with most. */
  peakHours: z.array(z.object({ hour: count, count })),
});
export type SalesReport = z.infer<typeof SalesReport>;

/** `GET /api/staff/ranking`: the month's best customers, with whole phones. */
export const TopClients = z.object({
  month: z.string(),
  clients: z.array(z.object({ phone: z.string(), orderCount: count, totalSpentCents: count })),
});
export type TopClients = z.infer<typeof TopClients>;
/** `GET /api/ranking`: the same for everybody, with masked phones. */
export const Ranking = TopClients.pick({ clients: true });

const named = z.array(z.object({ name: z.string(), count }));
/** `GET /api/staff/reports/dashboard`: today against the last seven days. */
export const Dashboard = z.object({
  todaySalesCents: count,
  todayOrders: count,
  /** Daily mean of the seven days before today. */
  meanSalesCents: count,
  weekSalesCents: count,
  previousWeekSalesCents: count,
  weeklyGrowthPercent: z.number().nullable(),
  /** Three of each, over the last thirty days. */
  top: z.object({ sizes: named, bases: named, iceCreams: named, toppings: named }),
  /** Today's orders by hour. */
  hours: z.array(z.object({ hour: count, count })),
});
export type Dashboard = z.infer<typeof Dashboard>;

const soldSoFar = z.object({ orders: count, salesCents: count });
/**
 * `GET /api/staff/reports/today`: what an owner looks for on the day itself, in one answer. Centavos, and instants in milliseconds
 * since 1970; the day is the calendar's, as in the reports.
 */
export const Today = z.object({
  nowMs: z.number(),
  sales: soldSoFar,
  /** The same weekday a week ago, up to the same minute. */
  weekAgo: soldSoFar,
  /** Orders that are not over, by where they stand; `late`: not ready after the shop's own time for it. */
  open: z.object({
    unpaid: count,
    received: count,
    preparing: count,
    ready: count,
    late: count,
    lateMinutes: count,
  }),
  /** The drawer that is open, and what should lie in it; null: none is. */
  till: z
    .object({ openedAtMs: z.number(), openedBy: z.string(), expectedCents: z.number().int() })
    .nullable(),
  printers: z.array(
    PrinterView.pick({ id: true, name: true, state: true, stateText: true, held: true, failed: true }),
  ),
  site: RelayLink.shape.state,
  /** Of when the newest copy is that left this machine; null: none is known. `isOld`: older than the shop allows. */
  copyOutside: z.object({ atMs: z.number().nullable(), isOld: z.boolean() }),
  /** Prices that were changed from afar and in the shop, of which one is to be chosen. Absent from a store of before. */
  pricesToChoose: z
    .object({
      count,
      /** Of the first: where it is chosen. */
      kind: z.enum(ENTRY_KINDS as [EntryKind, ...EntryKind[]]),
    })
    .nullable()
    .optional(),
});
export type Today = z.infer<typeof Today>;

const totals = z.object({ orders: count, salesCents: count, averageTicketCents: count });
const sums = z.array(z.object({ name: z.string(), count, cents: count }));
/** `GET /api/staff/reports/breakdown?from=&to=`: the days, both included, that are taken apart; without days, the last thirty. */
export const BreakdownQuery = ReportQuery.pick({ from: true, to: true });
/** A period taken apart, in centavos. In each list the most first. */
export const Breakdown = z.object({
  from: z.string(),
  to: z.string(),
  totals,
  /** As many days right before. */
  before: totals.extend({ from: z.string(), to: z.string() }),
  /** Everything that is sold: an açaí by its size, cups and drinks by their name; `cents` before the discount. */
  sold: sums,
  /** Where it was ordered: relay, lan, counter. */
  sources: sums,
  /** Who took the money by hand. */
  operators: sums,
  /** How it was paid; of the card terminal debito, credito, vale where it is known. */
  ways: sums,
  /** Why it was called off; `cents`: what it would have brought. */
  cancelled: sums,
  /** The shop's own discount and what staff gave away; by reason all of it, by person what they gave. */
  discounts: z.object({ orders: count, cents: count, reasons: sums, givers: sums }),
  /**
   * What each way cost by the shop's rates of today, and what stayed; every way that was used, the most first. Gross is all that came, `cents` what
   * of it did not go back. A store of before has nothing that went back, in neither.
   */
  fees: z.object({
    grossCents: count,
    returnedCents: count.optional(),
    feeCents: count,
    netCents: count,
    ways: z.array(
      z.object({
        name: z.string(),
        count,
        cents: count,
        returnedCents: count.optional(),
        percent: z.number(),
        feeCents: count,
        netCents: count,
      }),
    ),
  }),
  /** From the kitchen's getting it to its being ready; null: nothing was made. */
  made: z.object({ orders: count, meanSeconds: z.number().int().nullable() }),
  /** Discounts and making by day (YYYY-MM-DD), only days with either. Absent from a store of before. */
  days: z
    .array(
      z.object({
        date: z.string(),
        discountOrders: count,
        discountCents: count,
        madeOrders: count,
        meanSeconds: z.number().int().nullable(),
      }),
    )
    .optional(),
  /** Weekday from 0 for Sunday, hour 0 to 23; only those with orders. */
  hours: z.array(
    z.object({ weekday: z.number().int(), hour: z.number().int(), orders: count, salesCents: count }),
  ),
});
export type Breakdown = z.infer<typeof Breakdown>;
