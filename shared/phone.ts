// Brazilian phone numbers: stored as digits, shown as (DD) DDDDD-DDDD, and masked for strangers.

/** The digits of what somebody typed, without a check of their number. */
export const phoneDigits = (text: string): string => text.replace(/\D/g, '');

/** (DD) DDDDD-DDDD for 11 digits, (DD) DDDD-DDDD for 10; anything else as it is. */
export function formatPhone(digits: string): string {
  if (digits.length === 11) return `(${digits.slice(0, 2)}) ${digits.slice(2, 7)}-${digits.slice(7)}`;
  if (digits.length === 10) return `(${digits.slice(0, 2)}) ${digits.slice(2, 6)}-${digits.slice(6)}`;
  return digits;
}

/** `***` and the last three digits: all that a stranger sees. */
export const maskPhone = (digits: string): string => `***${digits.slice(-3)}`;
