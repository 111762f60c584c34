// What the paper of a wholesale order says. The smallest shape that printing needs; the order itself may hold more.
import { formatPhone } from '../phone.ts';
import { formatTaxId } from './fields.ts';
import type { WholesaleOrder } from './order.ts';
import { WHOLESALE_STATUS_TEXTS } from './status-text.ts';

/** One line on paper; amounts in centavos. */
export type WholesaleTicketItem = {
  name: string;
  size: string | null;
  flavor: string | null;
  quantity: number;
  unitPriceCents: number;
  totalCents: number;
};

/** What a wholesale slip says; amounts in centavos, the instant in milliseconds since 1970. */
export type WholesaleTicket = {
  orderId: string;
  orderNumber: number;
  /** As the status screen names it. */
  statusText: string;
  /** What the buyer was asked for; a field that was not asked for is empty. */
  customer: { name: string; phone: string; cpfCnpj: string; address: string };
  observations: string;
  items: WholesaleTicketItem[];
  totalCents: number;
  createdAtMs: number;
  /** YYYY-MM-DD, and how it is paid; slips that were queued by an older version say neither. */
  wishedDate?: string | null;
  terms?: string;
  isPaid?: boolean;
};

/** The slip of an order as it is now, with phone and tax id as people write them. */
export const wholesaleTicketOf = (order: WholesaleOrder): WholesaleTicket => ({
  orderId: order.id,
  orderNumber: order.orderNumber,
  statusText: WHOLESALE_STATUS_TEXTS[order.status],
  customer: {
    name: order.customerName ?? '',
    phone: formatPhone(order.customerPhone ?? ''),
    cpfCnpj: formatTaxId(order.customerCpfCnpj ?? ''),
    address: order.customerAddress ?? '',
  },
  observations: order.observations,
  items: order.items.map((item) => ({
    name: item.productName,
    size: item.selectedSize,
    flavor: item.selectedFlavor,
    quantity: item.quantity,
    unitPriceCents: item.productPriceCents,
    totalCents: item.totalPriceCents,
  })),
  totalCents: order.totalCents,
  createdAtMs: order.createdAtMs,
  wishedDate: order.wishedDate,
  terms: order.terms,
  isPaid: order.paid !== null,
});
