// What the store has numbered so far, and when it wrote last: what a clock is judged by.
import type { Db } from '../open.ts';

const LAST = {
  order: "select value from counters where name = 'order_number'",
  'print-job': 'select max(id) from print_jobs',
} as const;

/** 0 where there is none yet. */
export function readNumbered(db: Db): {
  newestAtMs: number | null;
  lastOf: (what: keyof typeof LAST) => number;
} {
  const newest = db.$client.prepare('select at_ms from outbox order by seq desc limit 1').pluck().get();
  return {
    newestAtMs: typeof newest === 'number' ? newest : null,
    lastOf: (what) => Number(db.$client.prepare(LAST[what]).pluck().get() ?? 0),
  };
}
