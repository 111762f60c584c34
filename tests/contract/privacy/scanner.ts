// Finds secrets in whatever a server said, in clear or wrapped: URL-encoded, escaped, base64, base64url, hex, compressed, one in another.
import { gunzipSync, inflateSync } from 'node:zlib';

export type Secret = {
  /** What it is, in words for the report. */
  readonly what: string;
  /** Whose it is; may hear it. */
  readonly of: string;
  readonly text: string;
  /** Phones and tax numbers are found with any punctuation, and by eight digits of them in a row. */
  readonly digits?: boolean;
  /** One of the public fields: also shown to who proved to know this phone. */
  readonly shownTo?: string;
};
export type Find = (said: string | Buffer) => Secret[];

const DEPTH_MAX = 5;
const UNPACKED_BYTES_MAX = 1_000_000;
const DIGITS_IN_A_ROW = 8;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A text shorter than this says nothing as bytes. */
const BYTES_MIN = 12;

type Needle = { secret: Secret; texts: string[]; bytes: string[]; digits: string[]; ending: string | null };

export function createScanner(secrets: readonly Secret[]): Find {
  const needles = secrets.map(needleOf);
  const known = new Map<string, Secret[]>();
  return (said) => {
    const given = Buffer.isBuffer(said) ? said : Buffer.from(said, 'utf8');
    const key = given.toString('latin1');
    const before = known.get(key);
    if (before) return before;
    const found = new Set<Secret>();
    for (const layer of layersOf(given)) for (const secret of foundIn(layer, needles)) found.add(secret);
    known.set(key, [...found]);
    return [...found];
  };
}

function needleOf(secret: Secret): Needle {
  const { text } = secret;
  if (secret.digits) {
    const digits = text.replace(/\D/g, '');
    const rows = Array.from({ length: digits.length - DIGITS_IN_A_ROW + 1 }, (_, at) =>
      digits.slice(at, at + DIGITS_IN_A_ROW),
    );
    return { secret, texts: [], bytes: [], digits: rows, ending: digits.slice(-4) };
  }
  const bare = text.replaceAll('-', '').toLowerCase();
  const isHex = /^(?:[0-9a-f]{2})+$/.test(bare) && bare.length >= 2 * BYTES_MIN;
  const isBase64 = !isHex && /^[\w+/-]{22,}$/.test(text);
  return {
    secret,
    texts: [...new Set([text.toLowerCase(), ...(UUID.test(text) ? [bare] : [])])],
    bytes: [...(isHex ? [bare] : []), ...(isBase64 ? [Buffer.from(text, 'base64').toString('hex')] : [])],
    digits: [],
    ending: null,
  };
}

function* foundIn(layer: Buffer, needles: readonly Needle[]): Generator<Secret> {
  const text = layer.toString('utf8').toLowerCase();
  const bytes = layer.toString('hex');
  const rows = (text.match(/\d(?:[\s().+-]{0,3}\d){7,}/g) ?? []).map((row) => row.replace(/\D/g, ''));
  const endings = [...text.matchAll(/[*•x]{2,}[\s().-]{0,3}(\d{4,})/g)].map(([, digits = '']) => digits);
  for (const needle of needles) {
    if (
      needle.texts.some((one) => text.includes(one)) ||
      needle.bytes.some((one) => bytes.includes(one)) ||
      needle.digits.some((one) => rows.some((row) => row.includes(one))) ||
      (needle.ending !== null && endings.some((one) => one.endsWith(needle.ending ?? '')))
    )
      yield needle.secret;
  }
}

/** What was said, and everything that can be read in it. */
function* layersOf(given: Buffer): Generator<Buffer> {
  const seen = new Set<string>();
  let layers = [given];
  for (let depth = 0; depth <= DEPTH_MAX && layers.length > 0; depth += 1) {
    const next: Buffer[] = [];
    for (const layer of layers) {
      const key = layer.toString('latin1');
      if (seen.has(key)) continue;
      seen.add(key);
      yield layer;
      next.push(...unwrapped(layer));
    }
    layers = next;
  }
}

function* unwrapped(layer: Buffer): Generator<Buffer> {
  const text = layer.toString('latin1');
  if (/%[0-9a-f]{2}/i.test(text)) yield Buffer.from(percentDecoded(text), 'latin1');
  if (/\\(?:u[0-9a-f]{4}|["\\/nrt])/i.test(text))
    yield Buffer.from(unescaped(layer.toString('utf8')), 'utf8');
  for (const [run] of text.matchAll(/[0-9a-f]{24,}/gi))
    for (const start of [0, 1]) yield Buffer.from(run.slice(start), 'hex');
  // A run may begin with letters that are not of it: each way to divide it into fours is read.
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}/g))
    for (const start of [0, 1, 2, 3]) yield Buffer.from(run.slice(start), 'base64');
  yield* unpacked(layer);
}

const percentDecoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

const unescaped = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\([nrt])/g, ' ')
    .replace(/\\(["\\/])/g, '$1');

function* unpacked(layer: Buffer): Generator<Buffer> {
  const unpack = layer[0] === 0x1f && layer[1] === 0x8b ? gunzipSync : layer[0] === 0x78 ? inflateSync : null;
  if (unpack === null) return;
  try {
    yield unpack(layer, { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch {
    // It only looked like it.
  }
}
