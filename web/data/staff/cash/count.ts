// A drawer that is counted by its notes and coins: how many of each, and what they come to.

/** Brazilian notes and coins in use, in centavos, the largest first. */
export const NOTES_CENTS = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200] as const;
export const COINS_CENTS = [100, 50, 25, 10, 5] as const;

/** How many of each, as typed: by what it is worth. */
export type Counts = Readonly<Record<number, string>>;
const COUNT_LENGTH_MAX = 4;

/** What is no figure is not typed. */
export const typedCount = (text: string): string => text.replaceAll(/\D/g, '').slice(0, COUNT_LENGTH_MAX);

/** All of them together, in centavos; what was left empty is none. */
export const countedCents = (counts: Counts): number =>
  Object.entries(counts).reduce((sum, [worth, count]) => sum + Number(worth) * Number(count), 0);
