// A disk that fails when a test says so: failing-disk.c between a store's process and the kernel, compiled where there is a compiler.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  'syncs take 30 ms': 'y',
};
export type DiskFault = keyof typeof LETTERS;

export type FailingDisk = {
  folder: string;
  /** For the process whose disk it is. */
  env: Record<string, string>;
  fail(fault: DiskFault): void;
  mend(): void;
  /** Full from the n-th write on, counted from now. */
  fillAfter(writes: number): void;
  /** How many writes it had no room for, since it was made. */
  refusals(): number;
  /** Where each write to a database on it stands: for a process that is given FAULT_JOURNAL with this file's name. */
  journal: string;
  /** How often it was told to sync, since it was made. */
  syncs(): number;
  remove(): void;
};

/** Works as long as nothing was said. Null where nobody can have one. A folder that is given is the caller's, and stays. */
export function failingDisk(given?: string): FailingDisk | null {
  if (process.platform !== 'linux') return null;
  const beside = mkdtempSync(join(tmpdir(), 'balcao-shim-'));
  const library = join(beside, 'failing-disk.so');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], { stdio: 'ignore' });
  } catch {
    rmSync(beside, { recursive: true, force: true });
    return null;
  }
  const folder = given ?? mkdtempSync(join(tmpdir(), 'balcao-failing-disk-'));
  const lever = join(beside, 'switch');
  const counted = join(beside, 'syncs');
  const refused = join(beside, 'refusals');
  const journal = join(beside, 'journal');
  for (const file of [lever, counted, refused, journal]) writeFileSync(file, '');
  let fillings = 0;
  return {
    folder,
    env: {
      LD_PRELOAD: library,
      FAULT_FOLDER: folder,
      FAULT_SWITCH: lever,
      FAULT_SYNCS: counted,
      FAULT_REFUSALS: refused,
    },
    fail: (fault) => writeFileSync(lever, LETTERS[fault]),
    mend: () => writeFileSync(lever, ''),
    fillAfter: (writes) => writeFileSync(lever, `f${writes} ${(fillings += 1)}`),
    refusals: () => statSync(refused).size,
    journal,
    syncs: () => statSync(counted).size,
    remove() {
      for (const one of given === undefined ? [beside, folder] : [beside])
        rmSync(one, { recursive: true, force: true });
    },
  };
}
