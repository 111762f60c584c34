// Orders over HTTP, on both hosts: what is asked and what is shown to whom.
import { z } from 'zod';
import {
  ConsumptionType,
  Order,
  OrderPaymentStatus,
  OrderStatus,
  PaymentMethod,
  ToppingLayer,
  type OrderItem,
} from '../order/order.ts';
import { isPartlyPaid, leftOf } from '../payment/tender.ts';
import { maskPhone } from '../phone.ts';

/** 201: the store has it. */
export const PlacedOrder = z.object({ state: z.literal('placed'), order: Order, trackingToken: z.string() });
/** 202: the relay keeps it until the store answers; ask `GET /api/orders/by-id/:id` with the claim as a bearer. */
export const WaitingOrder = z.object({ state: z.literal('waiting'), id: z.string() });
/** The store did not answer in time and the order was withdrawn: the customer may order again. */
export const LapsedOrder = z.object({ state: z.literal('lapsed'), id: z.string() });
/** `GET /api/orders/by-id/:id`: a refusal comes as its problem. */
export const OrderOutcome = z.discriminatedUnion('state', [PlacedOrder, WaitingOrder, LapsedOrder]);

/** An item as strangers may see it, without what it cost. */
export const PublicItem = z.object({
  description: z.string(),
  sizeName: z.string().nullable(),
  baseName: z.string().nullable(),
  iceCreamName: z.string().nullable(),
  secondaryIceCreamName: z.string().nullable(),
  productName: z.string().nullable(),
  toppings: z.array(z.object({ name: z.string(), layer: ToppingLayer })),
});

/** By which of its names a stranger asked for an order. None of the others is told. */
const AskedBy = z.enum(['number', 'panel', 'code']);
type AskedBy = z.infer<typeof AskedBy>;

/** All that a stranger sees of an order: how it stands, under the number that was asked for. */
export const StatusOrder = z.object({
  access: z.literal('status'),
  orderNumber: z.number().nullable(),
  panelNumber: z.number().nullable(),
  status: OrderStatus,
});

/** What is shown to who knows the whole phone, or a name of the order and how its phone ends. */
export const PublicOrder = z.object({
  access: z.literal('public'),
  code: z.string(),
  simpleId: z.number(),
  orderNumber: z.number(),
  panelNumber: z.number().nullable(),
  status: OrderStatus,
  paymentStatus: OrderPaymentStatus,
  paymentMethod: PaymentMethod.nullable(),
  totalCents: z.number(),
  /** Of an order of which a part is paid: what is still to be paid. Absent of others; an older server does not say it. */
  leftCents: z.number().optional(),
  consumptionType: ConsumptionType,
  customerPhoneMasked: z.string().nullable(),
  items: z.array(PublicItem),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  receivedAtMs: z.number().nullable(),
  preparingAtMs: z.number().nullable(),
  readyAtMs: z.number().nullable(),
  deliveredAtMs: z.number().nullable(),
});

/** What came and went online for an order. On the relay it may be ahead of the order, which waits for the store to answer. */
export const OrderMoney = z.object({
  receivedCents: z.number(),
  returnedCents: z.number(),
  /** More is on its way back. */
  returning: z.boolean(),
  /** Handed back over the counter besides, of an order whose lines were changed. An older server does not say it. */
  handedBackCents: z.number().optional(),
});
export type OrderMoney = z.infer<typeof OrderMoney>;

/** `GET /api/orders/:code`: whole for who holds the tracking token, the status alone for others. */
export const OrderView = z.discriminatedUnion('access', [
  z.object({ access: z.literal('whole'), order: Order, ticket: z.string(), money: OrderMoney }),
  z.object({ access: z.literal('status'), order: StatusOrder, ticket: z.string() }),
]);

/** Of the path of everything that is about one order; as somebody typed it. */
export const OrderCode = z.object({ code: z.string().max(40) });

/** The body of `POST /api/orders/:code/cash`: what the customer will pay with, in centavos; null: no change needed. */
export const CashPayment = z.object({
  changeForCents: z
    .int('Valor inválido')
    .min(0, 'Valor inválido')
    .max(100_000_00, 'Valor inválido')
    .nullable()
    .default(null),
});

/** `POST /api/orders/:code/cash`: the order, which waits to be paid at the counter. */
export const CashChosen = z.object({ order: Order });
/** The answer of `POST /api/orders/{code}/cancel`. */
export const CancelledOrder = z.object({ order: Order });

/** `POST /api/orders/:code/pix`: what the provider gave to be paid. */
export const PixPayment = z.object({
  attemptId: z.string(),
  paymentId: z.string(),
  qrCode: z.string(),
  qrCodeBase64: z.string(),
  expiresAtMs: z.number(),
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
});

/** Said where the last four digits are asked for and were not given. */
export const LAST_FOUR_MISSING = 'Digite os 4 últimos dígitos do telefone.';
const TOKENS_MAX = 20;

/** `POST /api/track`: by the whole phone, or by code, simple id or number, with what proves more than a name. */
export const TrackRequest = z.union([
  z.object({ phone: z.string('Digite um número de telefone para buscar.').max(40) }),
  z.object({
    query: z
      .string('Digite um código, ID ou número do pedido para buscar.')
      .trim()
      .min(1, 'Digite um código, ID ou número do pedido para buscar.')
      .max(64),
    /** How the phone of the order ends. */
    lastFour: z
      .string(LAST_FOUR_MISSING)
      .regex(/^\d{4}$/, LAST_FOUR_MISSING)
      .optional(),
    /** Tracking tokens of the orders that the asking device placed. */
    tokens: z
      .array(z.string().regex(/^[\x21-\x7e]{16,128}$/))
      .max(TOKENS_MAX)
      .optional(),
  }),
]);
/** What a search finds: the order, or its status alone. */
export const TrackedOrder = z.discriminatedUnion('access', [PublicOrder, StatusOrder]);
/** `ticket` admits to live events of exactly these orders, with no more than is shown of each here. */
export const TrackReply = z.object({ orders: z.array(TrackedOrder), ticket: z.string() });
/** Wrong last digits of one order in one business day, whoever sends them. */
export const DIGIT_TRIES_MAX = 5;

/** How long a stranger may find an order by its phone or number. */
export const PUBLIC_ORDER_AGE_MS_MAX = 48 * 3_600_000;

/** How much of an order somebody sees who does not hold its token. */
export type Sight = 'public' | AskedBy;

/** The one place that decides what a stranger is shown of an order, in answers and in live events. */
export const orderSeen = (order: Order, sight: Sight): TrackedOrder =>
  sight === 'public' ? publicOrder(order) : statusOrder(order, sight);

/** What one sees who knows a number and nothing else. */
export const statusOrder = (order: Order, askedBy: AskedBy): StatusOrder => ({
  access: 'status',
  orderNumber: askedBy === 'number' ? order.orderNumber : null,
  panelNumber: askedBy === 'panel' ? order.panelNumber : null,
  status: order.status,
});

/** What one sees who proved to know the order; the phone stays masked. */
export function publicOrder(order: Order): PublicOrder {
  return {
    access: 'public',
    code: order.code,
    simpleId: order.simpleId,
    orderNumber: order.orderNumber,
    panelNumber: order.panelNumber,
    status: order.status,
    paymentStatus: order.paymentStatus,
    // Of what was paid in several ways none is named.
    paymentMethod: order.status !== 'PENDING' && order.tenders !== undefined ? null : order.paymentMethod,
    totalCents: order.totalCents,
    ...stillToPay(order),
    consumptionType: order.consumptionType,
    customerPhoneMasked: order.customerPhone === null ? null : maskPhone(order.customerPhone),
    items: order.items.map((item) => ({
      description: describeItem(item),
      sizeName: item.sizeName,
      baseName: item.baseName,
      iceCreamName: item.iceCreamName,
      secondaryIceCreamName: item.secondaryIceCreamName,
      productName: item.productName,
      toppings: item.toppings.map(({ name, layer }) => ({ name, layer })),
    })),
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
    receivedAtMs: order.receivedAtMs,
    preparingAtMs: order.preparingAtMs,
    readyAtMs: order.readyAtMs,
    deliveredAtMs: order.deliveredAtMs,
  };
}

/** Of a part that staff took, and of a paid order that has grown since. */
function stillToPay(order: Order): Pick<PublicOrder, 'leftCents'> {
  const { balanceCents = 0 } = order;
  const leftCents = isPartlyPaid(order) ? leftOf(order) : balanceCents;
  return leftCents > 0 ? { leftCents } : {};
}

/** `Grande - Açaí tradicional, Ninho / Morango`; a ready product by its name. */
export function describeItem(
  item: Pick<OrderItem, 'productName' | 'sizeName' | 'baseName' | 'iceCreamName' | 'secondaryIceCreamName'>,
): string {
  const flavours = [item.iceCreamName, item.secondaryIceCreamName]
    .filter((name) => name !== null)
    .join(' / ');
  const built = [[item.sizeName, item.baseName].filter((name) => name !== null).join(' - '), flavours]
    .filter((part) => part !== '')
    .join(', ');
  return [item.productName, built].filter((part) => part !== null && part !== '').join(': ');
}

export type PlacedOrder = z.infer<typeof PlacedOrder>;
export type OrderOutcome = z.infer<typeof OrderOutcome>;
export type PublicOrder = z.infer<typeof PublicOrder>;
export type StatusOrder = z.infer<typeof StatusOrder>;
export type TrackedOrder = z.infer<typeof TrackedOrder>;
export type TrackRequest = z.infer<typeof TrackRequest>;
export type OrderView = z.infer<typeof OrderView>;
export type PixPayment = z.infer<typeof PixPayment>;
export type TrackReply = z.infer<typeof TrackReply>;
