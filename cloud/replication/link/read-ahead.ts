// Reads a store's log from its stream while what came before is applied. By listeners of the stream alone: each link has one, and an iterator
// over a stream in between would hold a tenth of what a link does.
import type { Readable } from 'node:stream';
import { CHANGES_BATCH_MAX, type RowBytes } from '@balcao/shared/link/changes.ts';
import { BrokenLog } from './read-rows.ts';
import { RowReader } from './rows.ts';
import { yieldToEventLoop } from './yield-to-foreground.ts';

/** From so many on a batch is worth its time, and what waits can wait for customers. */
export const BATCH_ROWS_MIN = 25;
/** Read ahead while a batch is applied. */
const AHEAD_ROWS = CHANGES_BATCH_MAX;

/** Rows of a log that are read while others are applied, but not without bound. */
type RowsAhead = {
  /** Up to `limit` rows as soon as there are any; null at the end. Throws what reading threw, once what came before is taken. */
  takeRows(limit: number): Promise<RowBytes[] | null>;
};

export const readAhead = (body: Readable, yieldToForeground: () => Promise<void>): RowsAhead =>
  new ReadAhead(body, yieldToForeground);

/** A class, for a relay has thousands. */
class ReadAhead implements RowsAhead {
  readonly #body: Readable;
  readonly #yieldToForeground: () => Promise<void>;
  readonly #waiting: RowBytes[] = [];
  readonly #reader = new RowReader((row) => this.#waiting.push(row));
  #reading = Promise.resolve();
  #isOver = false;
  #readError: { error: unknown } | null = null;
  #change = Promise.withResolvers<void>();

  constructor(body: Readable, yieldToForeground: () => Promise<void>) {
    this.#body = body;
    this.#yieldToForeground = yieldToForeground;
    body.on('data', (piece: Buffer) => {
      this.#reading = this.#readPiece(piece).catch((error: unknown) => this.#end(error));
    });
    // What came before the end is read first.
    const endAfterReading = (error: unknown): void => void this.#reading.then(() => this.#end(error));
    body.on('end', () => endAfterReading(null));
    body.on('error', endAfterReading);
    body.on('close', () => endAfterReading(new Error('the log broke off')));
  }

  async takeRows(limit: number): Promise<RowBytes[] | null> {
    while (this.#waiting.length === 0 && !this.#isOver) await this.#change.promise;
    // What has come already and is only not read yet belongs to it: many small batches take far longer than one.
    for (
      let seenRows = 0;
      seenRows < this.#waiting.length && this.#waiting.length < limit && !this.#isOver;
    ) {
      seenRows = this.#waiting.length;
      await yieldToEventLoop();
    }
    if (this.#waiting.length === 0 && this.#readError) throw this.#readError.error;
    if (this.#waiting.length === 0) return null;
    const rows = this.#waiting.splice(0, limit);
    this.#signalChange();
    return rows;
  }

  /** Nothing more comes until it is done. */
  async #readPiece(piece: Buffer): Promise<void> {
    this.#body.pause();
    if (this.#waiting.length >= BATCH_ROWS_MIN) await this.#yieldToForeground();
    try {
      this.#reader.read(piece);
    } catch (error) {
      return this.#end(new BrokenLog('what came is no row', { cause: error }));
    }
    if (this.#waiting.length > 0) this.#signalChange();
    while (this.#waiting.length >= AHEAD_ROWS) await this.#change.promise;
    this.#body.resume();
  }

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (error !== null) this.#readError = { error };
    this.#signalChange();
  }

  #signalChange(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}
