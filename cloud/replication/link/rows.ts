// Reads a store's log as it comes over the link, in either of its forms.
import { ReceivedLine, type RowBytes } from '@balcao/shared/link/changes.ts';

/** A row with a whole order is a few kilobytes; nothing on the log comes near this. */
const ROW_BYTES_MAX = 4 * 1024 * 1024;

/** To be called with each piece that comes; tells of each row once it is whole. Throws when it is no log, with what came before told. */
export function createRowReader(onRow: (row: RowBytes) => void): (piece: Buffer) => void {
  /** Of a row that is not whole yet: what there is of it, and how much it takes to go on. */
  let incomplete: Buffer[] = [];
  let incompleteBytes = 0;
  let wantedBytes = 0;

  /** Reads what is whole; answers where it ends. */
  function readWhole(bytes: Buffer): number {
    let offset = 0;
    wantedBytes = 0;
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', offset)) {
      const line = ReceivedLine.parse(JSON.parse(bytes.toString('utf8', offset, end)));
      let rowEnd = end + 1;
      if ('bodyBytes' in line) {
        const { bodyBytes, ...row } = line;
        rowEnd += bodyBytes ?? 0;
        if (rowEnd > bytes.length) {
          wantedBytes = rowEnd - offset;
          break;
        }
        onRow({ ...row, body: bodyBytes === null ? null : bytes.subarray(end + 1, rowEnd) });
      } else if ('seq' in line) onRow({ ...line, body: line.body === null ? null : Buffer.from(line.body) });
      offset = rowEnd;
    }
    return offset;
  }

  function keepIncomplete(bytes: Buffer): void {
    if (bytes.length > 0) incomplete.push(bytes);
    incompleteBytes += bytes.length;
    if (Math.max(incompleteBytes, wantedBytes) > ROW_BYTES_MAX) throw new RangeError('a row is too long');
  }

  return (piece) => {
    let remaining = piece;
    while (incomplete.length > 0 && remaining.length > 0) {
      // Only what belongs to the row that was begun is put together with it: the other rows stay where they came.
      const missing =
        wantedBytes > 0 ? wantedBytes - incompleteBytes : remaining.indexOf('\n') + 1 || remaining.length;
      keepIncomplete(remaining.subarray(0, missing));
      remaining = remaining.subarray(missing);
      if (incompleteBytes < wantedBytes) return;
      const whole = Buffer.concat(incomplete);
      incomplete = [];
      incompleteBytes = 0;
      keepIncomplete(whole.subarray(readWhole(whole)));
    }
    if (remaining.length > 0) keepIncomplete(remaining.subarray(readWhole(remaining)));
  };
}
