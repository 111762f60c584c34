// Turns the bytes of ESC/POS into paper, one command at a time, as an Epson printer reads them. It never
// guesses: what it does not know becomes a warning on the paper, and half a command waits for its rest.

import { characterOf, codePageKnown } from './code-pages.ts';
import { commandAt } from './escpos-commands.ts';
import type { Command } from './escpos-commands.ts';
import { dotsOf, FONT_DOTS } from './paper.ts';
import type { Align, PaperItem, TextRun, TextStyle } from './paper.ts';
import type { Answer } from './answer.ts';

const DEFAULT_LINE_DOTS = 30;
const TAB_COLUMNS = 8;
const WARNINGS_MAX = 50;

type DecoderEvents = {
  print: (item: PaperItem) => void;
  warn: (text: string) => void;
  /** Bytes that the printer sends back when it comes to this point of its buffer. */
  answer: (what: Answer) => void;
};

export function createDecoder(columns: number, events: DecoderEvents) {
  const paperDots = dotsOf(columns);
  let style: TextStyle;
  let align: Align;
  let codePage: number;
  let lineSpacing: number;
  let leftMargin: number;
  let runs: TextRun[] = [];
  let usedDots = 0;
  let warned = 0;
  const qr = { data: '', cellDots: 3, correction: 'L' as 'L' | 'M' | 'Q' | 'H' };
  const stored2d = { pdf417: '', maxicode: '' };

  function reset(): void {
    style = { bold: false, underline: 0, invert: false, upsideDown: false, font: 'A', width: 1, height: 1 };
    align = 'left';
    codePage = 0;
    lineSpacing = DEFAULT_LINE_DOTS;
    leftMargin = 0;
    runs = [];
    usedDots = 0;
  }
  reset();

  function warn(text: string): void {
    if (warned < WARNINGS_MAX) events.warn(text);
    warned += 1;
  }

  function endLine(): void {
    const tallest = runs.reduce(
      (max, run) => Math.max(max, FONT_DOTS[run.style.font].height * run.style.height),
      0,
    );
    events.print({ kind: 'line', align, runs, heightDots: Math.max(tallest, lineSpacing) });
    runs = [];
    usedDots = 0;
  }

  /** Text waiting without its line feed comes out before anything that is not text. */
  function flushLine(): void {
    if (runs.length > 0) endLine();
  }

  function put(character: string): void {
    const dots = FONT_DOTS[style.font].width * style.width;
    if (usedDots + dots > paperDots - leftMargin) endLine();
    usedDots += dots;
    const last = runs.at(-1);
    if (last !== undefined && sameStyle(last.style, style)) last.text += character;
    else runs.push({ text: character, style: { ...style } });
  }

  function tab(): void {
    const cell = FONT_DOTS[style.font].width * TAB_COLUMNS;
    const next = (Math.floor(usedDots / cell) + 1) * cell;
    while (usedDots < Math.min(next, paperDots - leftMargin)) put(' ');
  }

  function setMode(n: number): void {
    style.font = (n & 0x01) === 0 ? 'A' : 'B';
    style.bold = (n & 0x08) !== 0;
    style.height = (n & 0x10) === 0 ? 1 : 2;
    style.width = (n & 0x20) === 0 ? 1 : 2;
    style.underline = (n & 0x80) === 0 ? 0 : 1;
  }

  function feed(dots: number): void {
    flushLine();
    if (dots > 0) events.print({ kind: 'feed', dots });
  }

  function raster(mode: number, bytesWide: number, heightDots: number, rows: Uint8Array): void {
    flushLine();
    const scaleX = (mode & 1) === 0 ? 1 : 2;
    const scaleY = (mode & 2) === 0 ? 1 : 2;
    if (bytesWide * 8 * scaleX > paperDots)
      warn(`image of ${bytesWide * 8 * scaleX} dots on ${paperDots} of paper`);
    events.print({ kind: 'image', align, widthDots: bytesWide * 8, heightDots, rows, scaleX, scaleY });
  }

  /** `ESC *` sends columns; paper keeps rows. Single density doubles the dots. */
  function bitImage(mode: number, widthDots: number, columnsOfDots: Uint8Array): void {
    const bytesTall = mode >= 32 ? 3 : 1;
    const bytesWide = Math.ceil(widthDots / 8);
    const rows = new Uint8Array(bytesWide * bytesTall * 8);
    for (let x = 0; x < widthDots; x += 1) {
      for (let y = 0; y < bytesTall * 8; y += 1) {
        const byte = columnsOfDots[x * bytesTall + (y >> 3)] ?? 0;
        if ((byte & (0x80 >> (y & 7))) !== 0) rows[y * bytesWide + (x >> 3)]! |= 0x80 >> (x & 7);
      }
    }
    const scaleX = (mode & 1) === 0 ? 2 : 1;
    const scaleY = bytesTall === 1 ? 3 : 1;
    flushLine();
    events.print({
      kind: 'image',
      align,
      widthDots: bytesWide * 8,
      heightDots: bytesTall * 8,
      rows,
      scaleX,
      scaleY,
    });
  }

  function symbol2d(code: number, fn: number, data: Uint8Array): void {
    if (code === 49) return qrFunction(fn, data);
    const name = code === 48 ? 'pdf417' : 'maxicode';
    if (code !== 48 && code !== 50) return warn(`GS ( k for unknown symbol ${code}`);
    if (fn === 80) stored2d[name] = new TextDecoder().decode(data.subarray(1));
    if (fn !== 81) return;
    flushLine();
    events.print({ kind: 'barcode', align, symbology: name.toUpperCase(), content: stored2d[name] });
  }

  function qrFunction(fn: number, data: Uint8Array): void {
    const n = data[0] ?? 0;
    switch (fn) {
      case 65:
        if (n !== 49 && n !== 50 && n !== 51) warn(`QR model ${n}`);
        return;
      case 67:
        qr.cellDots = Math.min(16, Math.max(1, n));
        return;
      case 69:
        qr.correction = (['L', 'M', 'Q', 'H'] as const)[n - 48] ?? 'L';
        return;
      case 80:
        qr.data = new TextDecoder().decode(data.subarray(1));
        return;
      case 81:
        flushLine();
        if (qr.data === '') return warn('QR printed without data');
        events.print({
          kind: 'qr',
          align,
          content: qr.data,
          cellDots: qr.cellDots,
          correction: qr.correction,
        });
        return;
      default:
        warn(`QR function ${fn}`);
    }
  }

  function cut(partial: boolean, feedDots: number): void {
    feed(feedDots);
    events.print({ kind: 'cut', partial });
  }

  function run(command: Command): void {
    switch (command.name) {
      case 'text':
        return put(characterOf(command.byte, codePage));
      case 'line-feed':
        return endLine();
      case 'tab':
        return tab();
      case 'init':
        return reset();
      case 'mode':
        return setMode(command.n);
      case 'size':
        style.width = ((command.n >> 4) & 7) + 1;
        style.height = (command.n & 7) + 1;
        return;
      case 'bold':
        style.bold = (command.n & 1) === 1;
        return;
      case 'underline':
        style.underline = ([0, 1, 2] as const)[command.n % 48] ?? 0;
        return;
      case 'invert':
        style.invert = (command.n & 1) === 1;
        return;
      case 'upside-down':
        style.upsideDown = (command.n & 1) === 1;
        return;
      case 'font':
        style.font = command.n % 48 === 1 ? 'B' : 'A';
        return;
      case 'align':
        align = (['left', 'center', 'right'] as const)[command.n % 48] ?? 'left';
        return;
      case 'code-page':
        if (!codePageKnown(command.n)) warn(`code page ${command.n}`);
        codePage = command.n;
        return;
      case 'line-spacing':
        lineSpacing = command.dots ?? DEFAULT_LINE_DOTS;
        return;
      case 'left-margin':
        leftMargin = Math.min(command.dots, paperDots - FONT_DOTS.A.width);
        return;
      case 'feed-dots':
        return feed(command.dots);
      case 'feed-lines':
        return feed(command.lines * lineSpacing);
      case 'cut':
        return cut(command.partial, command.feedDots);
      case 'drawer':
        return events.print({ kind: 'drawer', pin: command.pin });
      case 'beep':
        return events.print({ kind: 'beep', times: command.times });
      case 'symbol-2d':
        return symbol2d(command.code, command.fn, command.data);
      case 'barcode':
        flushLine();
        return events.print({
          kind: 'barcode',
          align,
          symbology: command.symbology,
          // CODE128 names its code set first: `{A`, `{B` or `{C`.
          content: Buffer.from(command.data)
            .toString('latin1')
            .replace(/^\{[ABC]/, ''),
        });
      case 'raster':
        return raster(command.mode, command.bytesWide, command.heightDots, command.rows);
      case 'bit-image':
        return bitImage(command.mode, command.widthDots, command.columns);
      case 'answer':
        return events.answer(command.answer);
      case 'ignored':
        return;
      case 'unknown':
        return warn(`unknown command ${command.hex}`);
    }
  }

  return {
    /** Runs the first command of these bytes and says how many it took; 0 when it needs more. */
    step(bytes: Uint8Array): number {
      const found = commandAt(bytes);
      if (found === null) return 0;
      run(found.command);
      return found.length;
    },
    /** The connection ended: what waits without a line feed comes out; modes stay, as on a real printer. */
    flush(): void {
      flushLine();
      warned = 0;
    },
    /** Power off and on: everything in it is gone. */
    reset,
  };
}

const sameStyle = (a: TextStyle, b: TextStyle): boolean =>
  a.bold === b.bold &&
  a.underline === b.underline &&
  a.invert === b.invert &&
  a.upsideDown === b.upsideDown &&
  a.font === b.font &&
  a.width === b.width &&
  a.height === b.height;
