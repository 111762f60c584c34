// Reads a store's log from its stream while what came before is applied. By listeners of the stream alone: each link has one, and an iterator
// over a stream in between would hold a tenth of what a link does.
import type { Readable } from 'node:stream';
import { CHANGES_BATCH_MAX, type RowBytes } from '@balcao/shared/link/changes.ts';
import { BrokenLog } from './read-rows.ts';
import { createRowReader } from './rows.ts';
import { yieldToEventLoop } from './yield-to-foreground.ts';

/** From so many on a batch is worth its time, and what waits can wait for customers. */
export const BATCH_ROWS_MIN = 25;
/** Read ahead while a batch is applied. */
const AHEAD_ROWS = CHANGES_BATCH_MAX;

/** Reads rows while others are applied, but not without bound. */
export function readAhead(body: Readable, yieldToForeground: () => Promise<void>) {
  const waiting: RowBytes[] = [];
  let isOver = false;
  let readError: { error: unknown } | null = null;
  let change = Promise.withResolvers<void>();
  const signalChange = (): void => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const readRows = createRowReader((row) => waiting.push(row));
  const end = (error: unknown): void => {
    if (isOver) return;
    isOver = true;
    if (error !== null) readError = { error };
    signalChange();
  };
  /** Nothing more comes until it is done. */
  async function readPiece(piece: Buffer): Promise<void> {
    body.pause();
    if (waiting.length >= BATCH_ROWS_MIN) await yieldToForeground();
    try {
      readRows(piece);
    } catch (error) {
      return end(new BrokenLog('what came is no row', { cause: error }));
    }
    if (waiting.length > 0) signalChange();
    while (waiting.length >= AHEAD_ROWS) await change.promise;
    body.resume();
  }
  let reading = Promise.resolve();
  // What came before the end is read first.
  const endAfterReading = (error: unknown): void => void reading.then(() => end(error));
  body.on('data', (piece: Buffer) => {
    reading = readPiece(piece).catch(end);
  });
  body.on('end', () => endAfterReading(null));
  body.on('error', endAfterReading);
  body.on('close', () => endAfterReading(new Error('the log broke off')));
  return {
    /** Up to `limit` rows as soon as there are any; null at the end. Throws what reading threw, once what came before is taken. */
    async takeRows(limit: number): Promise<RowBytes[] | null> {
      while (waiting.length === 0 && !isOver) await change.promise;
      // What has come already and is only not read yet belongs to it: many small batches take far longer than one.
      for (let seenRows = 0; seenRows < waiting.length && waiting.length < limit && !isOver;) {
        seenRows = waiting.length;
        await yieldToEventLoop();
      }
      if (waiting.length === 0 && readError) throw readError.error;
      if (waiting.length === 0) return null;
      const rows = waiting.splice(0, limit);
      signalChange();
      return rows;
    },
  };
}
