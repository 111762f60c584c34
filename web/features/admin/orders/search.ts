// What an order is looked for by: said by whoever looks, or read from what was typed.
import { phoneDigits } from '@balcao/shared/phone.ts';

export type Search = { by: 'phone' | 'id' | 'panel'; q: string };

const RESULTS_MAX = 100;
/** A shop has no million orders, and nobody types less of a phone. */
const PHONE_DIGITS_MIN = 7;
const ID = /^[0-9a-f]{8}-[0-9a-f-]+$/i;
const DIGITS_AND_SIGNS = /^[\d\s()+-]+$/;

/** A phone by its digits, an id by its form; all else is a number of the panel or of the order, or a code. */
export function searchOf(typed: string): Search {
  const q = typed.trim().replace(/^#/, '');
  if (ID.test(q)) return { by: 'id', q };
  const isPhone = DIGITS_AND_SIGNS.test(q) && phoneDigits(q).length >= PHONE_DIGITS_MIN;
  return { by: isPhone ? 'phone' : 'panel', q };
}

export const searchQuery = ({ by, q }: Search) => ({
  limit: String(RESULTS_MAX),
  by,
  q: by === 'phone' ? phoneDigits(q) : q.trim(),
});
