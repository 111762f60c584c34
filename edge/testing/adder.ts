// Adds up a ledger (`trading.ts`), for tests that hold the shop's books against it. Knows none of the store's code: a day is the date three
// hours west of Greenwich.
import type { Sale } from './trading.ts';

export const DAY_MS = 86_400_000;

export const local = (ms: number): string => new Date(ms - 3 * 3_600_000).toISOString();
export const dateOf = (sale: Sale): string => local(sale.atMs).slice(0, 10);
export const keptCents = (sale: Sale): number => sale.cart.totalCents - sale.backCents;
export const isKept = ({ paid, end }: Sale): boolean =>
  paid !== null && (end === 'open' || end === 'delivered');
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
export const total = (sales: readonly Sale[]): number => sum(sales.map(keptCents));
export const methodOf = ({ paid }: Sale): string =>
  paid === null ? '' : /debito|credito|vale/.test(paid.method) ? 'terminal' : paid.method;
export const daysUpTo = (to: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.parse(to) - (from + n) * DAY_MS).toISOString().slice(0, 10),
  ).toReversed();
export const on = (sales: readonly Sale[], days: readonly string[]) =>
  sales.filter((sale) => isKept(sale) && days.includes(dateOf(sale)));
export const growth = (sales: readonly Sale[], today: string): number | null => {
  const [week, before] = [total(on(sales, daysUpTo(today, 0, 7))), total(on(sales, daysUpTo(today, 7, 7)))];
  return before === 0 ? null : Math.round((1000 * (week - before)) / before) / 10;
};
function tally(names: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}
export const soldOf = (sales: readonly Sale[], type: string): { name: string; count: number }[] =>
  tally(sales.flatMap(({ cart }) => cart.sold.filter(([of]) => of === type).map(([, name]) => name))).map(
    ([name, count]) => ({ name, count }),
  );
export const hoursOf = (sales: readonly Sale[]): { hour: number; count: number }[] =>
  tally(sales.map((sale) => local(sale.atMs).slice(11, 13)))
    .map(([hour, count]) => ({ hour: Number(hour), count }))
    .sort((a, b) => a.hour - b.hour);
