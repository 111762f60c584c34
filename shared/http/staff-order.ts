// What of an order each role is sent, in answers and in live messages alike: a customer's phone only where that role's screens show it.
import type { Order } from '../order/order.ts';
import { maskPhone } from '../phone.ts';
import type { Role } from './staff.ts';

/**
 * The order as `role` may see it. KITCHEN calls the customer of an order that is ready, and no other. ATTENDANT takes money from and
 * hands over to whoever stands there: the whole phone while the order is open, `***` and its last three digits once it is over.
 * Retail orders are not the wholesale operator's, nor of an account without a role: no route sends them one, and if one did, nobody's
 * phone or words would be in it.
 */
export function orderSeenBy(role: Role | null, order: Order): Order {
  switch (role) {
    case 'ADMIN':
      return order;
    case 'KITCHEN':
      return order.status === 'READY' ? order : { ...order, customerPhone: null };
    case 'ATTENDANT':
      return order.customerPhone !== null && isOver(order)
        ? { ...order, customerPhone: maskPhone(order.customerPhone) }
        : order;
    case 'WHOLESALE':
    case null:
      return { ...order, customerPhone: null, observations: '' };
  }
}

const isOver = ({ status }: Order): boolean => status === 'DELIVERED' || status === 'CANCELLED';
