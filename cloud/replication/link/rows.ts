// Reads a store's log as it comes over the link, in either of its forms.
import { ReceivedLine, type RowBytes } from '@balcao/shared/link/changes.ts';

/** A row with a whole order is a few kilobytes; nothing on the log comes near this. */
const ROW_BYTES_MAX = 4 * 1024 * 1024;

/** Is given each piece that comes, and tells of each row once it is whole. A class, for each link has one. */
export class RowReader {
  readonly #onRow: (row: RowBytes) => void;
  /** Of a row that is not whole yet: what there is of it, and how much it takes to go on. */
  #incomplete: Buffer[] = [];
  #incompleteBytes = 0;
  #wantedBytes = 0;

  constructor(onRow: (row: RowBytes) => void) {
    this.#onRow = onRow;
  }

  /** Throws when it is no log, with what came before told. */
  read(piece: Buffer): void {
    let remaining = piece;
    while (this.#incomplete.length > 0 && remaining.length > 0) {
      // Only what belongs to the row that was begun is put together with it: the other rows stay where they came.
      const missing =
        this.#wantedBytes > 0
          ? this.#wantedBytes - this.#incompleteBytes
          : remaining.indexOf('\n') + 1 || remaining.length;
      this.#keepIncomplete(remaining.subarray(0, missing));
      remaining = remaining.subarray(missing);
      if (this.#incompleteBytes < this.#wantedBytes) return;
      const whole = Buffer.concat(this.#incomplete);
      this.#incomplete = [];
      this.#incompleteBytes = 0;
      this.#keepIncomplete(whole.subarray(this.#readWhole(whole)));
    }
    if (remaining.length > 0) this.#keepIncomplete(remaining.subarray(this.#readWhole(remaining)));
  }

  /** Reads what is whole; answers where it ends. */
  #readWhole(bytes: Buffer): number {
    let offset = 0;
    this.#wantedBytes = 0;
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', offset)) {
      const line = ReceivedLine.parse(JSON.parse(bytes.toString('utf8', offset, end)));
      let rowEnd = end + 1;
      if ('bodyBytes' in line) {
        const { bodyBytes, ...row } = line;
        rowEnd += bodyBytes ?? 0;
        if (rowEnd > bytes.length) {
          this.#wantedBytes = rowEnd - offset;
          break;
        }
        this.#onRow({ ...row, body: bodyBytes === null ? null : bytes.subarray(end + 1, rowEnd) });
      } else if ('seq' in line)
        this.#onRow({ ...line, body: line.body === null ? null : Buffer.from(line.body) });
      offset = rowEnd;
    }
    return offset;
  }

  #keepIncomplete(bytes: Buffer): void {
    if (bytes.length > 0) this.#incomplete.push(bytes);
    this.#incompleteBytes += bytes.length;
    if (Math.max(this.#incompleteBytes, this.#wantedBytes) > ROW_BYTES_MAX)
      throw new RangeError('a row is too long');
  }
}
