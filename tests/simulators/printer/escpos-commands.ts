// The grammar of ESC/POS: which bytes make one command and what it says. Nothing is printed here, and no byte
// is skipped without a name for it.
import type { Answer } from './answer.ts';

export type Command =
  | { name: 'text'; byte: number }
  | { name: 'line-feed' | 'tab' | 'init' | 'ignored' }
  | {
      name:
        | 'mode'
        | 'size'
        | 'bold'
        | 'underline'
        | 'invert'
        | 'upside-down'
        | 'font'
        | 'align'
        | 'code-page';
      n: number;
    }
  | { name: 'line-spacing'; dots: number | null }
  | { name: 'left-margin' | 'feed-dots'; dots: number }
  | { name: 'feed-lines'; lines: number }
  | { name: 'cut'; partial: boolean; feedDots: number }
  | { name: 'drawer'; pin: 2 | 5 }
  | { name: 'beep'; times: number }
  | { name: 'symbol-2d'; code: number; fn: number; data: Uint8Array }
  | { name: 'barcode'; symbology: string; data: Uint8Array }
  | { name: 'raster'; mode: number; bytesWide: number; heightDots: number; rows: Uint8Array }
  | { name: 'bit-image'; mode: number; widthDots: number; columns: Uint8Array }
  | { name: 'answer'; answer: Answer }
  | { name: 'unknown'; hex: string };

export type Found = { command: Command; length: number };

const DLE = 0x10;
const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;

const IGNORED: Command = { name: 'ignored' };

/** The first command of the bytes; null when they end before it does. */
export function commandAt(bytes: Uint8Array): Found | null {
  const first = bytes[0];
  if (first === undefined) return null;
  switch (first) {
    case 0x0a:
      return { command: { name: 'line-feed' }, length: 1 };
    case 0x09:
      return { command: { name: 'tab' }, length: 1 };
    case DLE:
      return realTime(bytes);
    case ESC:
      return escCommand(bytes);
    case FS:
      return fsCommand(bytes);
    case GS:
      return gsCommand(bytes);
    // CR is off on network printers; FF, CAN and NUL do nothing outside page mode.
    case 0x00:
    case 0x0c:
    case 0x0d:
    case 0x18:
      return { command: IGNORED, length: 1 };
    default:
      return first < 0x20 || first === 0x7f
        ? unknown(bytes, 1)
        : { command: { name: 'text', byte: first }, length: 1 };
  }
}

function unknown(bytes: Uint8Array, length: number): Found {
  return {
    command: { name: 'unknown', hex: Buffer.from(bytes.subarray(0, length)).toString('hex') },
    length,
  };
}

/** Status requests were answered when they arrived; here they are only stepped over. */
function realTime(bytes: Uint8Array): Found | null {
  const second = bytes[1];
  if (second === undefined) return null;
  if (second === 0x04 || second === 0x05) return whole(bytes, 3, () => IGNORED);
  if (second !== 0x14) return unknown(bytes, 2);
  const fn = bytes[2];
  if (fn === undefined) return null;
  return whole(bytes, fn === 8 ? 10 : 5, () => IGNORED);
}

/** A command of fixed length, made only when all of it is there. */
function whole(
  bytes: Uint8Array,
  length: number,
  make: (at: (index: number) => number) => Command,
): Found | null {
  return bytes.length < length ? null : { command: make((index) => bytes[index] ?? 0), length };
}

const word = (at: (index: number) => number, index: number): number => at(index) + at(index + 1) * 256;

type Maker = { length: number; make: (at: (index: number) => number) => Command };
const fixed = (length: number, make: Maker['make'] = () => IGNORED): Maker => ({ length, make });
const setting = (name: Extract<Command, { n: number }>['name']): Maker =>
  fixed(3, (at) => ({ name, n: at(2) }));
const key = (character: string): number => character.charCodeAt(0);

const ESC_COMMANDS = new Map<number, Maker>([
  [key('@'), fixed(2, () => ({ name: 'init' }))],
  [key('!'), setting('mode')],
  [key('E'), setting('bold')],
  [key('G'), setting('bold')],
  [key('-'), setting('underline')],
  [key('{'), setting('upside-down')],
  [key('M'), setting('font')],
  [key('a'), setting('align')],
  [key('t'), setting('code-page')],
  [key('2'), fixed(2, () => ({ name: 'line-spacing', dots: null }))],
  [key('3'), fixed(3, (at) => ({ name: 'line-spacing', dots: at(2) }))],
  [key('J'), fixed(3, (at) => ({ name: 'feed-dots', dots: at(2) }))],
  [key('d'), fixed(3, (at) => ({ name: 'feed-lines', lines: at(2) }))],
  [key('i'), fixed(2, () => ({ name: 'cut', partial: true, feedDots: 0 }))],
  [key('m'), fixed(2, () => ({ name: 'cut', partial: true, feedDots: 0 }))],
  // Pin, then the lengths of the pulse: a kick without them swallows the two bytes that follow.
  [key('p'), fixed(5, (at) => ({ name: 'drawer', pin: at(2) % 48 === 1 ? 5 : 2 }))],
  [key('B'), fixed(4, (at) => ({ name: 'beep', times: at(2) }))],
  // International character set, right spacing, smoothing, colour, panel buttons, page mode: no mark on paper.
  ...['R', ' ', '=', 'r', 'T', 'U', 'V', 'S', 'L', 'q', '?'].map((c): [number, Maker] => [
    key(c),
    fixed(c === 'S' || c === 'L' ? 2 : 3),
  ]),
  [key('c'), fixed(4)],
  [key('$'), fixed(4)],
  [key('\\'), fixed(4)],
  [key('W'), fixed(10)],
]);

function escCommand(bytes: Uint8Array): Found | null {
  const second = bytes[1];
  if (second === undefined) return null;
  const known = ESC_COMMANDS.get(second);
  if (known !== undefined) return whole(bytes, known.length, known.make);
  switch (second) {
    case key('*'):
      return bitImage(bytes);
    case key('D'): {
      const end = bytes.indexOf(0, 2);
      return end === -1
        ? bytes.length > 34
          ? unknown(bytes, 34)
          : null
        : { command: IGNORED, length: end + 1 };
    }
    case key('('):
      return extended(bytes, (fn) => (fn === key('A') ? { name: 'beep', times: 1 } : null));
    default:
      return unknown(bytes, 2);
  }
}

function bitImage(bytes: Uint8Array): Found | null {
  if (bytes.length < 5) return null;
  const mode = bytes[2] ?? 0;
  if (![0, 1, 32, 33].includes(mode)) return unknown(bytes, 5);
  const widthDots = (bytes[3] ?? 0) + (bytes[4] ?? 0) * 256;
  const length = 5 + widthDots * (mode >= 32 ? 3 : 1);
  if (bytes.length < length) return null;
  return { command: { name: 'bit-image', mode, widthDots, columns: bytes.slice(5, length) }, length };
}

const FS_LENGTHS = new Map<number, number>([
  [key('.'), 2],
  [key('&'), 2],
  [key('!'), 3],
  [key('-'), 3],
  [key('C'), 3],
  [key('S'), 4],
  [key('p'), 4],
]);

function fsCommand(bytes: Uint8Array): Found | null {
  const second = bytes[1];
  if (second === undefined) return null;
  if (second === key('(')) return extended(bytes, () => IGNORED);
  const length = FS_LENGTHS.get(second);
  return length === undefined ? unknown(bytes, 2) : whole(bytes, length, () => IGNORED);
}

const GS_COMMANDS = new Map<number, Maker>([
  [key('!'), setting('size')],
  [key('B'), setting('invert')],
  [key('a'), fixed(3, (at) => ({ name: 'answer', answer: { kind: 'automatic-status', mask: at(2) } }))],
  [key('I'), fixed(3, (at) => ({ name: 'answer', answer: { kind: 'printer-id', n: at(2) } }))],
  [
    key('r'),
    fixed(3, (at) => ({
      name: 'answer',
      answer: { kind: at(2) % 48 === 2 ? 'drawer-status' : 'paper-status' },
    })),
  ],
  [key('L'), fixed(4, (at) => ({ name: 'left-margin', dots: word(at, 2) }))],
  // Width of the print area, motion units, barcode settings, density, smoothing, positions.
  ...['W', 'P', '$', '\\'].map((c): [number, Maker] => [key(c), fixed(4)]),
  ...['H', 'f', 'h', 'w', 'b', '|', 'T', 'E', '/'].map((c): [number, Maker] => [key(c), fixed(3)]),
  [key('^'), fixed(5)],
  [key('z'), fixed(5)],
]);

function gsCommand(bytes: Uint8Array): Found | null {
  const second = bytes[1];
  if (second === undefined) return null;
  const known = GS_COMMANDS.get(second);
  if (known !== undefined) return whole(bytes, known.length, known.make);
  switch (second) {
    case key('V'):
      return cut(bytes);
    case key('k'):
      return barcode(bytes);
    case key('v'):
      return raster(bytes);
    case key('('):
      return extended(bytes, gsExtended);
    default:
      return unknown(bytes, 2);
  }
}

function cut(bytes: Uint8Array): Found | null {
  const mode = bytes[2];
  if (mode === undefined) return null;
  if ([0, 1, 48, 49].includes(mode)) {
    return { command: { name: 'cut', partial: mode % 48 === 1, feedDots: 0 }, length: 3 };
  }
  if (![65, 66, 97, 98, 103, 104].includes(mode)) return unknown(bytes, 3);
  return whole(bytes, 4, (at) => ({ name: 'cut', partial: [66, 98, 104].includes(mode), feedDots: at(3) }));
}

const SYMBOLOGIES = ['UPC-A', 'UPC-E', 'EAN13', 'EAN8', 'CODE39', 'ITF', 'CODABAR', 'CODE93', 'CODE128'];

function barcode(bytes: Uint8Array): Found | null {
  const type = bytes[2];
  if (type === undefined) return null;
  const symbology = SYMBOLOGIES[type >= 65 ? type - 65 : type];
  if (symbology === undefined) return unknown(bytes, 3);
  if (type < 65) {
    const end = bytes.indexOf(0, 3);
    if (end === -1) return bytes.length > 258 ? unknown(bytes, 3) : null;
    return { command: { name: 'barcode', symbology, data: bytes.slice(3, end) }, length: end + 1 };
  }
  const length = 4 + (bytes[3] ?? 0);
  if (bytes.length < length || bytes.length < 4) return null;
  return { command: { name: 'barcode', symbology, data: bytes.slice(4, length) }, length };
}

function raster(bytes: Uint8Array): Found | null {
  if (bytes.length < 8) return null;
  if (bytes[2] !== key('0')) return unknown(bytes, 3);
  const bytesWide = (bytes[4] ?? 0) + (bytes[5] ?? 0) * 256;
  const heightDots = (bytes[6] ?? 0) + (bytes[7] ?? 0) * 256;
  const length = 8 + bytesWide * heightDots;
  if (bytes.length < length) return null;
  const mode = (bytes[3] ?? 0) % 48;
  return { command: { name: 'raster', mode, bytesWide, heightDots, rows: bytes.slice(8, length) }, length };
}

/** `ESC (`, `FS (` and `GS (` carry their own length, so even an unknown one is stepped over whole. */
function extended(bytes: Uint8Array, read: (fn: number, data: Uint8Array) => Command | null): Found | null {
  if (bytes.length < 5) return null;
  const length = 5 + (bytes[3] ?? 0) + (bytes[4] ?? 0) * 256;
  if (bytes.length < length) return null;
  const command = read(bytes[2] ?? 0, bytes.slice(5, length));
  return command === null ? { ...unknown(bytes, 5), length } : { command, length };
}

function gsExtended(fn: number, data: Uint8Array): Command | null {
  if (fn === key('k'))
    return { name: 'symbol-2d', code: data[0] ?? 0, fn: data[1] ?? 0, data: data.slice(2) };
  if (fn === key('H') && data[0] === 48 && data.length === 6) {
    return { name: 'answer', answer: { kind: 'process-id', id: data.slice(2) } };
  }
  // Density, user setup and the like change nothing that is drawn here.
  return fn === key('K') || fn === key('E') || fn === key('D') ? IGNORED : null;
}
