// Lines to ESC/POS bytes, through node-thermal-printer's buffer. It only encodes: sending is print/printer.ts.
import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import type { Line, Paper } from './lines.ts';
import type { CodePage } from './text.ts';

const CHARACTER_SETS: Record<CodePage, CharacterSet> = {
  PC850: CharacterSet.PC850_MULTILINGUAL,
  PC860: CharacterSet.PC860_PORTUGUESE,
  WPC1252: CharacterSet.WPC1252,
};

const INITIALISE = Buffer.from([0x1b, 0x40]);
// FS . leaves the Chinese mode in which many cheap printers wake up and read two accents as one character.
const LEAVE_KANJI_MODE = Buffer.from([0x1c, 0x2e]);

/** One slip, cut at the end. */
export function receiptBytes(lines: Line[], paper: Paper): Buffer {
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
  for (const line of lines) {
    if (line.align === 'center') printer.alignCenter();
    else printer.alignLeft();
    printer.bold(line.bold);
    printer.invert(line.invert);
    // The library calls its first argument height, yet puts it where ESC/POS has the width.
    printer.setTextSize(line.width - 1, line.height - 1);
    printer.println(line.text);
  }
  printer.setTextSize(0, 0);
  printer.bold(false);
  printer.invert(false);
  printer.alignLeft();
  printer.cut({ verticalTabAmount: 1 });
  return printer.getBuffer();
}
