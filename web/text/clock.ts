// An instant in words, by the clock of the device it is read on. By hand: making an `Intl` formatter holds a phone up for 40 ms
// and more, for eleven characters.
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** 19:05 */
export function clockText(ms: number): string {
  const at = new Date(ms);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}
