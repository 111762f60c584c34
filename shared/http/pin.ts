// A manager's PIN, as it is asked for at the counter and set in the team's screen. Never in an answer.
import { z } from 'zod';

/** Digits of a PIN. */
export const PIN_DIGITS = { min: 4, max: 6 } as const;
const WORDS = `O PIN tem de ${PIN_DIGITS.min} a ${PIN_DIGITS.max} números.`;

/** As typed; whether it is somebody's, the store says. */
export const Pin = z.string(WORDS).regex(/^\d{4,6}$/, WORDS);

/** Whether others would try it first: one digit over and over, or all in their order, up or down. */
export function isEasyPin(pin: string): boolean {
  const digits = pin.split('').map(Number);
  const steps = new Set(digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0)));
  return steps.size === 1 && [0, 1, -1].some((step) => steps.has(step));
}

/** `PUT /api/staff/users/:id/pin` (ADMIN) → StaffUser. One's own; null takes it away, also another administrator's. */
export const SetPin = z.object({ pin: Pin.nullable() });
