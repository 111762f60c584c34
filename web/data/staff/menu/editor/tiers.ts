// Prices by volume as a form holds them: a line each, the units and the price as typed, with a space between. Pure.
import { formatAmount, parseCents } from '@balcao/shared/money.ts';

/** One line of the form. */
export type TypedTier = { from: string; price: string };

export const TIERS_MAX = 6;
const UNITS_MAX = 9_999;

/** What a form begins with, of what is stored. */
export const tiersText = (stored: unknown): string =>
  Array.isArray(stored)
    ? typedText(
        (stored as { from: number; priceCents: number }[]).map(({ from, priceCents }) => ({
          from: String(from),
          price: formatAmount(priceCents),
        })),
      )
    : '';

export const typedTiers = (text: string): TypedTier[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const [from = '', price = ''] = line.split(' ');
        return { from, price };
      });

// A blank would end a field: it is no part of a number.
const bare = (text: string): string => text.replaceAll(/\s/g, '');
export const typedText = (tiers: readonly TypedTier[]): string =>
  tiers.map(({ from, price }) => `${bare(from)} ${bare(price)}`).join('\n');

/** What is stored. Call when `tiersTrouble` finds nothing. */
export const tiersOf = (text: string): { from: number; priceCents: number }[] =>
  typedTiers(text).map(({ from, price }) => ({ from: Number(from), priceCents: parseCents(price) ?? 0 }));

/** What is wrong with them, or null. `priceCents`: of a single one. */
export function tiersTrouble(text: string, priceCents: number): string | null {
  let [before, dearer] = [1, priceCents];
  for (const { from, price } of typedTiers(text)) {
    const units = /^\d{1,4}$/.test(from) ? Number(from) : 0;
    const cents = parseCents(price);
    if (units < 2 || units > UNITS_MAX)
      return `Preço por volume: diga a partir de quantas unidades, de 2 a ${UNITS_MAX}.`;
    if (cents === null || cents === 0) return 'Preço por volume: use um valor como 12,50.';
    if (units <= before)
      return 'Preço por volume: cada faixa deve começar com mais unidades do que a anterior.';
    if (cents >= dearer)
      return 'Preço por volume: cada faixa deve ser mais barata do que a anterior e do que o preço do produto.';
    [before, dearer] = [units, cents];
  }
  return null;
}
