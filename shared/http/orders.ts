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
import { maskPhone } from '../phone.ts';

/** 201: the store has it. */
export const PlacedOrder = z.object({ state: z.literal('placed'), order: Order, trackingToken: z.string() });
/** 202: the relay keeps it until the store answers; ask `GET /api/orders/by-id/:id`. */
export const WaitingOrder = z.object({ state: z.literal('waiting'), id: z.string() });
export const LapsedOrder = z.object({ state: z.literal('lapsed'), id: z.string() });
/** `GET /api/orders/by-id/:id`: a refusal comes as its problem. */
export const OrderOutcome = z.discriminatedUnion('state', [PlacedOrder, WaitingOrder, LapsedOrder]);

export const PublicItem = z.object({
  description: z.string(),
  sizeName: z.string().nullable(),
  baseName: z.string().nullable(),
  iceCreamName: z.string().nullable(),
  secondaryIceCreamName: z.string().nullable(),
  productName: z.string().nullable(),
  toppings: z.array(z.object({ name: z.string(), layer: ToppingLayer })),
});

/** What anyone may see who knows a code, a phone or a number. */
export const PublicOrder = z.object({
  code: z.string(),
  simpleId: z.number(),
  orderNumber: z.number(),
  panelNumber: z.number().nullable(),
  status: OrderStatus,
  paymentStatus: OrderPaymentStatus,
  paymentMethod: PaymentMethod.nullable(),
  totalCents: z.number(),
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
});
export type OrderMoney = z.infer<typeof OrderMoney>;

/** `GET /api/orders/:code`: whole for who holds the tracking token, public fields for others. */
export const OrderView = z.discriminatedUnion('access', [
  z.object({ access: z.literal('whole'), order: Order, ticket: z.string(), money: OrderMoney }),
  z.object({ access: z.literal('public'), order: PublicOrder, ticket: z.string() }),
]);

export const CashPayment = z.object({
  changeForCents: z
    .int('Valor inválido')
    .min(0, 'Valor inválido')
    .max(100_000_00, 'Valor inválido')
    .nullable()
    .default(null),
});

/** `POST /api/orders/:code/pix`: what the provider gave to be paid. */
export const PixPayment = z.object({
  attemptId: z.string(),
  paymentId: z.string(),
  qrCode: z.string(),
  qrCodeBase64: z.string(),
  expiresAtMs: z.number(),
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
});

/** `POST /api/track`: by the whole phone, or by code, simple id or number. */
export const TrackRequest = z.union([
  z.object({ phone: z.string('Digite um número de telefone para buscar.').max(40) }),
  z.object({
    query: z
      .string('Digite um código, ID ou número do pedido para buscar.')
      .trim()
      .min(1, 'Digite um código, ID ou número do pedido para buscar.')
      .max(64),
  }),
]);
/** `ticket` admits to live events of exactly these orders. */
export const TrackReply = z.object({ orders: z.array(PublicOrder), ticket: z.string() });

/** How long a stranger may find an order by its phone or number. */
export const PUBLIC_ORDER_AGE_MS_MAX = 48 * 3_600_000;

export function publicOrder(order: Order): PublicOrder {
  return {
    code: order.code,
    simpleId: order.simpleId,
    orderNumber: order.orderNumber,
    panelNumber: order.panelNumber,
    status: order.status,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    totalCents: order.totalCents,
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
export type OrderView = z.infer<typeof OrderView>;
export type PixPayment = z.infer<typeof PixPayment>;
export type TrackReply = z.infer<typeof TrackReply>;
