// Lines to a printer's bytes, through node-thermal-printer's buffer. It only encodes: sending is printing/printer.ts.
import { BreakLine, ThermalPrinter } from 'node-thermal-printer';
import type { Dots } from './dots.ts';
import { codePageOf, familyOf } from './families.ts';
import { isLine, type Line, type Paper, type Piece } from './lines.ts';

const INITIALISE = Buffer.from([0x1b, 0x40]);
// FS . leaves the Chinese mode in which many cheap printers wake up and read two accents as one character.
const LEAVE_KANJI_MODE = Buffer.from([0x1c, 0x2e]);

const BAND_DOTS = 64;

type Family = ReturnType<typeof familyOf>;

/** One slip, cut at the end. */
export function receiptBytes(pieces: Piece[], paper: Paper): Buffer {
  const family = familyOf(paper.family);
  const printer = new ThermalPrinter({
    type: family.type,
    // No interface: the library builds the bytes, our own socket sends them and hears the printer's answers.
    interface: '',
    width: paper.columns,
    // The lines fit already.
    breakLine: BreakLine.NONE,
  });
  printer.add(INITIALISE);
  if (family.leavesKanjiMode) printer.add(LEAVE_KANJI_MODE);
  chooseCodePage(printer, family, paper);
  for (const piece of pieces) {
    if (isLine(piece)) addLine(printer, family, piece);
    else if (piece.kind === 'picture') {
      if (family.printsPictures) addCentred(printer, family, () => printer.add(rasterBytes(piece.dots)));
    } else if (family.code !== null) {
      const { code } = family;
      addCentred(printer, family, () => code(printer, piece));
    }
  }
  plainType(printer, family);
  printer.alignLeft();
  printer.cut({ verticalTabAmount: 1 });
  return printer.getBuffer();
}

function chooseCodePage(printer: ThermalPrinter, { characterSets }: Family, paper: Paper): void {
  const name = characterSets[codePageOf(paper.family, paper.codePage)];
  if (name === undefined) throw new Error(`no code page for ${paper.family ?? 'EPSON'}`);
  // The library's types know the pages of Epson alone.
  const chosen: { setCharacterSet(name: string): void } = printer;
  chosen.setCharacterSet(name);
}

function addCentred(printer: ThermalPrinter, family: Family, add: () => void): void {
  plainType(printer, family);
  printer.alignCenter();
  add();
}

function addLine(printer: ThermalPrinter, family: Family, line: Line): void {
  if (line.align === 'center') printer.alignCenter();
  else printer.alignLeft();
  printer.bold(line.bold);
  if (family.printsInverted) printer.invert(line.invert);
  family.size(printer, line);
  printer.println(line.text);
}

function plainType(printer: ThermalPrinter, family: Family): void {
  family.size(printer, { width: 1, height: 1 });
  printer.bold(false);
  if (family.printsInverted) printer.invert(false);
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
