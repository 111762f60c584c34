// The process that works on pictures: one job at a time, as the store asks. It holds nothing that would be missed, so it is the one that
// gives way: to everybody's work, when memory is short, and when a picture asks for more than a picture may.
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { PictureJob } from './picture-job.ts';
import { workOnPicture } from './picture-work.ts';

/** What the unit leaves beside a store of 200 MB. */
const RESIDENT_BYTES_MAX = 280 * 1024 * 1024;
const MEMORY_LOOK_MS = 20;
const NICENESS = 10;

/** At once: a decoder at work on a thread would hold up an orderly exit for as long as it likes. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

/** The most that the process ever held: on a busy machine a look may come after all was given back. Elsewhere than on Linux what it holds now. */
function readPeakBytes(): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kib !== undefined) return Number(kib) * 1024;
  } catch {
    // There is no such file.
  }
  return process.memoryUsage.rss();
}

function endIfGreedy(): void {
  if (readPeakBytes() > RESIDENT_BYTES_MAX) end();
}

async function answer(job: PictureJob): Promise<void> {
  const watch = setInterval(endIfGreedy, MEMORY_LOOK_MS);
  const reply = await workOnPicture(job);
  clearInterval(watch);
  endIfGreedy();
  process.send?.(reply);
}

try {
  setPriority(NICENESS);
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Elsewhere than on Linux there is no such file.
}
process.on('disconnect', end);
process.on('message', (job: PictureJob) => void answer(job));
