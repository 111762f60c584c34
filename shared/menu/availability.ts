// Whether something on the menu can be ordered now. Apart from the schemas, so that the customer's bundle has no zod.

/** 'Acabou' until a person says otherwise. */
export const UNTIL_FURTHER_NOTICE_MS = 8_640_000_000_000_000;

/** True when the entry is switched on and not sold out at `nowMs` (Unix milliseconds). */
export const isAvailable = (
  entry: { active: boolean; soldOutUntilMs: number | null },
  nowMs: number,
): boolean => entry.active && (entry.soldOutUntilMs === null || entry.soldOutUntilMs <= nowMs);

/** The first instant after `nowMs` at which something sold out is back on sale; Infinity when there is none. */
export function nextReturnMs(
  catalog: Record<
    'sizes' | 'bases' | 'iceCreams' | 'toppings' | 'products',
    readonly { soldOutUntilMs: number | null }[]
  >,
  nowMs: number,
): number {
  let nextMs = Number.POSITIVE_INFINITY;
  for (const kind of ['sizes', 'bases', 'iceCreams', 'toppings', 'products'] as const) {
    for (const { soldOutUntilMs } of catalog[kind]) {
      if (soldOutUntilMs !== null && soldOutUntilMs > nowMs) nextMs = Math.min(nextMs, soldOutUntilMs);
    }
  }
  return nextMs;
}
