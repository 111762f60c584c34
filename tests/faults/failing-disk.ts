// A disk that fails when a test says so: failing-disk.c between a store's process and the kernel, compiled where there is a compiler.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const NO_FAILING_DISK = 'this machine has no C compiler (cc), or is not Linux';

const SOURCE = fileURLToPath(new URL('failing-disk.c', import.meta.url));
const LETTERS = {
  'reads give an error': 'r',
  'writes give an error': 'w',
  'syncs give an error': 's',
  'is read-only': 'o',
  'is slow': 'd',
};
export type DiskFault = keyof typeof LETTERS;

export type FailingDisk = {
  folder: string;
  /** For the process whose disk it is. */
  env: Record<string, string>;
  fail(fault: DiskFault): void;
  mend(): void;
  remove(): void;
};

/** Works as long as nothing was said. Null where nobody can have one. */
export function failingDisk(): FailingDisk | null {
  if (process.platform !== 'linux') return null;
  const beside = mkdtempSync(join(tmpdir(), 'balcao-shim-'));
  const library = join(beside, 'failing-disk.so');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], { stdio: 'ignore' });
  } catch {
    rmSync(beside, { recursive: true, force: true });
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'balcao-failing-disk-'));
  const lever = join(beside, 'switch');
  writeFileSync(lever, '');
  return {
    folder,
    env: { LD_PRELOAD: library, FAULT_FOLDER: folder, FAULT_SWITCH: lever },
    fail: (fault) => writeFileSync(lever, LETTERS[fault]),
    mend: () => writeFileSync(lever, ''),
    remove() {
      for (const one of [beside, folder]) rmSync(one, { recursive: true, force: true });
    },
  };
}
