// What staff do with orders: the board, moves, walk-in orders, what waits for cash, and what an administrator looks for and deletes.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { DifferenceAsk, SettledOrder } from '../difference.ts';
import { ClearedHistory, ClearHistory, OrderList, OrderSearch } from '../order-search.ts';
import { ChangedLines, LineChangeAsk } from '../order-lines.ts';
import { PlacedOrder } from '../orders.ts';
import { PanelReset } from '../panel.ts';
import { PixCode } from '../pix.ts';
import {
  CLEAR_REFUSALS,
  COUNTER_REFUSALS,
  DELETE_REFUSALS,
  MOVE_REFUSALS,
  PIX_CODE_REFUSALS,
} from '../refusals/order-routes.ts';
import {
  AwaitedCash,
  BestSellers,
  Board,
  CancelUnpaid,
  CounterSale,
  MovedOrder,
  StaffMove,
  UnpaidOutcomes,
} from '../staff.ts';

const orderId = z.object({ id: z.uuid() });

export const readBoard = defineContract({
  method: 'get',
  path: '/api/staff/board',
  summary: 'The kitchen board',
  access: 'staff',
  answers: { 200: Board },
});

export const moveOrder = defineContract({
  method: 'post',
  path: '/api/staff/orders/{id}/moves',
  summary: 'Move an order on, or back; confirm its payment; cancel it',
  access: 'staff',
  params: orderId,
  body: StaffMove,
  answers: { 200: MovedOrder },
  refusals: MOVE_REFUSALS,
});

export const changeOrderLines = defineContract({
  method: 'post',
  path: '/api/staff/orders/{id}/lines',
  summary: 'Add lines to an open order, take lines off',
  access: 'staff',
  params: orderId,
  body: LineChangeAsk,
  answers: { 200: ChangedLines },
  refusals: MOVE_REFUSALS,
});

export const settleDifference = defineContract({
  method: 'post',
  path: '/api/staff/orders/{id}/difference',
  summary: 'Take or give back what a change of a paid order left open',
  access: 'staff',
  params: orderId,
  body: DifferenceAsk,
  answers: { 200: SettledOrder },
  refusals: MOVE_REFUSALS,
});

export const placeCounterOrder = defineContract({
  method: 'post',
  path: '/api/staff/orders',
  summary: 'Place a walk-in order',
  access: 'staff',
  body: CounterSale,
  answers: { 201: PlacedOrder },
  refusals: COUNTER_REFUSALS,
});

export const resetPanel = defineContract({
  method: 'post',
  path: '/api/staff/panel/reset',
  summary: 'Begin the numbers of the panel at 1 again',
  access: 'staff',
  answers: { 200: PanelReset },
});

export const listAwaitedCash = defineContract({
  method: 'get',
  path: '/api/staff/cash',
  summary: 'Orders that wait for cash, oldest first',
  access: 'staff',
  answers: { 200: AwaitedCash },
});

export const listBestSellers = defineContract({
  method: 'get',
  path: '/api/staff/best-sellers',
  summary: 'What sold most among the newest orders, most first',
  access: 'staff',
  answers: { 200: BestSellers },
});

export const searchOrders = defineContract({
  method: 'get',
  path: '/api/staff/orders',
  summary: 'Orders, newest first; or the ones that a phone, an id or a number finds',
  access: 'staff',
  query: OrderSearch,
  answers: { 200: OrderList },
});

export const cancelUnpaidOrders = defineContract({
  method: 'post',
  path: '/api/staff/orders/cancel-unpaid',
  summary: 'Cancel many unpaid orders, and say what became of each',
  access: 'staff',
  body: CancelUnpaid,
  answers: { 200: UnpaidOutcomes },
});

export const deleteOrder = defineContract({
  method: 'delete',
  path: '/api/staff/orders/{id}',
  summary: 'Delete an order for good',
  access: 'staff',
  params: orderId,
  answers: { 204: null },
  refusals: DELETE_REFUSALS,
});

export const clearHistory = defineContract({
  method: 'post',
  path: '/api/staff/orders/clear',
  summary: 'Delete every order that is over, and say where the copy of them is',
  access: 'staff',
  body: ClearHistory,
  answers: { 200: ClearedHistory },
  refusals: CLEAR_REFUSALS,
});

export const readPixCode = defineContract({
  method: 'get',
  path: '/api/staff/orders/{id}/pix-code',
  summary: "A code of the store's own PIX key, for one order or a part of it",
  access: 'staff',
  params: orderId,
  // The part, or the difference, under the id with which it will be said to be paid.
  query: z.object({
    cents: z.coerce.number().int().min(1).max(100_000_00).optional(),
    part: z.uuid().optional(),
  }),
  answers: { 200: PixCode },
  refusals: PIX_CODE_REFUSALS,
});
