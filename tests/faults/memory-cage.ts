// So much memory and no more for a process, its files in the page cache included: a control group of its own, as a service manager makes
// one. Linux with the memory controller, and somebody who may.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

const EMPTY_MS_MAX = 60_000;

export type MemoryCage = {
  /** For the process that goes in: it enters before its first line. `NODE_OPTIONS` is given. */
  env: Record<string, string>;
  /** The most that was held at once, in bytes. */
  peakBytes(): number;
  /** How often the kernel killed for it. */
  kills(): number;
  /** Once nobody is inside: what the store started, such as a process for pictures, ends a moment after it. */
  remove(): Promise<void>;
};

/** Of either version of control groups: where a group is made, and what its files are called. */
type Groups = { parent: string; bound: string; peak: string; events: string };

function groups(): Groups | null {
  const own = (controller: string): string | undefined =>
    new RegExp(String.raw`^\d+:${controller}:(.*)$`, 'm').exec(
      readFileSync('/proc/self/cgroup', 'utf8'),
    )?.[1];
  const first = own('memory');
  if (first !== undefined)
    return {
      parent: join('/sys/fs/cgroup/memory', first),
      bound: 'memory.limit_in_bytes',
      peak: 'memory.max_usage_in_bytes',
      events: 'memory.oom_control',
    };
  const second = own('');
  // Beside us: in the second version a group that holds processes holds no bounded groups.
  return second === undefined
    ? null
    : {
        parent: join('/sys/fs/cgroup', second, '..'),
        bound: 'memory.max',
        peak: 'memory.peak',
        events: 'memory.events',
      };
}

/** Null where none can be had. */
export function memoryCage(bytes: number, nodeOptions: readonly string[] = []): MemoryCage | null {
  if (process.platform !== 'linux') return null;
  const found = groups();
  if (found === null) return null;
  const folder = join(found.parent, `balcao-cage-${process.pid}-${cages++}`);
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  try {
    mkdirSync(folder);
  } catch {
    return null;
  }
  try {
    writeFileSync(join(folder, found.bound), `${bytes}`);
    read(found.peak);
  } catch {
    rmdirSync(folder);
    return null;
  }
  return {
    env: {
      NODE_OPTIONS: [...nodeOptions, `--import=${new URL('enter-cage.ts', import.meta.url).href}`].join(' '),
      CAGE: join(folder, 'cgroup.procs'),
    },
    peakBytes: () => Number(read(found.peak)),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(found.events))?.[1]),
    remove: () => vi.waitFor(() => rmdirSync(folder), { timeout: EMPTY_MS_MAX }),
  };
}
let cages = 0;
