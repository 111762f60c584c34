// The process that works on pictures: one job at a time, as the store asks. It holds nothing that would be missed, so it is the one that
// gives way: to everybody's work, when memory is short, and when a picture asks for more than a picture may.
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { PictureJob } from './picture-job.ts';
import { workOnPicture } from './picture-work.ts';

/** What the unit leaves beside a store of 200 MB. */
const RESIDENT_BYTES_MAX = 280 * 1024 * 1024;
const MEMORY_LOOK_MS = 20;
const NICENESS = 10;

/** At once: a decoder at work on a thread would hold up an orderly exit for as long as it likes. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

async function answer(job: PictureJob): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > RESIDENT_BYTES_MAX) end();
  }, MEMORY_LOOK_MS);
  const reply = await workOnPicture(job);
  clearInterval(watch);
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
