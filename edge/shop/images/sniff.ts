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
  return startsAsSvg(head.toString('utf8').toLowerCase()) ? 'svg' : null;
}

/**
 * Whether the root element is <svg>: only a declaration, comments and a doctype may stand before it. Read by hand, forward only: an
 * expression for it can be made to try every way of cutting the same bytes into comments.
 */
function startsAsSvg(text: string): boolean {
  for (let at = afterSpace(text, text.startsWith('\uFEFF') ? 1 : 0); ;) {
    if (text.startsWith('<svg', at)) return text[at + 4] === '>' || afterSpace(text, at + 4) > at + 4;
    const end = prologueEnd(text, at);
    if (end === null) return false;
    at = afterSpace(text, end);
  }
}

/** Where the declaration, comment or doctype that begins at `at` ends; null when none begins, or ends. */
function prologueEnd(text: string, at: number): number | null {
  if (text.startsWith('<?xml', at)) return after(text, '>', at);
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (!text.startsWith('<!doctype', at)) return null;
  const name = afterSpace(text, at + 9);
  if (name === at + 9 || !text.startsWith('svg', name)) return null;
  const close = after(text, '>', name);
  const subset = text.indexOf('[', name);
  if (close === null || subset < 0 || subset > close) return close;
  const subsetEnd = after(text, ']', subset);
  if (subsetEnd === null) return null;
  const end = afterSpace(text, subsetEnd);
  return text[end] === '>' ? end + 1 : null;
}

function after(text: string, mark: string, from: number): number | null {
  const found = text.indexOf(mark, from);
  return found < 0 ? null : found + mark.length;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}
