// Panel numbers: from 1 each business day and series, given when the kitchen has a reason to see the order.
import { eq, sql } from 'drizzle-orm';
import type { PanelSlot } from '@balcao/shared/order/decide.ts';
import { nextBusinessDay } from '@balcao/shared/store/business-day.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { counters } from '../../storage/schema/identity.ts';

export type Panel = ReturnType<typeof createPanel>;

export function createPanel(
  db: Db,
  timeZone: string,
  clock: {
    isClockDoubted: () => boolean;
    /** Whether the clock has just been set: today's panel numbers go on until the new time is known to be right. */
    isLeaping: () => boolean;
  },
) {
  const byName = db
    .select({ value: counters.value })
    .from(counters)
    .where(eq(counters.name, sql.placeholder('name')))
    .prepare();
  const read = (name: string): number => byName.get({ name })?.value ?? 0;
  const upsert = db
    .insert(counters)
    .values({ name: sql.placeholder('name'), value: sql.placeholder('value') })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`excluded.value` } })
    .prepare();
  const write = (name: string, value: number): void => void upsert.run({ name, value });

  return {
    today(nowMs: number): string {
      const current = readMeta(db, 'business_day');
      if (current !== null && clock.isLeaping()) return current;
      return nextBusinessDay(current, nowMs, timeZone, clock.isClockDoubted);
    },

    /** The number the next order would get. Nothing is taken until `takeNumber`. */
    slot(nowMs: number): PanelSlot {
      const date = this.today(nowMs);
      const series = read(`panel_series:${date}`) + 1;
      return { date, series, number: read(`panel:${date}:${series}`) + 1 };
    },

    /** Takes the number of an order that got one. Inside the order's transaction. */
    takeNumber(slot: PanelSlot): void {
      writeMeta(db, 'business_day', slot.date);
      write(`panel:${slot.date}:${slot.series}`, slot.number);
    },

    /** Begins a new series: numbers start again at 1, the old ones stay what they were. Answers the new one. */
    reset(nowMs: number): { date: string; series: number } {
      const date = this.today(nowMs);
      write(`panel_series:${date}`, read(`panel_series:${date}`) + 1);
      const { series } = this.slot(nowMs);
      return { date, series };
    },
  };
}

/** The permanent order number: one more than the last, never reused. */
export function createOrderNumbers(db: Db): () => number {
  const next = db
    .insert(counters)
    .values({ name: 'order_number', value: 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
    .returning({ value: counters.value })
    .prepare();
  return () => next.get().value;
}
