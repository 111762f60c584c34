// Money typed on a till: digits fill from the right. Pure.

const CENTS_MAX = 9_999_999;

/** What is written after `digits` were typed: one key, which may be '00'. */
export const pushDigits = (cents: number, digits: string): number =>
  Math.min(CENTS_MAX, cents * 10 ** digits.length + Number(digits));

/** Without the last digit. */
export const eraseDigit = (cents: number): number => Math.floor(cents / 10);
