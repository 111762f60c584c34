// A file system of its own that is soon full: only who may mount can make one.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const NO_SMALL_DISK = 'this machine does not let a test mount a small disk (Linux, root)';

/** `size` as tmpfs takes it. Null where nobody may mount one. */
export function smallDisk(size: string): { folder: string; remove(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return null;
  }
  return {
    folder,
    remove() {
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}
/** Leaves not a byte. */
export function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (const size of [64 * 1024, 512]) {
      const chunk = Buffer.alloc(size, 1);
      for (;;)
        try {
          if (writeSync(handle, chunk) < size) break;
        } catch {
          break;
        }
    }
  } finally {
    closeSync(handle);
  }
}
