// The work on a picture, job by job: done in the process for pictures (picture-worker.ts), and nowhere else where there can be one.
import { encodeVariant, greyOf, tryLibrary } from './encode.ts';
import type { PictureJob, PictureReply } from './picture-job.ts';
import { validateUpload, readForm } from './upload.ts';

async function work(job: PictureJob): Promise<PictureReply> {
  switch (job.kind) {
    case 'master': {
      const validated = await validateUpload(job.bytes, job.use);
      return validated.ok ? { ok: true, made: validated.value } : validated;
    }
    case 'form': {
      const { bytes, use } = await readForm(job);
      const validated = bytes === null ? null : await validateUpload(bytes, use);
      if (validated === null) return { ok: false, refusal: 'not-an-image', use };
      return validated.ok ? { ok: true, made: validated.value } : { ...validated, use };
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
