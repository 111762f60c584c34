// Amounts of the Orders API: text with two decimals, and nothing else.

/** '19.90' → 1990; null for a number, or text of another form. */
export function centsOfText(value: unknown): number | null {
  const [, whole, decimals] = (typeof value === 'string' && /^(\d{1,9})\.(\d{2})$/.exec(value)) || [];
  return whole === undefined ? null : Number(whole) * 100 + Number(decimals);
}
