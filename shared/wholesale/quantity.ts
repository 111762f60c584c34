// How many of one product a line may hold. Apart from the schemas, for the buyer's pages.

/** Of one line; more is refused in words. */
export const QUANTITY_MAX = 9_999;
/** Of one order; more is refused in words. */
export const LINES_MAX = 100;

/** What somebody typed, brought to a quantity: at least 1, at most what one line may hold. */
export function quantityOf(text: string): number {
  const whole = Math.trunc(Number(text.replace(',', '.')));
  return Number.isFinite(whole) ? Math.min(QUANTITY_MAX, Math.max(1, whole)) : 1;
}
