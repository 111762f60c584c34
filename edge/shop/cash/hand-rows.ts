// The rows of one order's payments by hand, summed up: what of it is still there, and what went back because its lines changed. Pure.
import type { handPayments } from '../../storage/schema/cash.ts';

type HandRow = typeof handPayments.$inferSelect;

/** What went back by each way without taking a part back: differences of an order whose lines changed. */
export function differencesBack(rows: readonly HandRow[]): Map<string, number> {
  const taken = new Set(rows.filter(({ kind }) => kind === 'in').map(({ part }) => part));
  const sums = new Map<string, number>();
  for (const { kind, part, method, amountCents } of rows)
    if (kind === 'back' && !taken.has(part)) sums.set(method, (sums.get(method) ?? 0) + amountCents);
  return sums;
}

/** By each way, what of an order is still in the shop's hands. */
export function stillThere(
  rows: readonly HandRow[],
): { method: string; card: string | null; cents: number }[] {
  const ways = new Map<string, { method: string; card: string | null; cents: number }>();
  for (const { kind, method, card, amountCents } of rows) {
    const way = ways.get(`${method} ${card}`) ?? { method, card, cents: 0 };
    ways.set(`${method} ${card}`, {
      ...way,
      cents: way.cents + (kind === 'in' ? amountCents : -amountCents),
    });
  }
  return [...ways.values()].filter(({ cents }) => cents > 0);
}
