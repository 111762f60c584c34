// What the store asks of the process that works on pictures, and what comes back: nothing else passes between the two.
import type { ImageVariant } from '@balcao/shared/http/images.ts';
import type { ImageRefusal, ImageUse } from './refusal.ts';

export type Encoded = { mediaType: string; bytes: Buffer };
export type Grey = { pixels: Buffer; width: number; height: number };

export type PictureJobs = {
  /** Bytes as somebody sent them → the picture in the one form that is kept. */
  master: { asked: { bytes: Uint8Array; use: ImageUse }; made: Buffer };
  /** The same of a form's field `file`, its body as it came in a file. It is for a logo only where `mayBeLogo`. */
  form: { asked: { path: string; contentType: string; mayBeLogo: boolean }; made: Buffer };
  variant: { asked: { master: Uint8Array; variant: Exclude<ImageVariant, 'master'> }; made: Encoded };
  /** A picture as eight-bit grey, for paper. */
  grey: { asked: { bytes: Uint8Array }; made: Grey };
  /** Whether the image library works on this machine. */
  check: { asked: object; made: null };
};
export type PictureJobKind = keyof PictureJobs;
export type PictureJob = {
  [Kind in PictureJobKind]: { kind: Kind } & PictureJobs[Kind]['asked'];
}[PictureJobKind];

/** `use` is what a form asked for. */
export type PictureReply<Made = unknown> =
  | { ok: true; made: Made }
  | { ok: false; refusal: ImageRefusal; use?: ImageUse }
  | { ok: false; refusal: null; error: string };
