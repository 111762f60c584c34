// Who buys, told from what their orders say of them. Pure.
import type { WholesaleBuyer } from '../http/wholesale.ts';
import type { WholesaleOrder } from './order.ts';

/** What of an order tells of its buyer, newest first. */
export type WholesaleSale = Pick<
  WholesaleOrder,
  | 'orderNumber'
  | 'customerName'
  | 'customerPhone'
  | 'customerCpfCnpj'
  | 'totalCents'
  | 'status'
  | 'createdAtMs'
  | 'paid'
>;

/**
 * The orders of each buyer, newest first, the buyer who ordered last first. A CPF or CNPJ is a buyer; a phone alone is that of the one
 * CPF or CNPJ that ordered with it, else a buyer of its own. Orders that say neither were of nobody, or are forgotten: they are left out.
 */
export function salesByBuyer<S extends WholesaleSale>(sales: readonly S[]): [S, ...S[]][] {
  const taxIds = new Map<string, Set<string>>();
  for (const { customerPhone, customerCpfCnpj } of sales)
    if (customerPhone !== null && customerCpfCnpj !== null)
      taxIds.set(customerPhone, (taxIds.get(customerPhone) ?? new Set()).add(customerCpfCnpj));
  const byBuyer = new Map<string, [S, ...S[]]>();
  for (const sale of [...sales].sort((a, b) => b.orderNumber - a.orderNumber)) {
    const key = keyOf(sale, taxIds);
    if (key === null) continue;
    const known = byBuyer.get(key);
    if (known) known.push(sale);
    else byBuyer.set(key, [sale]);
  }
  return [...byBuyer.values()];
}

function keyOf(
  { customerPhone, customerCpfCnpj }: WholesaleSale,
  taxIds: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  if (customerCpfCnpj !== null) return `id ${customerCpfCnpj}`;
  if (customerPhone === null) return null;
  const [only, second] = taxIds.get(customerPhone) ?? [];
  return only !== undefined && second === undefined ? `id ${only}` : `phone ${customerPhone}`;
}

/** Name and phone as the newest order of `sales` says them; what it leaves out is that of an order with the other one of the two. */
function contactOf(sales: readonly WholesaleSale[]) {
  const { customerName, customerPhone } =
    sales.find((sale) => sale.customerName !== null || sale.customerPhone !== null) ?? {};
  const name = sales.find((sale) => sale.customerPhone === customerPhone && sale.customerName !== null);
  const phone = sales.find((sale) => sale.customerName === customerName && sale.customerPhone !== null);
  return {
    name: customerName ?? name?.customerName ?? null,
    phone: customerPhone ?? phone?.customerPhone ?? null,
  };
}

/** What the orders of one buyer, newest first, come to: of those that were cancelled only where there are no others. */
export function buyerOf(sales: readonly [WholesaleSale, ...WholesaleSale[]]): WholesaleBuyer {
  const bought = sales.filter(({ status }) => status !== 'CANCELADO');
  const unpaid = bought.filter(({ paid }) => paid === null);
  return {
    newestOrder: sales[0].orderNumber,
    ...contactOf(bought.length > 0 ? bought : sales),
    taxId: sales.find(({ customerCpfCnpj }) => customerCpfCnpj !== null)?.customerCpfCnpj ?? null,
    orders: bought.length,
    totalCents: sumOf(bought),
    lastOrderAtMs: (bought[0] ?? sales[0]).createdAtMs,
    open: { orders: unpaid.length, cents: sumOf(unpaid) },
  };
}

const sumOf = (sales: readonly { totalCents: number }[]): number =>
  sales.reduce((sum, { totalCents }) => sum + totalCents, 0);

/** Every buyer, whoever ordered last first. */
export const buyersOf = (sales: readonly WholesaleSale[]): WholesaleBuyer[] =>
  salesByBuyer(sales).map(buyerOf);

/** The buyer of one order with the numbers of all orders, newest first; null for one that says of nobody. */
export function buyerOfOrder(
  sales: readonly WholesaleSale[],
  orderNumber: number,
): { buyer: WholesaleBuyer; orderNumbers: number[] } | null {
  const mine = salesByBuyer(sales).find((one) => one.some((sale) => sale.orderNumber === orderNumber));
  return mine ? { buyer: buyerOf(mine), orderNumbers: mine.map((sale) => sale.orderNumber) } : null;
}
