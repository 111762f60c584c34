// The clock of one process, set when a test says so: set-clock.c, compiled where there is a compiler.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('set-clock.c', import.meta.url));

export type SettableClock = {
  /** For the process whose clock it is. */
  env: { LD_PRELOAD: string; SET_CLOCK: string };
  /** Wrong by so many seconds from now on. */
  set(seconds: number): void;
  remove(): void;
};

/** Right as long as nothing was said. Null where nobody can have one. */
export function settableClock(): SettableClock | null {
  if (process.platform !== 'linux') return null;
  const folder = mkdtempSync(join(tmpdir(), 'balcao-clock-'));
  const library = join(folder, 'set-clock.so');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const file = join(folder, 'offset');
  writeFileSync(file, Buffer.alloc(8));
  return {
    env: { LD_PRELOAD: library, SET_CLOCK: file },
    set(seconds) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(seconds));
      // In place: the process has these very bytes in its memory.
      const handle = openSync(file, 'r+');
      writeSync(handle, bytes, 0, 8, 0);
      closeSync(handle);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
