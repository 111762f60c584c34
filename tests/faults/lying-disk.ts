// A card that says 'synced' and forgets it when the power goes. What a store wrote, in its order, is known from the journal of failing-disk.c; a
// card is made that kept everything up to a moment, and of what came later what chance says: nothing, some, pieces. The same seed, the same card.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Seeded } from './seeded.ts';

const SECTOR_BYTES = 512;
/** How much of what was only promised is there after all. */
const SHARES_KEPT = [0, 0, 0.3, 0.7, 0.95];

/** `bytes` null: the file was cut off at `at`. */
export type Write = { file: string; at: number; bytes: Buffer | null };

/** Every write of the process, oldest first; the last one may be half there, and is left out. */
export function readJournal(path: string): Write[] {
  const journal = readFileSync(path);
  const writes: Write[] = [];
  for (let from = 0; from < journal.length;) {
    const end = journal.indexOf('\n', from);
    if (end < 0) break;
    const [kind, at, size, file = ''] = journal.toString('utf8', from, end).split(' ');
    from = end + 1 + Number(size);
    if (from > journal.length) break;
    const bytes = kind === 'w' ? journal.subarray(end + 1, from) : null;
    writes.push({ file: basename(file), at: Number(at), bytes });
  }
  return writes;
}

/** Makes the files in `folder`, which are as they were before the first write, what the card has after the power went. */
export function forgetWrites(folder: string, writes: readonly Write[], chance: Seeded): void {
  const lyingFrom = chance.int(writes.length);
  const shareKept = chance.pick(SHARES_KEPT);
  const isTorn = chance.chance(0.5);
  const files = new Map<string, CardFile>();
  const fileOf = (name: string): CardFile => {
    const known = files.get(name) ?? cardFile(join(folder, name), writes);
    files.set(name, known);
    return known;
  };
  for (const [index, { file, at, bytes }] of writes.entries()) {
    const isPromised = index >= lyingFrom;
    if (isPromised && !chance.chance(shareKept)) continue;
    const isPiece = isPromised && isTorn && bytes !== null && bytes.length > SECTOR_BYTES;
    const card = fileOf(file);
    if (bytes === null) card.length = Math.min(card.length, at);
    else put(card, at, isPiece ? pieceOf(at, bytes, chance) : bytes);
  }
  for (const [name, { bytes, length }] of files) writeFileSync(join(folder, name), bytes.subarray(0, length));
  // The index of the log is memory, which a power cut empties.
  rmSync(join(folder, 'store.db-shm'), { force: true });
}

type CardFile = { bytes: Buffer; length: number };

/** As it is, with room for all that is written to it. */
function cardFile(path: string, writes: readonly Write[]): CardFile {
  const present = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const ends = writes
    .filter(({ file }) => file === basename(path))
    .map(({ at, bytes }) => at + (bytes?.length ?? 0));
  const bytes = Buffer.alloc(Math.max(present.length, ...ends));
  present.copy(bytes);
  return { bytes, length: present.length };
}

function put(card: CardFile, at: number, bytes: Buffer): void {
  // What was never written, or was cut off, reads as zeros.
  if (at > card.length) card.bytes.fill(0, card.length, at);
  bytes.copy(card.bytes, at);
  card.length = Math.max(card.length, at + bytes.length);
}

/** Up to the edge of a sector of the file. */
function pieceOf(at: number, bytes: Buffer, chance: Seeded): Buffer {
  const sectors = Math.ceil(bytes.length / SECTOR_BYTES);
  const end = (Math.floor(at / SECTOR_BYTES) + 1 + chance.int(sectors)) * SECTOR_BYTES;
  return bytes.subarray(0, end - at);
}
