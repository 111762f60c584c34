// Sequences that never go back, where they are not counted but made good.
import { eq } from 'drizzle-orm';
import type { Db } from './open.ts';
import { counters } from './schema/identity.ts';

/** The last number that was given; 0 before the first. */
export const readCounter = (db: Db, name: string): number =>
  db.select().from(counters).where(eq(counters.name, name)).get()?.value ?? 0;

/** The next number comes after `value` as well. */
export function raiseCounter(db: Db, name: string, value: number): void {
  if (value <= readCounter(db, name)) return;
  db.insert(counters)
    .values({ name, value })
    .onConflictDoUpdate({ target: counters.name, set: { value } })
    .run();
}
