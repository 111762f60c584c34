// Wholesale: what buyers ask on both servers, and what its operator works with.
import { z } from 'zod';
import { PlaceWholesaleBody } from '../../wholesale/place.ts';
import { defineContract } from '../contract.ts';
import { LapsedOrder, WaitingOrder } from '../orders.ts';
import { ORDER_REFUSALS } from '../refusals/order.ts';
import { PLACE_REFUSALS, PRINT_WHOLESALE_REFUSALS } from '../refusals/order-routes.ts';
import { WHOLESALE_TRACKING_REFUSALS } from '../refusals/tracking.ts';
import {
  MovedWholesale,
  PlacedWholesale,
  PrintedWholesale,
  WholesaleBuyers,
  WholesaleCatalogueBody,
  WholesaleHistory,
  WholesaleList,
  WholesaleMove,
  WholesaleOutcome,
  WholesalePayment,
  WholesaleReport,
  WholesaleReportQuery,
  WholesaleSearch,
  WholesaleTrack,
  WholesaleTracked,
} from '../wholesale.ts';

const orderId = z.object({ id: z.uuid() });

export const readWholesaleCatalogue = defineContract({
  method: 'get',
  path: '/api/wholesale/catalogue',
  summary: 'What wholesale buyers may choose from, and what they are asked for',
  access: 'everybody',
  answers: { 200: WholesaleCatalogueBody, 304: null },
});

export const placeWholesaleOrder = defineContract({
  method: 'post',
  path: '/api/wholesale/orders',
  summary: 'Place a wholesale order',
  access: 'everybody',
  body: PlaceWholesaleBody,
  answers: { 200: LapsedOrder, 201: PlacedWholesale, 202: WaitingOrder },
  refusals: PLACE_REFUSALS,
});

export const readWholesaleOutcome = defineContract({
  method: 'get',
  path: '/api/wholesale/orders/by-id/{id}',
  summary: 'The outcome of a wholesale order by its client id; needs its claim as a bearer',
  access: 'customer',
  params: orderId,
  answers: { 200: WholesaleOutcome },
  refusals: ORDER_REFUSALS,
});

export const trackWholesaleOrders = defineContract({
  method: 'post',
  path: '/api/wholesale/track',
  summary: 'Find wholesale orders by phone',
  access: 'everybody',
  body: WholesaleTrack,
  answers: { 200: WholesaleTracked },
  refusals: WHOLESALE_TRACKING_REFUSALS,
});

export const listWholesaleOrders = defineContract({
  method: 'get',
  path: '/api/staff/wholesale/orders',
  summary: 'Wholesale orders, newest first',
  access: 'staff',
  query: WholesaleSearch,
  answers: { 200: WholesaleList },
});

export const moveWholesaleOrder = defineContract({
  method: 'post',
  path: '/api/staff/wholesale/orders/{id}/moves',
  summary: 'Start, finish or cancel a wholesale order',
  access: 'staff',
  params: orderId,
  body: WholesaleMove,
  answers: { 200: MovedWholesale },
  refusals: ORDER_REFUSALS,
});

export const printWholesaleOrder = defineContract({
  method: 'post',
  path: '/api/staff/wholesale/orders/{id}/print',
  summary: 'Print a wholesale order, and say how many printers do',
  access: 'staff',
  params: orderId,
  answers: { 200: PrintedWholesale },
  refusals: PRINT_WHOLESALE_REFUSALS,
});

export const markWholesalePayment = defineContract({
  method: 'post',
  path: '/api/staff/wholesale/orders/{id}/payment',
  summary: 'Mark a wholesale order as paid, with day and method, or take the mark back',
  access: 'staff',
  params: orderId,
  body: WholesalePayment,
  answers: { 200: MovedWholesale },
  refusals: ORDER_REFUSALS,
});

export const listWholesaleBuyers = defineContract({
  method: 'get',
  path: '/api/staff/wholesale/buyers',
  summary: 'Who buys wholesale: how much, when last, and what is not paid',
  access: 'staff',
  answers: { 200: WholesaleBuyers },
});

export const readWholesaleHistory = defineContract({
  method: 'get',
  path: '/api/staff/wholesale/buyers/{order}',
  summary: "One wholesale buyer's orders; the buyer is named by the number of any of them",
  access: 'staff',
  params: z.object({ order: z.coerce.number().int().positive() }),
  answers: { 200: WholesaleHistory },
  refusals: ORDER_REFUSALS,
});

export const readWholesaleReport = defineContract({
  method: 'get',
  path: '/api/staff/wholesale/report',
  summary:
    'What was sold wholesale between two days: by product, by buyer, by month; without days, the last thirty',
  access: 'staff',
  query: WholesaleReportQuery,
  answers: { 200: WholesaleReport },
});
