// The work on a picture, job by job: done in the process for pictures (picture-worker.ts), and nowhere else where there can be one.
import { encodeVariant, greyOf, tryLibrary } from './encode.ts';
import type { PictureJob, PictureReply } from './picture-job.ts';
import { judgeUpload, readForm } from './upload.ts';

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

/** What a decoder throws is an answer too. */
export const workOnPicture = (job: PictureJob): Promise<PictureReply> =>
  work(job).catch((error: unknown) => ({
    ok: false,
    refusal: null,
    error: error instanceof Error ? error.message : String(error),
  }));
