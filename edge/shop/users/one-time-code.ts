// Codes that a person reads from a screen or from paper and types once.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { codeFromBytes, normalizeCode } from '@balcao/shared/ids.ts';

export const newCode = (): string => codeFromBytes(randomBytes(16));

/** What may be kept of a code. */
export const codeDigest = (code: string): string =>
  createHash('sha256').update(normalizeCode(code)).digest('hex');

/** In constant time; capitals, dashes and spaces do not matter. */
export const isCodeOf = (typed: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(codeDigest(typed), 'hex'), Buffer.from(digest, 'hex'));
