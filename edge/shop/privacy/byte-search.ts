// Whether some text still stands anywhere in a file, whatever the tables say: the free space of a database is part of it.
import { open } from 'node:fs/promises';

const PIECE_BYTES = 1024 * 1024;

/** How often `text` stands in the files; null when `untilMs` (of `performance.now()`) came first. A file that is not there has none. */
export async function countInFiles(
  files: readonly string[],
  text: string,
  untilMs: number,
): Promise<number | null> {
  const wanted = Buffer.from(text);
  const overlap = wanted.length - 1;
  const buffer = Buffer.alloc(PIECE_BYTES + overlap);
  let found = 0;
  for (const file of files) {
    const handle = await open(file).catch(() => null);
    if (handle === null) continue;
    try {
      // What stands across the end of a piece is found with the next one.
      let kept = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, kept, PIECE_BYTES);
        if (bytesRead === 0) break;
        if (performance.now() > untilMs) return null;
        const piece = buffer.subarray(0, kept + bytesRead);
        for (let at = piece.indexOf(wanted); at !== -1; at = piece.indexOf(wanted, at + wanted.length))
          found += 1;
        kept = Math.min(overlap, piece.length);
        buffer.copyWithin(0, piece.length - kept, piece.length);
      }
    } finally {
      await handle.close();
    }
  }
  return found;
}
