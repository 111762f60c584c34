// A few megabytes that are kept for the day on which the disk is full: SQLite needs some even to read (its log and its index), so a
// store without any could not be opened at all.
import {
  closeSync,
  fsyncSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';

const MB = 1024 * 1024;
const BALLAST_BYTES = 8 * MB;
/** Given up for one start: the others are for the next ones. */
const STEP_BYTES = MB;
/** Filled up only while so much stays free: it must never be what fills the disk. */
const SPARE_BYTES = 64 * MB;
export const FILL_BALLAST_EVERY_MS = 10 * 60_000;

export type Ballast = ReturnType<typeof createBallast>;

export function createBallast(file: string) {
  const bytes = (): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    bytes,

    /** Makes it whole again where there is room. */
    fill(folder: string): void {
      if (bytes() >= BALLAST_BYTES) return;
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < BALLAST_BYTES + SPARE_BYTES) return;
      const handle = openSync(file, 'a', 0o600);
      try {
        // Nothing that a file system would leave out or make smaller.
        while (bytes() < BALLAST_BYTES) writeSync(handle, randomBytes(STEP_BYTES));
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    },

    /** Gives a part of it up. False when there was none. */
    drop(): boolean {
      const left = bytes() - STEP_BYTES;
      if (left <= -STEP_BYTES) return false;
      if (left > 0) truncateSync(file, left);
      else rmSync(file, { force: true });
      return true;
    },
  };
}
