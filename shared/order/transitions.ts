// Order status × command as a full table: every cell is decided. decide.ts adds money, panel numbers and times.
import type { OrderStatus } from './order.ts';
import type { RefusalCode } from './refusal.ts';

/** What can be asked of an order, by a payment fact, a customer, staff or the store's own clock. */
export const ORDER_COMMANDS = [
  'approve', // money has come: a payment fact, or cash, terminal or offline PIX confirmed by staff
  'choose-cash', // the customer will pay at the counter
  'take-tender', // a part of the money has come, by hand
  'give-tender-back', // and went back before the rest came
  'start', // Iniciar Preparo
  'mark-ready', // Marcar Pronto
  'deliver', // Marcar Entregue
  'back-to-received',
  'back-to-preparing',
  'undo-delivery', // within two minutes
  'cancel', // ADMIN, with a reason; or the customer's side withdrawing an order it gave up waiting for
  'expire', // nothing paid in time
] as const;
/** The columns of the table. */
export type OrderCommandKind = (typeof ORDER_COMMANDS)[number];

/** `to`: the next status; `stay`: accepted, status unchanged; `refuse`: the answer is no. */
export type Cell = { to: OrderStatus } | { stay: true } | { refuse: RefusalCode };

const to = (status: OrderStatus): Cell => ({ to: status });
const stay: Cell = { stay: true };
const no = (code: RefusalCode): Cell => ({ refuse: code });

/** Where each command leads from each status: to another, nowhere (`stay`: done already), or to a refusal. */
export const ORDER_TRANSITIONS: Record<OrderStatus, Record<OrderCommandKind, Cell>> = {
  PENDING: {
    approve: to('RECEBIDO'),
    'choose-cash': stay,
    'take-tender': stay,
    'give-tender-back': stay,
    start: no('unpaid'),
    'mark-ready': no('unpaid'),
    deliver: no('unpaid'),
    'back-to-received': no('unpaid'),
    'back-to-preparing': no('unpaid'),
    'undo-delivery': no('not-from-here'),
    cancel: to('CANCELLED'),
    expire: to('CANCELLED'),
  },
  RECEBIDO: {
    approve: stay,
    'choose-cash': no('already-paid'),
    // The last part, sent again: decide.ts refuses every other.
    'take-tender': stay,
    'give-tender-back': no('already-paid'),
    start: to('PREPARING'),
    'mark-ready': no('not-from-here'),
    deliver: no('not-from-here'),
    'back-to-received': stay,
    'back-to-preparing': no('not-from-here'),
    'undo-delivery': no('not-from-here'),
    cancel: to('CANCELLED'),
    expire: no('already-paid'),
  },
  PREPARING: {
    approve: stay,
    'choose-cash': no('already-paid'),
    'take-tender': stay,
    'give-tender-back': no('already-paid'),
    start: stay,
    'mark-ready': to('READY'),
    deliver: no('not-from-here'),
    'back-to-received': to('RECEBIDO'),
    'back-to-preparing': stay,
    'undo-delivery': no('not-from-here'),
    cancel: to('CANCELLED'),
    expire: no('already-paid'),
  },
  READY: {
    approve: stay,
    'choose-cash': no('already-paid'),
    'take-tender': stay,
    'give-tender-back': no('already-paid'),
    start: no('not-from-here'),
    'mark-ready': stay,
    deliver: to('DELIVERED'),
    'back-to-received': no('not-from-here'),
    'back-to-preparing': to('PREPARING'),
    'undo-delivery': stay,
    cancel: to('CANCELLED'),
    expire: no('already-paid'),
  },
  DELIVERED: {
    approve: stay,
    'choose-cash': no('already-paid'),
    'take-tender': stay,
    'give-tender-back': no('already-paid'),
    start: no('order-over'),
    'mark-ready': no('order-over'),
    deliver: stay,
    'back-to-received': no('order-over'),
    'back-to-preparing': no('order-over'),
    'undo-delivery': to('READY'),
    cancel: no('order-over'),
    expire: no('order-over'),
  },
  CANCELLED: {
    // Honoured only when the caller found the order still makeable; decide.ts refuses otherwise.
    approve: to('RECEBIDO'),
    'choose-cash': no('order-over'),
    'take-tender': no('order-over'),
    'give-tender-back': no('order-over'),
    start: no('order-over'),
    'mark-ready': no('order-over'),
    deliver: no('order-over'),
    'back-to-received': no('order-over'),
    'back-to-preparing': no('order-over'),
    'undo-delivery': no('order-over'),
    cancel: stay,
    expire: stay,
  },
};
