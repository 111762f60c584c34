// `/edge/copies` (store → relay): the store's sealed copies of its database, kept for it and never read. They come and go in pieces small
// enough for any proxy. GET lists those that are whole; PUT …/:name/:part brings a piece, POST …/:name says that it was the last; GET …/:name/:part
// gives one back, DELETE …/:name takes one away. Relays before 0.2 answer 404.
import { z } from 'zod';
import { BackupName } from '../http/backups.ts';

/** Of every piece but the last. */
export const COPY_PART_BYTES = 192 * 1024;
/** So many whole ones of a store; the oldest goes when another is whole. */
export const COPIES_KEPT = 2;

/** The name of a copy that only the recovery code opens; others are refused. */
export const SealedCopyName = BackupName.regex(/\.age$/);

/** A whole copy: when it was made, its size and the SHA-256 of its bytes. */
export const SealedCopy = z.object({
  atMs: z.number().int().min(0),
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SealedCopy = z.infer<typeof SealedCopy>;

/** A copy as the relay lists it. */
export const KeptCopy = SealedCopy.extend({ name: SealedCopyName });
export type KeptCopy = z.infer<typeof KeptCopy>;

/** Newest first. `bytesMax`: how large one may be here. */
export const KeptCopies = z.object({ copies: z.array(KeptCopy).max(50), bytesMax: z.number().int().min(0) });
export type KeptCopies = z.infer<typeof KeptCopies>;

/** How many pieces a copy of so many bytes has. */
export const partsOf = (bytes: number): number => Math.ceil(bytes / COPY_PART_BYTES);
