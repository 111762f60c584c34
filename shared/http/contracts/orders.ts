// Orders of customers, on both servers: placed, answered, shown to their owner, paid at the counter.
import { z } from 'zod';
import { PlaceOrderBody } from '../../order/place.ts';
import { defineContract } from '../contract.ts';
import {
  CancelledOrder,
  CashChosen,
  CashPayment,
  LapsedOrder,
  OrderCode,
  OrderOutcome,
  OrderView,
  PlacedOrder,
  WaitingOrder,
} from '../orders.ts';
import { ORDER_REFUSALS } from '../refusals/order.ts';
import {
  CANCEL_OWN_REFUSALS,
  PAY_REFUSALS,
  PLACE_REFUSALS,
  READ_REFUSALS,
} from '../refusals/order-routes.ts';

export const placeOrder = defineContract({
  method: 'post',
  path: '/api/orders',
  summary: 'Place an order',
  access: 'everybody',
  body: PlaceOrderBody,
  answers: { 200: LapsedOrder, 201: PlacedOrder, 202: WaitingOrder },
  refusals: PLACE_REFUSALS,
});

export const readOrderOutcome = defineContract({
  method: 'get',
  path: '/api/orders/by-id/{id}',
  summary: 'The outcome of an order by its client id; needs its claim as a bearer',
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  answers: { 200: OrderOutcome },
  refusals: ORDER_REFUSALS,
});

export const readOrder = defineContract({
  method: 'get',
  path: '/api/orders/{code}',
  summary: 'An order: whole with its tracking token, else how it stands',
  access: 'everybody',
  params: OrderCode,
  answers: { 200: OrderView },
  refusals: READ_REFUSALS,
});

export const chooseCash = defineContract({
  method: 'post',
  path: '/api/orders/{code}/cash',
  summary: 'Pay at the counter',
  access: 'customer',
  params: OrderCode,
  body: CashPayment,
  answers: { 200: CashChosen },
  refusals: PAY_REFUSALS,
});

export const cancelOrder = defineContract({
  method: 'post',
  path: '/api/orders/{code}/cancel',
  summary: 'Call off an order of one’s own that is not paid',
  access: 'customer',
  params: OrderCode,
  answers: { 200: CancelledOrder },
  refusals: CANCEL_OWN_REFUSALS,
});
