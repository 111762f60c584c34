// The staff's side of the contract: who one is, the board, and what can be done to an order.
import { z } from 'zod';
import { ENTRY_KINDS, type EntryKind } from '../menu/menu.ts';
import { Order, OrderStatus, Tender, TerminalCard } from '../order/order.ts';
import { PlaceCounterOrder } from '../order/place.ts';
import { TENDERS_MAX } from '../payment/tender.ts';
import { Pin } from './pin.ts';

/** What somebody may do; each route names the roles that it lets in. */
export const Role = z.enum(['ADMIN', 'KITCHEN', 'ATTENDANT', 'WHOLESALE']);
export type Role = z.infer<typeof Role>;

/** `GET /api/staff/me`. `role` is null for an account that waits for an administrator, or for another password. */
export const Me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role.nullable(),
  /** The password is too short or too common for the role: from then on it counts only with another one. */
  newPassword: z.object({ role: Role, dueAtMs: z.number() }).optional(),
  /** Somebody signed in to this account on a device where it had never been, and its holder has not said that it was them. */
  newDevice: z.object({ atMs: z.number(), device: z.string(), where: z.enum(['lan', 'link']) }).optional(),
  /** The relay answers, on the store's word of before, because the store is away. */
  away: z.literal(true).optional(),
});
export type Me = z.infer<typeof Me>;

/**
 * `GET /api/staff/board`: every paid order that is not over, oldest first, and after them the orders that wait for cash; the newest 12
 * delivered, and what the summary counts. Phones as `staff-order.ts` gives them to the role.
 */
export const Board = z.object({
  orders: z.array(Order),
  /** So many more wait for cash than are listed. */
  unpaidMore: z.number(),
  /** Sales of the counter that were begun and not paid, for the counter alone: the kitchen has no reason to see them. Not from afar. */
  begun: z.array(Order).optional(),
  delivered: z.array(Order),
  deliveredToday: z.number(),
  /**
   * The newest of today's that were cancelled after the kitchen had begun them: each screen shows them until somebody there takes them
   * away. Absent from a store of before, and from the relay's copy.
   */
  cancelled: z.array(Order).optional(),
  seq: z.number(),
  now: z.number(),
  /** The business day and series that new panel numbers belong to; a number of another one is a past number. */
  panel: z.object({ date: z.string(), series: z.number() }).optional(),
  /** The relay's copy, while the store is away: only to be looked at. */
  away: z.literal(true).optional(),
  /** From how many minutes on an order's card turns yellow and red; set in the settings, unknown while away. */
  ageLimits: z.object({ warnMinutes: z.number(), lateMinutes: z.number() }).optional(),
});
export type Board = z.infer<typeof Board>;

/** `GET /api/staff/cash` (ADMIN, ATTENDANT): what waits for cash, oldest first; `more` of them are not listed. */
export const AwaitedCash = z.object({ orders: z.array(Order), more: z.number() });
export type AwaitedCash = z.infer<typeof AwaitedCash>;

/** `POST /api/staff/orders/:id/moves`: `seen` is the status on the screen when the button was pressed. */
export const StaffMove = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'start',
      'mark-ready',
      'deliver',
      'back-to-received',
      'back-to-preparing',
      'undo-delivery',
    ]),
    seen: OrderStatus.optional(),
    /** Of 'mark-ready' and 'back-to-preparing' on a station's screen: that station's share alone. */
    station: z.string().max(64).optional(),
  }),
  z.object({
    kind: z.literal('confirm-payment'),
    method: z.enum(['cash', 'terminal', 'pix_manual']),
    /** What the card terminal was paid with, for the cash session's count. */
    card: TerminalCard.optional(),
    /** What the customer handed over, of cash; the slip says the change of it. */
    receivedCents: z.number().int().min(0).max(100_000_00).optional(),
    /** Cash that is about to be taken where the drawer stands: refused while that is closed. Left out: it was taken already. */
    drawer: z.literal('open').optional(),
    /** What the order cost on the screen: refused where its lines are others by now. */
    expectedTotalCents: z.number().int().min(0).optional(),
    seen: OrderStatus.optional(),
  }),
  /** A part of what is to be paid. Sent twice under its id it is one; the part that ends it pays the order. */
  z.object({
    kind: z.literal('take-tender'),
    id: z.uuid(),
    method: Tender.shape.method,
    card: TerminalCard.optional(),
    cents: z.number().int().min(1, 'Informe um valor maior que zero.').max(100_000_00),
    /** What the customer handed over, of cash. */
    receivedCents: z.number().int().min(1).max(100_000_00).optional(),
    /** As in confirming a payment. */
    drawer: z.literal('open').optional(),
    /** Parts that came by themselves and that whoever takes this one knows of: this is none of them. */
    besideParts: z.array(z.uuid()).max(TENDERS_MAX).optional(),
  }),
  /** The part goes back to whoever paid it, before the rest has come. */
  z.object({
    kind: z.literal('give-tender-back'),
    id: z.string().min(1).max(64),
    /** A manager's, where the shop has one. */
    pin: Pin.optional(),
  }),
  z.object({
    kind: z.literal('set-status'),
    status: z.enum(['RECEBIDO', 'PREPARING', 'READY', 'DELIVERED']),
    seen: OrderStatus.optional(),
  }),
  z.object({
    kind: z.literal('cancel'),
    reason: z.enum(['loja', 'cliente']),
    /** A manager's, who approves what one may not call off alone. */
    pin: Pin.optional(),
    /** What was paid online is not given back: said by who calls it off, for else that is refused. */
    keepsMoney: z.boolean().optional(),
    seen: OrderStatus.optional(),
  }),
]);
/** `POST /api/staff/orders`: the sale; `pin` a manager's, for what an attendant may not give away alone. It is no part of what is kept. */
export const CounterSale = PlaceCounterOrder.extend({ pin: Pin.optional() });
export type StaffMove = z.infer<typeof StaffMove>;
/** The answer to a move: the order after it. */
export const MovedOrder = z.object({ order: Order });

/** `GET /api/staff/best-sellers`: the products of the newest orders, what sold most first; what never sold is not named. */
export const BestSellers = z.object({ productIds: z.array(z.string()) });

/** Orders in one request, at most. */
export const UNPAID_CANCELLED_MAX = 300;
/** `POST /api/staff/orders/cancel-unpaid` (ADMIN): many at once. Each has its outcome; what was paid meanwhile stays as it is. */
export const CancelUnpaid = z.object({
  ids: z
    .array(z.uuid())
    .min(1, 'Escolha ao menos um pedido.')
    .max(UNPAID_CANCELLED_MAX, `Cancele até ${UNPAID_CANCELLED_MAX} pedidos de cada vez.`),
  /** `expirado`: nobody came to pay. */
  reason: z.enum(['expirado', 'cliente', 'loja']),
});
export type CancelUnpaid = z.infer<typeof CancelUnpaid>;
/** `paid`: not unpaid any more, and left as it is. `gone`: there is no such order. */
export const UnpaidOutcome = z.object({ id: z.string(), outcome: z.enum(['cancelled', 'paid', 'gone']) });
export type UnpaidOutcome = z.infer<typeof UnpaidOutcome>;
/** What became of each order that was to be called off, in the order in which they were named. */
export const UnpaidOutcomes = z.object({ outcomes: z.array(UnpaidOutcome) });

/** `PATCH /api/staff/catalog/:kind/:id`: only the fields that changed. */
export const EntryPatch = z.record(z.string(), z.unknown());

/** What was done to many entries at once: to a selection, by an imported file, or the undoing of either. */
export const Batch = z.enum(['selection', 'import', 'undo']);
export type Batch = z.infer<typeof Batch>;
/** Entries in one request, at most. */
export const ENTRIES_PATCHED_MAX = 500;
/** `PATCH /api/staff/catalog`: several entries at once, all of them or none; answers the whole catalogue. */
export const EntriesPatch = z.object({
  entries: z
    .array(
      z.object({
        kind: z.enum(ENTRY_KINDS as [EntryKind, ...EntryKind[]]),
        id: z.string().min(1).max(64),
        fields: EntryPatch,
        /** What its author saw: a price that is another one by now is not written over. */
        seen: z.object({ priceCents: z.number().int().nonnegative() }).optional(),
      }),
    )
    .min(1)
    .max(ENTRIES_PATCHED_MAX),
  /** Done to a selection, by a file, or taken back: one line of the audit tells of all of them. An older store writes a line for each. */
  batch: Batch.optional(),
});
export type EntriesPatch = z.infer<typeof EntriesPatch>;
