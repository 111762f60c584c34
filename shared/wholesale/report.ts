// What was sold wholesale between two days, summed up. Pure: which sales those are, and what their lines come to, is given.
import type { WholesaleReport } from '../http/wholesale.ts';
import { buyerOf, salesByBuyer, type WholesaleSale } from './buyers.ts';
import { formatTaxId } from './fields.ts';
import { formatPhone } from '../phone.ts';

/** A sale with the day (YYYY-MM-DD) it was ordered on, by the store's time zone. */
export type DatedSale = WholesaleSale & { date: string };

/** `products`: of the orders that were not cancelled. */
export function wholesaleReport(
  span: { from: string; to: string },
  sales: readonly DatedSale[],
  products: WholesaleReport['products'],
): WholesaleReport {
  const sold = sales.filter(({ status }) => status !== 'CANCELADO');
  const totals = sumOf(sold);
  const cancelled = sumOf(sales.filter(({ status }) => status === 'CANCELADO'));
  const months = new Map<string, DatedSale[]>();
  for (const sale of sold) {
    const month = sale.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), sale]);
  }
  return {
    ...span,
    totals: { ...totals, openCents: totals.cents - totals.paidCents },
    cancelled: { orders: cancelled.orders, cents: cancelled.cents },
    products: [...products].sort(byCents),
    buyers: buyersIn(sold),
    months: [...months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, ofMonth]) => ({ month, ...sumOf(ofMonth) })),
  };
}

const byCents = (a: { cents: number; name: string }, b: { cents: number; name: string }): number =>
  b.cents - a.cents || (a.name < b.name ? -1 : 1);

const sumOf = (sales: readonly WholesaleSale[]) => ({
  orders: sales.length,
  cents: sales.reduce((sum, { totalCents }) => sum + totalCents, 0),
  paidCents: sales.reduce((sum, { totalCents, paid }) => sum + (paid === null ? 0 : totalCents), 0),
});

/** Said of orders whose buyer is not known any more. */
export const NOBODY_NAMED = 'Sem identificação';

function buyersIn(sold: readonly DatedSale[]): WholesaleReport['buyers'] {
  const named = salesByBuyer(sold).map((sales) => {
    const { name, phone, taxId, orders, totalCents } = buyerOf(sales);
    const contact = taxId === null ? (phone === null ? '' : formatPhone(phone)) : formatTaxId(taxId);
    return { name: [name, contact].filter(Boolean).join(' · '), orders, cents: totalCents };
  });
  const known = named.reduce((sum, { orders }) => sum + orders, 0);
  const rest = sumOf(sold).cents - named.reduce((sum, { cents }) => sum + cents, 0);
  const nobody =
    known < sold.length ? [{ name: NOBODY_NAMED, orders: sold.length - known, cents: rest }] : [];
  return [...named.sort(byCents), ...nobody];
}
