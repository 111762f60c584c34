// An instant with its day, by the clock of the device it is read on.
import { clockText, twoDigits } from '../../text/clock.ts';

/** 21/11 às 19:05 */
export function momentText(ms: number): string {
  const at = new Date(ms);
  return `${twoDigits(at.getDate())}/${twoDigits(at.getMonth() + 1)} às ${clockText(ms)}`;
}
