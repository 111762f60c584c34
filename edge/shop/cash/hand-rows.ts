// The rows of one order's payments by hand, summed up: what of it is still there, and what went back because its lines changed. Pure.
import type { handPayments } from '../../storage/schema/cash.ts';

type HandRow = typeof handPayments.$inferSelect;

/** The ways in which staff hold the money. The other rows are parts of an order that came through the provider. */
export const BY_HAND = ['cash', 'terminal', 'pix_manual'];
/** The same of a row, for SQL. */
export const IS_BY_HAND = `method in (${BY_HAND.map((method) => `'${method}'`).join(', ')})`;

/** What went back by each way without taking a part back: differences of an order whose lines changed. */
export function differencesBack(rows: readonly HandRow[]): Map<string, number> {
  const takenParts = new Set(rows.filter(({ kind }) => kind === 'in').map(({ part }) => part));
  const sums = new Map<string, number>();
  for (const { kind, part, method, amountCents } of rows)
    if (kind === 'back' && !takenParts.has(part)) sums.set(method, (sums.get(method) ?? 0) + amountCents);
  return sums;
}

/** Whether a row is of that part: by its name, or of what went or came of it later. */
export const isOfPart = ({ part }: Pick<HandRow, 'part'>, partId: string): boolean =>
  part === partId || part.startsWith(`${partId}.`);

/** What of a part that came through the provider is booked as still there: what came, less what went back, whoever gave it back. */
export const bookedOfPart = (rows: readonly HandRow[], partId: string): { cents: number; rows: number } => {
  const ofPart = rows.filter((row) => isOfPart(row, partId));
  const cents = ofPart.reduce(
    (sum, row) => sum + (row.kind === 'in' ? row.amountCents : -row.amountCents),
    0,
  );
  return { cents, rows: ofPart.length };
};

/** By each way, what of an order is still in the shop's hands. */
export function stillThere(
  rows: readonly HandRow[],
): { method: string; card: string | null; cents: number }[] {
  const ways = new Map<string, { method: string; card: string | null; cents: number }>();
  for (const { kind, method, card, amountCents } of rows) {
    if (!BY_HAND.includes(method)) continue;
    const way = ways.get(`${method} ${card}`) ?? { method, card, cents: 0 };
    ways.set(`${method} ${card}`, {
      ...way,
      cents: way.cents + (kind === 'in' ? amountCents : -amountCents),
    });
  }
  return [...ways.values()].filter(({ cents }) => cents > 0);
}
