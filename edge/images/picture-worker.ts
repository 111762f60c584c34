// The process that works on pictures: one job at a time, as the store asks. It holds nothing that would be missed, so it is the one that
// gives way: to everybody's work, when memory is short, and when a picture asks for more than a picture may.
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { encodeVariant, greyOf, tryLibrary } from './encode.ts';
import type { PictureJob, PictureReply } from './picture-job.ts';
import { judgeUpload, readForm } from './upload.ts';

/** What the unit leaves beside a store of 200 MB. */
const RESIDENT_BYTES_MAX = 280 * 1024 * 1024;
const MEMORY_LOOK_MS = 20;
const NICENESS = 10;

/** At once: a decoder at work on a thread would hold up an orderly exit for as long as it likes. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

async function work(job: PictureJob): Promise<PictureReply> {
  switch (job.kind) {
    case 'master': {
      const judged = await judgeUpload(job.bytes, job.use);
      return judged.ok ? { ok: true, made: judged.value } : judged;
    }
    case 'form': {
      const { bytes, use } = await readForm(job);
      const judged = bytes === null ? null : await judgeUpload(bytes, use);
      if (judged === null) return { ok: false, refusal: 'not-an-image', use };
      return judged.ok ? { ok: true, made: judged.value } : { ...judged, use };
    }
    case 'variant':
      return { ok: true, made: await encodeVariant(job.master, job.variant) };
    case 'grey':
      return { ok: true, made: await greyOf(job.bytes) };
    case 'check':
      await tryLibrary();
      return { ok: true, made: null };
  }
}

async function answer(job: PictureJob): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > RESIDENT_BYTES_MAX) end();
  }, MEMORY_LOOK_MS);
  const reply = await work(job).catch((error: unknown): PictureReply => ({
    ok: false,
    refusal: null,
    error: error instanceof Error ? error.message : String(error),
  }));
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
