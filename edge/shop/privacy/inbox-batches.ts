// Answers to old commands hold whole orders: goes through them in pieces, so that orders are taken in between.
import type { Db } from '../../storage/open.ts';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop.ts';

const INBOX_BATCH = 500;

/** Runs `statement` on every answer that is there now: above `from`, up to `to`. */
export async function eachInboxBatch(
  db: Db,
  statement: { run(from: number, to: number): unknown },
): Promise<void> {
  const last =
    db.$client.prepare<[], { last: number | null }>('select max(rowid) as last from inbox').get()?.last ?? 0;
  for (let from = 0; from < last; from += INBOX_BATCH) {
    statement.run(from, from + INBOX_BATCH);
    await yieldToEventLoop();
  }
}
