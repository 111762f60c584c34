// Wholesale over HTTP, on both hosts: what buyers ask and see, and what its operator works with.
import { z } from 'zod';
import { Category, WholesaleField, WholesaleProduct } from '../menu/menu.ts';
import { isWholesaleOpen } from '../wholesale/status-text.ts';
import { WholesaleItem, WholesaleOrder, WholesalePaid, WholesaleStatus } from '../wholesale/order.ts';

/** `GET /api/wholesale/catalogue`, with an ETag. The type is shared/wholesale/catalogue.ts. */
export const WholesaleCatalogueBody = z.object({
  categories: z.array(Category.omit({ active: true })),
  products: z.array(WholesaleProduct.omit({ active: true })),
  fields: z.array(WholesaleField),
  rules: z.object({
    minimumCents: z.number(),
    weekdays: z.array(z.number()),
    leadDays: z.number(),
    terms: z.string(),
  }),
});

/** What anyone may see who knows a phone. Product ids, so that the same can be ordered again. */
export const PublicWholesaleOrder = z.object({
  orderNumber: z.number(),
  status: WholesaleStatus,
  /** First name and initial. */
  customerName: z.string().nullable(),
  totalCents: z.number(),
  items: z.array(WholesaleItem.omit({ id: true })),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  wishedDate: z.string().nullable(),
  terms: z.string(),
  paid: z.boolean(),
});
export type PublicWholesaleOrder = z.infer<typeof PublicWholesaleOrder>;

/** `POST /api/wholesale/orders`: 201 placed, or 202 waiting; then `GET /api/wholesale/orders/by-id/:id` with the claim as a bearer. */
export const PlacedWholesale = z.object({ state: z.literal('placed'), order: PublicWholesaleOrder });
/** `waiting`: the relay keeps it until the store answers. `lapsed`: withdrawn, the buyer may order again. */
export const WholesaleOutcome = z.discriminatedUnion('state', [
  PlacedWholesale,
  z.object({ state: z.literal('waiting'), id: z.string() }),
  z.object({ state: z.literal('lapsed'), id: z.string() }),
]);
export type PlacedWholesale = z.infer<typeof PlacedWholesale>;
export type WholesaleOutcome = z.infer<typeof WholesaleOutcome>;

const PHONE_MISSING = 'Digite seu telefone para buscar os pedidos.';
/** `POST /api/wholesale/track`. */
export const WholesaleTrack = z.object({
  phone: z
    .string(PHONE_MISSING)
    .max(40, PHONE_MISSING)
    .refine((text) => /\d/.test(text), PHONE_MISSING),
});
/** What a buyer finds by phone, newest first; `ticket` is for `GET /api/live`, which says when one of them changed. */
export const WholesaleTracked = z.object({
  orders: z.array(PublicWholesaleOrder),
  ticket: z.string().optional(),
});
export type WholesaleTracked = z.infer<typeof WholesaleTracked>;

/** How long an order that has ended is still found by its phone; an open one always is. */
export const WHOLESALE_SHOWN_MS = 30 * 24 * 3_600_000;
/** Orders in one answer, at most. */
export const WHOLESALE_TRACKED_MAX = 20;

/** Whether an order is still found by its phone at `nowMs`. */
export const isWholesaleShown = (
  order: Pick<WholesaleOrder, 'status' | 'updatedAtMs'>,
  nowMs: number,
): boolean => isWholesaleOpen(order.status) || order.updatedAtMs >= nowMs - WHOLESALE_SHOWN_MS;

/** `Maria Souza` is `Maria S.` to a stranger. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last === undefined ? first : `${first} ${Array.from(last)[0]?.toUpperCase() ?? ''}.`;
}

/** What a buyer sees of an order; the name is shortened. */
export const publicWholesaleOrder = (order: WholesaleOrder): PublicWholesaleOrder => ({
  orderNumber: order.orderNumber,
  status: order.status,
  customerName: order.customerName === null ? null : shortName(order.customerName),
  totalCents: order.totalCents,
  items: order.items.map(({ id: _id, ...item }) => item),
  createdAtMs: order.createdAtMs,
  updatedAtMs: order.updatedAtMs,
  wishedDate: order.wishedDate,
  terms: order.terms,
  paid: order.paid !== null,
});

/** Ended orders come in pages; open ones whole: each is work that waits. */
export const WHOLESALE_PAGE = 50;
/** Open orders in one answer, at most; `more` says that there are others. */
export const WHOLESALE_OPEN_MAX = 300;

/** `GET /api/staff/wholesale/orders?state=&before=` (ADMIN, WHOLESALE): newest first, with items. */
export const WholesaleSearch = z.object({
  /** `open`: NOVO, EM_ANDAMENTO; `over`: FINALIZADO, CANCELADO. */
  state: z.enum(['open', 'over']),
  /** The last order number of the page before. */
  before: z.coerce.number().int().positive().optional(),
});
/** The answer; `open` and `over` count all orders of either kind. */
export const WholesaleList = z.object({
  orders: z.array(WholesaleOrder),
  more: z.boolean(),
  open: z.number(),
  over: z.number(),
  /** The relay's copy, while the store is away: only to be looked at. */
  away: z.literal(true).optional(),
});

export type WholesaleList = z.infer<typeof WholesaleList>;

/** `POST /api/staff/wholesale/orders/:id/moves`: `seen` is the status on the screen when the button was pressed. */
export const WholesaleMove = z.object({
  kind: z.enum(['start', 'finish', 'cancel']),
  seen: WholesaleStatus.optional(),
});
export type WholesaleMove = z.infer<typeof WholesaleMove>;
/** `POST /api/staff/wholesale/orders/:id/payment`: how and when it was paid; null takes the mark back. */
export const WholesalePayment = z.object({ paid: WholesalePaid.nullable() });
/** The answer to a move or a mark: the order after it. */
export const MovedWholesale = z.object({ order: WholesaleOrder });
/** `POST /api/staff/wholesale/orders/:id/print`: how many printers print it. */
export const PrintedWholesale = z.object({ printers: z.number() });

const cents = z.number().int();
const count = z.number().int().min(0);
/** Who buys: known by CPF or CNPJ, else by phone. Sums are of orders that were not cancelled; `open` of those that are not paid. */
export const WholesaleBuyer = z.object({
  /** The number of the buyer's newest order, under which the history is asked for. */
  newestOrder: z.number().int().positive(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  taxId: z.string().nullable(),
  orders: count,
  totalCents: cents,
  lastOrderAtMs: z.number().int(),
  open: z.object({ orders: count, cents }),
});
/** `GET /api/staff/wholesale/buyers`: whoever ordered last comes first. */
export const WholesaleBuyers = z.object({ buyers: z.array(WholesaleBuyer) });
/** `GET /api/staff/wholesale/buyers/:order`: the buyer of that order, and what else was ordered, newest first. */
export const WholesaleHistory = z.object({ buyer: WholesaleBuyer, orders: z.array(WholesaleOrder) });
export type WholesaleBuyer = z.infer<typeof WholesaleBuyer>;

/** `GET /api/staff/wholesale/report?from=&to=`: two days of the store's time zone, both included; without them the last thirty. */
export const WholesaleReportQuery = z.object({
  from: z.iso.date('Data inválida').optional(),
  to: z.iso.date('Data inválida').optional(),
});
const summed = { orders: count, cents };
/** What was sold wholesale, by the day it was ordered on; cancelled orders are only in `cancelled`. The most first, months in order. */
export const WholesaleReport = z.object({
  from: z.string(),
  to: z.string(),
  totals: z.object({ ...summed, paidCents: cents, openCents: cents }),
  cancelled: z.object(summed),
  products: z.array(z.object({ name: z.string(), units: count, cents })),
  buyers: z.array(z.object({ name: z.string(), ...summed })),
  /** YYYY-MM. */
  months: z.array(z.object({ month: z.string(), ...summed, paidCents: cents })),
});
export type WholesaleReport = z.infer<typeof WholesaleReport>;
