// Whether something on the menu can be ordered now. Apart from the schemas, so that the customer's bundle has no zod.

/** 'Acabou' until a person says otherwise. */
export const UNTIL_FURTHER_NOTICE_MS = 8_640_000_000_000_000;

/** True when the entry is switched on and not sold out at `nowMs` (Unix milliseconds). */
export const isAvailable = (entry: { active: boolean; soldOutUntilMs: number | null }, nowMs: number): boolean =>
  entry.active && (entry.soldOutUntilMs === null || entry.soldOutUntilMs <= nowMs);
