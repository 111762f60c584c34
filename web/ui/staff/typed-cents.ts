// Money typed on a till: digits fill from the right. Pure.

const CENTS_MAX = 9_999_999;

/** `digits`: one key, which may be '00'. */
export const pushed = (cents: number, digits: string): number =>
  Math.min(CENTS_MAX, cents * 10 ** digits.length + Number(digits));

/** Without the last digit. */
export const erased = (cents: number): number => Math.floor(cents / 10);
