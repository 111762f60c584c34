// A phone number while it is typed: (DD) DDDDD-DDDD, formed as far as it goes.
import { phoneDigits } from '@balcao/shared/phone.ts';

export function phoneAsTyped(text: string): string {
  const digits = phoneDigits(text).slice(0, 11);
  if (digits.length < 3) return digits;
  const rest = digits.slice(2);
  const cut = rest.length > 8 ? 5 : 4;
  return `(${digits.slice(0, 2)}) ${rest.length > cut ? `${rest.slice(0, cut)}-${rest.slice(cut)}` : rest}`;
}
