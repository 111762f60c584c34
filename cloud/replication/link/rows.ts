// Reads a store's log as it comes over the link, in either of its forms.
import { ReceivedLine, type RowBytes } from '@balcao/shared/link/changes.ts';

/** A row with a whole order is a few kilobytes; nothing on the log comes near this. */
const ROW_BYTES_MAX = 4 * 1024 * 1024;

/** To be called with each piece that comes; tells of each row once it is whole. Throws when it is no log, with what came before told. */
export function createRowReader(tell: (row: RowBytes) => void): (piece: Buffer) => void {
  /** Of a row that is not whole yet: what there is of it, and how much it takes to go on. */
  let begun: Buffer[] = [];
  let size = 0;
  let wanted = 0;

  /** Reads what is whole; answers where it ends. */
  function readWhole(bytes: Buffer): number {
    let at = 0;
    wanted = 0;
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', at)) {
      const line = ReceivedLine.parse(JSON.parse(bytes.toString('utf8', at, end)));
      let next = end + 1;
      if ('bodyBytes' in line) {
        const { bodyBytes, ...row } = line;
        next += bodyBytes ?? 0;
        if (next > bytes.length) {
          wanted = next - at;
          break;
        }
        tell({ ...row, body: bodyBytes === null ? null : bytes.subarray(end + 1, next) });
      } else if ('seq' in line) tell({ ...line, body: line.body === null ? null : Buffer.from(line.body) });
      at = next;
    }
    return at;
  }

  function keep(bytes: Buffer): void {
    if (bytes.length > 0) begun.push(bytes);
    size += bytes.length;
    if (Math.max(size, wanted) > ROW_BYTES_MAX) throw new RangeError('a row is too long');
  }

  return (piece) => {
    let rest = piece;
    while (begun.length > 0 && rest.length > 0) {
      // Only what belongs to the row that was begun is put together with it: the other rows stay where they came.
      const missing = wanted > 0 ? wanted - size : rest.indexOf('\n') + 1 || rest.length;
      keep(rest.subarray(0, missing));
      rest = rest.subarray(missing);
      if (size < wanted) return;
      const whole = Buffer.concat(begun);
      begun = [];
      size = 0;
      keep(whole.subarray(readWhole(whole)));
    }
    if (rest.length > 0) keep(rest.subarray(readWhole(rest)));
  };
}
