// The files of a restore, beside the store's database. It is built under one name, takes another when it is whole, and from then
// on every start puts it in its place: killed anywhere, the store is what it was or what was restored.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Left free beside what is restored, so that the store does not begin with a full disk. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** A database is up to four files. */
const ENDS = ['-wal', '-shm', '-journal', ''];

export const buildingPath = (file: string): string => `${file}.restoring`;
const restoredPath = (file: string): string => `${file}.restored`;
export const devicePath = (file: string): string => join(dirname(file), 'restore-device.json');

export function removeDatabase(file: string): void {
  for (const end of ENDS) rmSync(file + end, { force: true });
}

/** From here on it counts. It is one whole file: no log beside it. */
export function declareRestored(file: string): void {
  sync(buildingPath(file));
  renameSync(buildingPath(file), restoredPath(file));
  sync(dirname(file));
}

/**
 * Puts what was restored in the place of the store's database, if there is any; what was there stays beside it as
 * `….replaced-<time>`. Nothing may have it open. Interrupted, it goes on where it was.
 */
export function takeRestored(file: string): boolean {
  const restored = restoredPath(file);
  if (!existsSync(restored)) return false;
  rmSync(devicePath(file), { force: true });
  // The same name however often this begins, so that a database and its log are not parted.
  const aside = `${file}.replaced-${Math.round(statSync(restored).mtimeMs)}`;
  for (const end of ENDS) if (existsSync(file + end)) renameSync(file + end, aside + end);
  sync(dirname(file));
  renameSync(restored, file);
  sync(dirname(file));
  return true;
}

export async function hasSpaceFor(bytes: number, folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes + SPARE_BYTES;
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
