// `GET /link/states` (store → relay): how the open orders stand, and those that were over last, ahead of the rows of the log that say the
// same. It names nobody, moves no cursor and lasts only until the log is there: an order's row is what counts.
import { z } from 'zod';
import { Order } from '../order/order.ts';

/** Stores of an older protocol are not asked. */
export const STATES_PROTOCOL_MIN = 9;
/** More open orders than these are left to the log. */
export const ORDER_STATES_MAX = 500;

/** What changes of an order after it was placed. */
export const OrderState = Order.pick({
  id: true,
  panelNumber: true,
  panelDate: true,
  panelSeries: true,
  status: true,
  paymentStatus: true,
  paymentMethod: true,
  changeForCents: true,
  cancelReason: true,
  late: true,
  updatedAtMs: true,
  receivedAtMs: true,
  preparingAtMs: true,
  readyAtMs: true,
  deliveredAtMs: true,
});
export type OrderState = z.infer<typeof OrderState>;

/** The open ones before those that are over, of both the newest first; they stand so at row `seq` of the log, which was the last one then. */
export const OrderStates = z.object({
  seq: z.number().int().min(0),
  epoch: z.number().int().positive(),
  states: z.array(OrderState).max(ORDER_STATES_MAX),
});
export type OrderStates = z.infer<typeof OrderStates>;
