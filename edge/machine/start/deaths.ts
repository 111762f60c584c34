// How often this store died lately: a small file that outlives the process. Counted by the machine's own uptime, so that no wrong clock
// makes deaths near or far; and by its boot, so that a power cut, which is nothing that the store does, never counts.
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { uptime } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { removeLastWords, readLastWords, type LastWords } from '@balcao/shared/host/last-words.ts';

const MINUTE = 60_000;
/** Deaths longer ago say nothing about what the store does now. */
export const LATELY_MS = 10 * MINUTE;
/** The file has a fixed length and is overwritten in place, which works on a full disk too. */
const FILE_BYTES = 512;
const KEPT_MAX = 16;

const Memory = z.object({
  bootId: z.string(),
  /** True while the store runs: if a start finds it true, the run before died. */
  running: z.boolean(),
  /** The machine's uptime when a death was noticed. */
  deathsMs: z.array(z.number()),
});
type Memory = z.infer<typeof Memory>;

/** Which boot of the machine this is, and how long ago it was. */
export type Boot = () => { id: string; uptimeMs: number };

export type Deaths = {
  /** Deaths within the last ten minutes, when this run began. */
  readonly lately: number;
  /** Whether there were so many that the store should do as little as it can. */
  readonly tooMany: boolean;
  /** What ended the run before this one; null when that ended in order. `lastWords` is null when it could not say anything. */
  readonly last: { lastWords: LastWords | null } | null;
  /** How long this run has lasted. */
  quietMs: () => number;
  /** The next death within ten minutes is too many again; without one, all are forgotten. */
  forgive: () => void;
  /** This run ends because somebody wants it to. */
  endInOrder: () => void;
};

/** Begins a run. `after`: so many deaths are too many; 0: never. Whatever is wrong with the files, the store starts. */
export function openDeaths(deps: {
  file: string;
  lastWordsFile: string;
  after: number;
  boot?: Boot;
  log: { warn(details: object, message: string): void };
}): Deaths {
  const { file, lastWordsFile, after, boot = readBoot, log } = deps;
  const { id: bootId, uptimeMs: beganMs } = boot();
  const before = read(file);
  const lastWords = readLastWords(lastWordsFile);
  const sameBoot = before !== null && before.bootId === bootId;
  const died = after > 0 && sameBoot && before.running;
  let deathsMs = sameBoot
    ? before.deathsMs.filter((ms) => ms <= beganMs && beganMs - ms < LATELY_MS).slice(-KEPT_MAX)
    : [];
  if (died) deathsMs.push(beganMs);
  const lately = deathsMs.length;

  function write(running: boolean): void {
    try {
      save(file, { bootId, running, deathsMs });
    } catch (error) {
      log.warn({ err: error }, 'how often the store dies cannot be kept');
    }
  }
  write(true);
  try {
    removeLastWords(lastWordsFile);
  } catch (error) {
    log.warn({ err: error }, 'the last words cannot be put away');
  }

  return {
    lately,
    tooMany: after > 0 && lately >= after,
    last: died || lastWords !== null ? { lastWords } : null,
    quietMs: () => boot().uptimeMs - beganMs,
    forgive() {
      const { uptimeMs } = boot();
      deathsMs = Array.from({ length: Math.max(0, after - 1) }, () => uptimeMs);
      write(true);
    },
    endInOrder: () => write(false),
  };
}

function read(file: string): Memory | null {
  try {
    return Memory.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The first start, or a power cut in the middle of writing it: nothing is known.
    return null;
  }
}

function save(file: string, memory: Memory): void {
  mkdirSync(dirname(file), { recursive: true });
  const handle = openSync(file, 'a+');
  closeSync(handle);
  const place = openSync(file, 'r+');
  try {
    writeSync(place, JSON.stringify(memory).padEnd(FILE_BYTES), 0);
  } finally {
    closeSync(place);
  }
}

/** Elsewhere than on Linux the boots of a machine are told apart by nothing but its uptime. */
function readBoot(): ReturnType<Boot> {
  const uptimeMs = Math.round(uptime() * 1000);
  try {
    return { id: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), uptimeMs };
  } catch {
    return { id: 'unknown', uptimeMs };
  }
}
