// Lines to ESC/POS bytes, through node-thermal-printer's buffer. It only encodes: sending is printing/printer.ts.
import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import type { Dots } from './dots.ts';
import { CODE_CORRECTION, isLine, type Line, type Paper, type Piece } from './lines.ts';
import type { CodePage } from './text.ts';

const CHARACTER_SETS: Record<CodePage, CharacterSet> = {
  PC850: CharacterSet.PC850_MULTILINGUAL,
  PC860: CharacterSet.PC860_PORTUGUESE,
  WPC1252: CharacterSet.WPC1252,
};

const INITIALISE = Buffer.from([0x1b, 0x40]);
// FS . leaves the Chinese mode in which many cheap printers wake up and read two accents as one character.
const LEAVE_KANJI_MODE = Buffer.from([0x1c, 0x2e]);

const BAND_DOTS = 64;

/** One slip, cut at the end. */
export function receiptBytes(pieces: Piece[], paper: Paper): Buffer {
  const printer = new ThermalPrinter({
    type: PrinterTypes.EPSON,
    // No interface: the library builds the bytes, our own socket sends them and hears the printer's answers.
    interface: '',
    width: paper.columns,
    // The lines fit already.
    breakLine: BreakLine.NONE,
  });
  printer.add(INITIALISE);
  printer.add(LEAVE_KANJI_MODE);
  printer.setCharacterSet(CHARACTER_SETS[paper.codePage]);
  for (const piece of pieces) {
    if (isLine(piece)) addLine(printer, piece);
    else {
      plainType(printer);
      printer.alignCenter();
      if (piece.kind === 'picture') printer.add(rasterBytes(piece.dots));
      else
        printer.printQR(piece.content, { cellSize: piece.cellDots, correction: CODE_CORRECTION, model: 2 });
    }
  }
  plainType(printer);
  printer.alignLeft();
  printer.cut({ verticalTabAmount: 1 });
  return printer.getBuffer();
}

function addLine(printer: ThermalPrinter, line: Line): void {
  if (line.align === 'center') printer.alignCenter();
  else printer.alignLeft();
  printer.bold(line.bold);
  printer.invert(line.invert);
  // The library calls its first argument height, yet puts it where ESC/POS has the width.
  printer.setTextSize(line.width - 1, line.height - 1);
  printer.println(line.text);
}

function plainType(printer: ThermalPrinter): void {
  printer.setTextSize(0, 0);
  printer.bold(false);
  printer.invert(false);
}

/** GS v 0, in bands: cheap printers lose what is longer than their buffer. */
function rasterBytes({ widthDots, heightDots, rows }: Dots): Buffer {
  const bytesWide = Math.ceil(widthDots / 8);
  const bands: Buffer[] = [];
  for (let top = 0; top < heightDots; top += BAND_DOTS) {
    const height = Math.min(BAND_DOTS, heightDots - top);
    bands.push(
      Buffer.from([0x1d, 0x76, 0x30, 0, bytesWide & 0xff, bytesWide >> 8, height, 0]),
      Buffer.from(rows.subarray(top * bytesWide, (top + height) * bytesWide)),
    );
  }
  return Buffer.concat(bands);
}
