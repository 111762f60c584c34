// Judges what was sent as a picture: its size, what it is by its own bytes, and whether it can be decoded.
import { createReadStream } from 'node:fs';
import { webStreamOf } from '@balcao/shared/host/web-stream.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { encodeMaster, TooManyPixels } from './encode.ts';
import type { ImageRefusal, ImageUse } from './refusal.ts';
import { sniffFormat, type SourceFormat } from './sniff.ts';

const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

const FORMATS: Record<ImageUse, readonly SourceFormat[]> = {
  product: ['jpeg', 'png', 'gif', 'webp', 'avif', 'svg'],
  logo: ['jpeg', 'png', 'svg'],
};

export async function validateUpload(
  bytes: Uint8Array,
  use: ImageUse,
): Promise<Result<Buffer, ImageRefusal>> {
  if (bytes.byteLength > IMAGE_BYTES_MAX) return refused('too-large');
  const format = sniffFormat(bytes);
  if (!format || !FORMATS[use].includes(format)) return refused('not-an-image');
  try {
    return accepted(await encodeMaster(bytes, format));
  } catch (error) {
    // Whatever the decoder says of a stranger's bytes, it is the file's fault.
    return refused(error instanceof TooManyPixels ? 'too-many-pixels' : 'not-an-image');
  }
}

/** The picture in the body of a form, and what it is for. */
export async function readForm(options: {
  path: string;
  contentType: string;
  mayBeLogo: boolean;
}): Promise<{ bytes: Uint8Array | null; use: ImageUse }> {
  const body = webStreamOf(createReadStream(options.path));
  const form = await new Response(body, { headers: { 'content-type': options.contentType } })
    .formData()
    .catch(() => null);
  const file = form?.get('file');
  const use = form?.get('use') === 'logo' && options.mayBeLogo ? 'logo' : 'product';
  return { bytes: file instanceof File ? new Uint8Array(await file.arrayBuffer()) : null, use };
}
