// An order as the store keeps it: whole, with names and prices as sold, so that editing the menu never changes it.
import { z } from 'zod';
import { OrderId } from '../ids.ts';
import { ToppingCategory } from '../menu/menu.ts';

/** Where an order stands, in the words of its spec and its screens; transitions.ts has the ways between them. */
export const OrderStatus = z.enum(['PENDING', 'RECEBIDO', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED']);
/** Eaten in the shop, or taken along. */
export const ConsumptionType = z.enum(['local', 'takeaway']);
/** Where in the cup a topping lies. */
export const ToppingLayer = z.enum(['BOTTOM', 'MIDDLE', 'TOP']);
/** How an order is paid: the spec's four, and the two that staff record by hand. */
export const PaymentMethod = z.enum(['pix', 'credit_card', 'debit_card', 'cash', 'pix_manual', 'terminal']);
/** How the payment of an order stands; beside the attempts of the relay, of which an order may have had several. */
export const OrderPaymentStatus = z.enum([
  'pending',
  'in_process',
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'partially_refunded',
  'refunded',
  'charged_back',
]);
/** Where the order was placed: over the relay, on the store's own Wi-Fi, or by staff at the counter. */
export const OrderSource = z.enum(['relay', 'lan', 'counter']);
/** Why an order was cancelled: not paid in time, withdrawn by the relay, by the shop, at the customer's wish, refunded. */
export const CancelReason = z.enum(['expirado', 'retirado', 'loja', 'cliente', 'estornado']);

const cents = z.number().int().min(0);

/** What staff give away by hand: a part of the price, or all of it to a customer or to one of their own. */
export const ConcessionKind = z.enum(['discount', 'courtesy', 'staff-meal']);
/** What was given away of one order, in centavos, and why. Beside the shop's own discount, which everybody gets. */
export const Concession = z.object({
  kind: ConcessionKind,
  reason: z.string(),
  cents,
  /** The part that was asked for in percent, so that it can be worked out anew; absent of an amount, and of what was given before it was kept. */
  percent: z.number().optional(),
});

/** What the card terminal was paid with. */
export const TerminalCard = z.enum(['debito', 'credito', 'vale']);
/** The payment at the provider that brought money, and by which way. */
const Proof = z.object({ attemptId: z.uuid(), method: z.enum(['pix', 'credit_card', 'debit_card']) });
/** A part of what is to be paid, as staff took it. Who took it, and into which drawer, is said by the books of the drawer alone. */
export const Tender = z.object({
  /** Given by who took it: sent twice it is one part. */
  id: z.string(),
  method: z.enum(['cash', 'terminal', 'pix_manual']),
  /** Of the terminal, where it was said. */
  card: TerminalCard.nullable(),
  cents,
  /** What was handed over, of cash that was counted; the rest of it went back as change. */
  receivedCents: cents.nullable(),
  atMs: z.number().int(),
  /**
   * Of money that came through the provider: its payment, and by which way. `method` and `card` are then the nearest ways by hand, which
   * an older reader knows. Absent of what a person took.
   */
  proved: Proof.optional(),
  /** Of what staff said by hand of the terminal: the payment there that this is, once it was heard of. */
  heardAs: z.uuid().optional(),
});

/** One topping of an item with its name and price as sold; the same topping twice is two lines. */
export const ToppingLine = z.object({
  toppingId: z.string(),
  name: z.string(),
  category: ToppingCategory,
  layer: ToppingLayer,
  priceCents: cents,
});

/** What was chosen is named at the moment of sale; a null part does not belong to that kind of item. */
export const OrderItem = z.object({
  id: z.string(),
  kind: z.enum(['acai', 'cup', 'product']),
  productId: z.string().nullable(),
  productName: z.string().nullable(),
  sizeId: z.string().nullable(),
  sizeName: z.string().nullable(),
  baseId: z.string().nullable(),
  baseName: z.string().nullable(),
  iceCreamId: z.string().nullable(),
  iceCreamName: z.string().nullable(),
  meioAMeio: z.boolean(),
  secondaryIceCreamId: z.string().nullable(),
  secondaryIceCreamName: z.string().nullable(),
  toppings: z.array(ToppingLine),
  /** Toppings included. */
  priceCents: cents,
});

/** What went back to the customer by one way: over the counter, or through the provider. */
export const GivenBack = z.object({
  method: PaymentMethod,
  /** Of the terminal, where it was said. */
  card: TerminalCard.nullable(),
  cents,
});

/** What a paid order still owed, paid through the provider; `id` is that of a part. */
export const PaidDifference = z.object({ id: z.string(), cents, atMs: z.number().int(), proved: Proof });

/** One change of an order's lines after it was placed: what came, by the ids of its items, and what went, whole as it had been sold. */
export const LineChange = z.object({
  /** Of whoever asked, so that a repeat has one effect. */
  id: z.string(),
  atMs: z.number().int(),
  addedIds: z.array(z.string()),
  takenOff: z.array(OrderItem),
  /** Whether the kitchen had the order by then, and has to be told. */
  inKitchen: z.boolean(),
  /** What went back since of what it left too much, by its ways; absent while nothing did, and of changes from before it was kept. */
  givenBack: z.array(GivenBack).optional(),
});

/** The whole order; all amounts in centavos, all instants in milliseconds since 1970 by the store's clock. */
export const Order = z.object({
  id: OrderId,
  code: z.string(),
  /** The permanent sequence; `orderNumber` is the same number under the spec's other name. */
  simpleId: z.number().int().positive(),
  orderNumber: z.number().int().positive(),
  panelNumber: z.number().int().positive().nullable(),
  /** The business day of the panel number, YYYY-MM-DD. */
  panelDate: z.iso.date().nullable(),
  panelSeries: z.number().int().positive().nullable(),
  source: OrderSource,
  customerPhone: z.string().nullable(),
  consumptionType: ConsumptionType,
  observations: z.string(),
  items: z.array(OrderItem),
  subtotalCents: cents,
  discountPercent: z.number(),
  discountCents: cents,
  /** Absent where nothing was given away by hand, and of orders from before anything could be. */
  concession: Concession.optional(),
  /** Subtotal less the discount and what was given away. */
  totalCents: cents,
  /** How its lines were changed since, oldest first; absent where they never were. `items` are those of now. */
  changes: z.array(LineChange).optional(),
  /** Of a paid order whose lines changed: what is still to be paid, or below 0 to be given back. Absent where nothing is. */
  balanceCents: z.number().int().optional(),
  status: OrderStatus,
  paymentStatus: OrderPaymentStatus,
  paymentMethod: PaymentMethod.nullable(),
  /**
   * Of an order that staff take in parts: what was taken, first to last. It waits for cash until they add up to the total, and is then paid
   * by the way that brought the most: an older reader, who leaves these out, reads that one. Of one called off: what was given back.
   */
  tenders: z.array(Tender).optional(),
  /** Of a paid order that owed something: what of it came through the provider, first to last. Absent where nothing did. */
  paidDifferences: z.array(PaidDifference).optional(),
  /** The note the customer pays cash with ('troco para'), only when above the total. */
  changeForCents: cents.nullable(),
  cancelReason: CancelReason.nullable(),
  /** While it is in the making: the stations whose share is made, by their ids. Absent where none is, and where the shop has none. */
  madeAt: z.array(z.string()).optional(),
  /** Approved after the order had expired or waited too long: shown as late in the kitchen. */
  late: z.boolean(),
  createdAtMs: z.number().int(),
  updatedAtMs: z.number().int(),
  receivedAtMs: z.number().int().nullable(),
  preparingAtMs: z.number().int().nullable(),
  readyAtMs: z.number().int().nullable(),
  deliveredAtMs: z.number().int().nullable(),
});

export type OrderStatus = z.infer<typeof OrderStatus>;
export type ConsumptionType = z.infer<typeof ConsumptionType>;
export type ToppingLayer = z.infer<typeof ToppingLayer>;
export type PaymentMethod = z.infer<typeof PaymentMethod>;
export type OrderPaymentStatus = z.infer<typeof OrderPaymentStatus>;
export type OrderSource = z.infer<typeof OrderSource>;
export type ConcessionKind = z.infer<typeof ConcessionKind>;
export type Concession = z.infer<typeof Concession>;
export type CancelReason = z.infer<typeof CancelReason>;
export type TerminalCard = z.infer<typeof TerminalCard>;
export type Tender = z.infer<typeof Tender>;
export type ToppingLine = z.infer<typeof ToppingLine>;
export type OrderItem = z.infer<typeof OrderItem>;
export type GivenBack = z.infer<typeof GivenBack>;
export type PaidDifference = z.infer<typeof PaidDifference>;
export type LineChange = z.infer<typeof LineChange>;
export type Order = z.infer<typeof Order>;
