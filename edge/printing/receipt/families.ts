// How each family of printers is spoken to. What a family cannot do is left out or done smaller here, never sent: a printer that does
// not know a command prints its letters.
import { CharacterSet, PrinterTypes, type ThermalPrinter } from 'node-thermal-printer';
import {
  FAMILY_CODE_PAGES,
  PRINTER_FAMILIES,
  type PrinterFamily,
} from '@balcao/shared/http/printer-families.ts';
import { CODE_CORRECTION, type Code, type Line } from './lines.ts';
import type { CodePage } from './text.ts';

type Family = {
  type: PrinterTypes;
  characterSets: Partial<Record<CodePage, string>>;
  /** Whether it answers DLE EOT, GS a and GS ( H. One that does not is a mute printer, and is asked nothing. */
  answersStatus: boolean;
  /** Wakes up in Chinese mode, maybe: FS . leaves it. */
  leavesKanjiMode: boolean;
  /** Pictures as GS v 0. */
  printsPictures: boolean;
  printsInverted: boolean;
  size: (printer: ThermalPrinter, size: Pick<Line, 'width' | 'height'>) => void;
  /** Null: it has no QR codes of its own. */
  code: ((printer: ThermalPrinter, code: Code) => void) | null;
};

const CHARACTER_SETS: Record<CodePage, string> = {
  PC850: CharacterSet.PC850_MULTILINGUAL,
  PC860: CharacterSet.PC860_PORTUGUESE,
  WPC1252: CharacterSet.WPC1252,
};

/** GS !: eight sizes each way. The library calls its first argument height, yet puts it where ESC/POS has the width. */
const anySize: Family['size'] = (printer, { width, height }) => printer.setTextSize(width - 1, height - 1);

/** ESC i, height first. The library has its constants and no call for Star. */
const starSize: Family['size'] = (printer, { width, height }) =>
  printer.add(Buffer.from([0x1b, 0x69, height - 1, width - 1]));

// ESC w 0: the library's "normal" ends double width and leaves double height.
const SINGLE_HEIGHT = Buffer.from([0x1b, 0x77, 0x00]);
/** Twice as wide, twice as high, and no more: narrower than planned never runs over the paper. */
const doubledSize: Family['size'] = (printer, { width, height }) => {
  printer.setTextNormal();
  printer.add(SINGLE_HEIGHT);
  if (height > 1) printer.setTextDoubleHeight();
  if (width > 1) printer.setTextDoubleWidth();
};

/** ESC X, in dots: one number for both ways, so only what may be twice as wide is large. */
const dotSize: Family['size'] = (printer, { width }) => printer.setTextSize(width > 1 ? 48 : 24, 0);

const libraryCode: Family['code'] = (printer, { content, cellDots }) =>
  printer.printQR(content, { cellSize: cellDots, correction: CODE_CORRECTION, model: 2 });

/** ESC GS y. The library's own call leaves out the command before the data, and the printer would print the address as text. */
const starCode: Family['code'] = (printer, { content, cellDots }) => {
  const data = Buffer.from(content);
  const command = (...bytes: number[]): Buffer => Buffer.from([0x1b, 0x1d, 0x79, ...bytes]);
  printer.add(command(0x53, 0x30, 2));
  printer.add(command(0x53, 0x31, 1));
  printer.add(command(0x53, 0x32, Math.min(8, cellDots)));
  printer.add(Buffer.concat([command(0x44, 0x31, 0, data.length & 0xff, data.length >> 8), data]));
  printer.add(Buffer.concat([command(0x50), Buffer.from([0x0a])]));
};

const escPos: Family = {
  type: PrinterTypes.EPSON,
  characterSets: CHARACTER_SETS,
  answersStatus: true,
  leavesKanjiMode: true,
  printsPictures: true,
  printsInverted: true,
  size: anySize,
  code: libraryCode,
};
/** With commands of its own, of which it has fewer. */
const plain: Family = {
  ...escPos,
  answersStatus: false,
  leavesKanjiMode: false,
  printsPictures: false,
  printsInverted: false,
  code: null,
};

const FAMILIES: Record<PrinterFamily, Family> = {
  EPSON: escPos,
  TANCA: { ...escPos, type: PrinterTypes.TANCA },
  CUSTOM: { ...escPos, type: PrinterTypes.CUSTOM },
  STAR: { ...plain, type: PrinterTypes.STAR, printsInverted: true, size: starSize, code: starCode },
  DARUMA: { ...plain, type: PrinterTypes.DARUMA, size: doubledSize },
  BROTHER: {
    ...plain,
    type: PrinterTypes.BROTHER,
    characterSets: { WPC1252: 'WESTERN_EUROPEAN' },
    size: dotSize,
  },
};

/** How this family is spoken to; a printer of which nobody said anything speaks what most do. */
export const familyOf = (family: PrinterFamily = 'EPSON'): Family => FAMILIES[family];

/** The page that is really printed with: the one that was chosen, where the family has it. */
export function codePageOf(family: PrinterFamily = 'EPSON', codePage: CodePage): CodePage {
  const pages = FAMILY_CODE_PAGES[family];
  return pages.includes(codePage) ? codePage : (pages[0] ?? 'WPC1252');
}

/** A family as it stands in the database; one that nobody knows any more is what most printers speak. */
export const familyFrom = (text: string): PrinterFamily =>
  PRINTER_FAMILIES.find((family) => family === text) ?? 'EPSON';
