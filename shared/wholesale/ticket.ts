// What the paper of a wholesale order says. The smallest shape that printing needs; the order itself may hold more.

export type WholesaleTicketItem = {
  name: string;
  size: string | null;
  flavor: string | null;
  quantity: number;
  unitPriceCents: number;
  totalCents: number;
};

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
};
