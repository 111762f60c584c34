// How an order begins.
import type { Quote } from '../pricing/quote.ts';
import type { Order, OrderSource } from './order.ts';
import type { PlaceOrder } from './place.ts';

/** A new order from what was asked and what it costs. */
export function newOrder(
  request: PlaceOrder,
  quote: Quote,
  options: { code: string; number: number; source: OrderSource; nowMs: number },
): Order {
  return {
    id: request.id,
    code: options.code,
    simpleId: options.number,
    orderNumber: options.number,
    panelNumber: null,
    panelDate: null,
    panelSeries: null,
    source: options.source,
    customerPhone: request.customerPhone,
    consumptionType: request.consumptionType,
    observations: request.observations,
    ...quote,
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    changeForCents: null,
    cancelReason: null,
    late: false,
    createdAtMs: options.nowMs,
    updatedAtMs: options.nowMs,
    receivedAtMs: null,
    preparingAtMs: null,
    readyAtMs: null,
    deliveredAtMs: null,
  };
}
