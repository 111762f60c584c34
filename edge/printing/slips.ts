// What a customer's slip is told besides the order: the shop as it is now, where the order can be followed, and a code
// to pay by. Given by the composition root, for none of it is printing's to know.
import type { Order } from '@balcao/shared/order/order.ts';
import type { StationRules } from '@balcao/shared/order/stations.ts';
import { ticketOf } from '@balcao/shared/order/ticket.ts';
import type { CustomerSlip, Shop } from './receipt/customer-lines.ts';

export type SlipFacts = {
  shop: () => Shop;
  /** Where this site is reached by a customer's phone, without a slash at the end; null when nobody knows. */
  siteUrl: () => string | null;
  /** The BR Code of an order that waits for a PIX without a provider; null for every other order. */
  pixCode: (order: Order) => string | null;
  /** Where the kitchen makes what. */
  stations: () => StationRules;
};

export const NO_FACTS: SlipFacts = {
  shop: () => ({ name: '', address: '', phone: '' }),
  siteUrl: () => null,
  pixCode: () => null,
  stations: () => ({ stations: [], categoryOf: () => null }),
};

export function customerSlip(order: Order, facts: SlipFacts): CustomerSlip {
  const site = facts.siteUrl();
  return {
    // The kitchen's notes are not the customer's.
    ticket: { ...ticketOf(order, 'kitchen'), observations: '' },
    shop: facts.shop(),
    trackingUrl: site === null ? null : `${site}/meu-pedido?codigo=${encodeURIComponent(order.code)}`,
    // Only of what still waits for its money: what was called off must not be paid any more.
    pixCode: order.status === 'PENDING' ? facts.pixCode(order) : null,
  };
}
