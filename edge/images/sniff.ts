// What a file is by its own bytes. Its name and what the sender calls it say nothing.

export type SourceFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';

const SVG_HEAD_BYTES = 4096;

/** Null for anything that is not one of the image formats that we open. */
export function sniffFormat(bytes: Uint8Array): SourceFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SVG_HEAD_BYTES));
  const ascii = (from: number, to: number): string => head.toString('latin1', from, to);
  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, 40))) return 'avif';
  return SVG_START.test(head.toString('utf8')) ? 'svg' : null;
}

// The root element must be <svg>: only a declaration, comments and a doctype may stand before it.
const SVG_START =
  /^\uFEFF?\s*(<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE\s+svg[^>[]*(\[[^\]]*\])?\s*>\s*)*<svg[\s>]/i;
