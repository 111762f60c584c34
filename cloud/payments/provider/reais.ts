// Between centavos (ours) and reais with decimals (the provider's JSON). Goes through decimal text, never
// through multiplication: 1.1 * 100 is not 110.

/** 1990 → 19.9: the double that prints as the exact amount. */
export function reaisOf(cents: number): number {
  return Number(reaisTextOf(cents));
}

/** 19.9 or '19.90' → 1990; null for anything that is not an exact non-negative number of centavos. */
export function centsOfReais(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(value));
  if (match === null) return null;
  const cents = Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** 1990 → '19.90': amounts of the Orders API are text. */
export function reaisTextOf(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0)
    throw new RangeError('an amount is a whole number of centavos');
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
