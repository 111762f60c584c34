// What each way of being paid costs the shop, as the shop's owner knows it of its contracts. Pure.
import { discountOf } from '../money.ts';

/** The ways that a fee can be set for: those of the site, and at the counter the terminal's three kinds of card. Cash costs nothing. */
export const FEE_WAYS = [
  'pix',
  'credit_card',
  'debit_card',
  'pix_manual',
  'debito',
  'credito',
  'vale',
  'terminal',
] as const;
/** One of them. */
export type FeeWay = (typeof FEE_WAYS)[number];
/** Percent, with at most two decimals; a way that is not in it costs nothing. */
export type FeeRates = Readonly<Partial<Record<FeeWay, number>>>;

/** In whole centavos, of an amount in centavos; rounded half up. */
export const feeCents = (cents: number, percent: number): number => discountOf(cents, percent);

/** One way's sales with what of them stays. `cents`: what stayed with the shop; what went back came beside it. */
export type FeeRow = {
  name: string;
  count: number;
  cents: number;
  returnedCents: number;
  percent: number;
  feeCents: number;
  netCents: number;
};
type Sum = { name: string; count: number; cents: number };

/**
 * The ways that were used, with the fee of each by the rates; amounts in centavos. `returned`: what went back of each, also of one by which nothing
 * stayed. Gross is all that came, net what is left of it.
 */
export function feesOf(
  ways: readonly Sum[],
  returned: readonly Sum[],
  rates: FeeRates,
): { grossCents: number; returnedCents: number; feeCents: number; netCents: number; ways: FeeRow[] } {
  const rateByWay: ReadonlyMap<string, number> = new Map(Object.entries(rates));
  const returnedByWay: ReadonlyMap<string, number> = new Map(
    returned.map(({ name, cents }) => [name, cents]),
  );
  const waysInUse = new Set(ways.map(({ name }) => name));
  const onlyReturned = returned
    .filter(({ name }) => !waysInUse.has(name))
    .map(({ name }) => ({ name, count: 0, cents: 0 }));
  const rows = [...ways, ...onlyReturned].map(({ name, count, cents }) => {
    const percent = rateByWay.get(name) ?? 0;
    const fee = feeCents(cents, percent);
    return {
      ...{ name, count, cents, percent },
      returnedCents: returnedByWay.get(name) ?? 0,
      feeCents: fee,
      netCents: cents - fee,
    };
  });
  const sumOf = (key: 'cents' | 'returnedCents' | 'feeCents' | 'netCents') =>
    rows.reduce((sum, row) => sum + row[key], 0);
  return {
    grossCents: sumOf('cents') + sumOf('returnedCents'),
    returnedCents: sumOf('returnedCents'),
    feeCents: sumOf('feeCents'),
    netCents: sumOf('netCents'),
    ways: rows,
  };
}
