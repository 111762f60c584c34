// The same slip through a second encoder, written by others: both must put the same marks on the paper. Read by the
// simulator's decoder, which shares nothing with either.
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { describe, expect, it } from 'vitest';
import { receiptBytes } from '../../edge/printing/receipt/bytes.ts';
import { documentLines } from '../../edge/printing/receipt/document.ts';
import { isLine, type Paper, type Piece } from '../../edge/printing/receipt/lines.ts';
import { SAMPLE_LOGO, SAMPLES, type SlipKind } from '../../edge/printing/receipt/samples.ts';
import { isBlack } from '../../edge/printing/receipt/dots.ts';
import { createDecoder } from '../simulators/printer/escpos-decoder.ts';
import { dotsOf, FONT_DOTS, type PaperItem } from '../simulators/printer/paper.ts';

const PAPERS: [string, Paper][] = [
  ['80 mm, PC850', { columns: 48, codePage: 'PC850' }],
  ['58 mm, PC860', { columns: 32, codePage: 'PC860' }],
  ['80 mm, WPC1252', { columns: 48, codePage: 'WPC1252' }],
];
const THEIR_CODE_PAGES = { PC850: 'cp850', PC860: 'cp860', WPC1252: 'windows1252' } as const;

function decode(bytes: Uint8Array, columns: number) {
  const items: PaperItem[] = [];
  const warnings: string[] = [];
  const decoder = createDecoder(columns, {
    print: (item) => items.push(item),
    warn: (text) => warnings.push(text),
    answer: () => undefined,
  });
  for (let rest = bytes; rest.length > 0;) {
    const taken = decoder.step(rest);
    if (taken === 0) throw new Error('the bytes end within a command');
    rest = rest.subarray(taken);
  }
  decoder.flush();
  return { items, warnings };
}

function theirBytes(pieces: Piece[], paper: Paper): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns: paper.columns,
    codepageMapping: 'epson',
    imageMode: 'raster',
  });
  encoder.initialize().codepage(THEIR_CODE_PAGES[paper.codePage]);
  for (const piece of pieces) {
    if (isLine(piece)) {
      encoder
        .align(piece.align)
        .bold(piece.bold)
        .invert(piece.invert)
        .width(piece.width)
        .height(piece.height);
      encoder.line(piece.text).bold(false).invert(false).width(1).height(1).align('left');
    } else if (piece.kind === 'code') {
      encoder
        .align('center')
        .qrcode(piece.content, { model: 2, size: piece.cellDots, errorlevel: 'm' })
        .align('left');
    } else {
      const { widthDots: width, heightDots: height } = piece.dots;
      const data = new Uint8ClampedArray(width * height * 4);
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1)
          data.set(isBlack(piece.dots, x, y) ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * width + x) * 4);
      encoder
        .align('center')
        .image({ data, width, height } as ImageData, width, height, 'threshold')
        .align('left');
    }
  }
  return encoder.encode();
}

/** What the eye sees, wherever the spaces around it come from: every mark with its place, size and look. */
function marks(items: PaperItem[], columns: number): string[] {
  const image: string[] = [];
  const seen = items.flatMap((item) => {
    if (item.kind === 'qr') return [`QR ${item.correction} ${item.cellDots} ${item.content}`];
    if (item.kind === 'image') {
      // One picture may come in several bands.
      image.push(Buffer.from(item.rows).toString('hex'));
      return [];
    }
    if (item.kind !== 'line') return [];
    const widthOf = (text: string, width: number): number => text.length * FONT_DOTS.A.width * width;
    const total = item.runs.reduce((sum, run) => sum + widthOf(run.text, run.style.width), 0);
    let x = item.align === 'center' ? Math.floor((dotsOf(columns) - total) / 2) : 0;
    const found: string[] = [];
    for (const { text, style } of item.runs) {
      for (const character of text) {
        const look = `${style.width}x${style.height}${style.bold ? ' bold' : ''}${style.invert ? ' inverted' : ''}`;
        // Half a cell of centring is nobody's mistake.
        if (character !== ' ') found.push(`${character} ${Math.floor(x / 24)} ${look}`);
        x += widthOf(character, style.width);
      }
    }
    return found.length === 0 ? [] : [found.join('|')];
  });
  return [image.join(''), ...seen];
}

describe.each(PAPERS)('on %s', (_, paper) => {
  it.each(Object.keys(SAMPLES) as SlipKind[])(
    '%s leaves the same marks as through the other encoder',
    (kind) => {
      const pieces = documentLines(
        SAMPLES[kind],
        { repeat: true, timeZone: 'America/Sao_Paulo', logo: SAMPLE_LOGO },
        paper,
      );
      const ours = decode(receiptBytes(pieces, paper), paper.columns);
      const theirs = decode(theirBytes(pieces, paper), paper.columns);
      expect(ours.warnings).toEqual([]);
      expect(theirs.warnings).toEqual([]);
      expect(marks(ours.items, paper.columns)).toEqual(marks(theirs.items, paper.columns));
      expect(marks(ours.items, paper.columns).length).toBeGreaterThan(8);
    },
  );
});
