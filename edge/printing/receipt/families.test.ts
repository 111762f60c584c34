// Each family of printers gets its own commands: compared with the tables of the library, and with what makers write of the rest.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import {
  FAMILY_CODE_PAGES,
  PRINTER_FAMILIES,
  type PrinterFamily,
} from '@balcao/shared/http/printer-families.ts';
import { receiptBytes } from './bytes.ts';
import { documentLines } from './document.ts';
import { codePageOf, familyFrom, familyOf } from './families.ts';
import { createCode, wrapParagraph, type Paper, type Piece } from './lines.ts';
import { SAMPLES } from './samples.ts';
import type { CodePage } from './text.ts';

const load = createRequire(import.meta.url);
/** The library's own commands of a family. */
const commandsOf = (family: PrinterFamily) =>
  load(`node-thermal-printer/lib/types/${family.toLowerCase()}-config.js`) as Record<string, Buffer>;

const paperOf = (family: PrinterFamily, codePage: CodePage = 'WPC1252'): Paper => ({
  columns: 48,
  codePage,
  family,
});
const bytesOf = (family: PrinterFamily, pieces: Piece[], codePage?: CodePage): Buffer =>
  receiptBytes(pieces, paperOf(family, codePage));
const lineOf = (family: PrinterFamily, look: Parameters<typeof wrapParagraph>[2]) =>
  bytesOf(family, wrapParagraph(paperOf(family), 'x', look)).toString('hex');

const PAGE_NAMES: Record<CodePage, string> = {
  PC850: 'CODE_PAGE_PC850_MULTILINGUAL',
  PC860: 'CODE_PAGE_PC860_PORTUGUESE',
  WPC1252: 'CODE_PAGE_WPC1252',
};
const ENCODED: Record<CodePage, string> = { PC850: 'c687', PC860: '8487', WPC1252: 'e3e7' };

describe.each(PRINTER_FAMILIES)('%s', (family) => {
  const commands = commandsOf(family);

  it('ends each slip with its own feed, cut and reset', () => {
    const bytes = bytesOf(family, wrapParagraph(paperOf(family), 'oi'));
    const end = Buffer.concat([commands['CTL_VT']!, commands['PAPER_FULL_CUT']!, commands['HW_INIT']!]);
    expect(bytes.subarray(-end.length).toString('hex')).toBe(end.toString('hex'));
  });

  it.each(FAMILY_CODE_PAGES[family])('chooses %s by its own command and writes accents in it', (codePage) => {
    const name = family === 'BROTHER' ? 'CODE_PAGE_WESTERN_EUROPEAN' : PAGE_NAMES[codePage];
    const bytes = bytesOf(family, wrapParagraph(paperOf(family, codePage), 'ãç'), codePage).toString('hex');
    expect(bytes).toContain(commands[name]!.toString('hex'));
    expect(bytes).toContain(`${ENCODED[codePage]}0a`);
  });

  it('is told to leave its Chinese mode only where it knows the words: else it would print them', () => {
    const knows = family === 'EPSON' || family === 'TANCA' || family === 'CUSTOM';
    const bytes = bytesOf(family, wrapParagraph(paperOf(family), 'oi'));
    expect(bytes.includes(Buffer.from([0x1c, 0x2e]))).toBe(knows);
  });

  it('sets bold and the middle by its own commands', () => {
    const hex = lineOf(family, { bold: true, align: 'center' });
    expect(hex).toContain(commands['TXT_BOLD_ON']!.toString('hex'));
    expect(hex).toContain(commands['TXT_ALIGN_CT']!.toString('hex'));
  });

  it('prints white on black only where there is a command for it', () => {
    const inverted = commands['TXT_INVERT_ON'];
    expect(familyOf(family).printsInverted).toBe(inverted !== undefined);
    if (inverted) expect(lineOf(family, { invert: true })).toContain(inverted.toString('hex'));
  });

  it.each(Object.keys(SAMPLES) as (keyof typeof SAMPLES)[])('turns a %s slip into bytes', (kind) => {
    const print = { repeat: true, timeZone: 'America/Sao_Paulo', logo: null };
    const lines = documentLines(SAMPLES[kind], print, paperOf(family));
    expect(bytesOf(family, lines).length).toBeGreaterThan(100);
  });
});

describe('sizes', () => {
  it.each([
    ['EPSON', { width: 4, height: 3 }, '1d2132780a'],
    ['TANCA', { width: 2, height: 2 }, '1d2111780a'],
    ['CUSTOM', { width: 1, height: 2 }, '1d2101780a'],
    // ESC i height width.
    ['STAR', { width: 4, height: 3 }, '1b690203780a'],
    // Normal, height off, then double height (ESC w 1) and double width (ESC SO).
    ['DARUMA', { width: 1, height: 1 }, '1b2100121b7700780a'],
    ['DARUMA', { width: 1, height: 2 }, '1b2100121b77001b7701780a'],
    ['DARUMA', { width: 4, height: 4 }, '1b2100121b77001b77011b0e00780a'],
    // ESC X in dots.
    ['BROTHER', { width: 1, height: 2 }, '1b58001800780a'],
    ['BROTHER', { width: 4, height: 4 }, '1b58003000780a'],
  ] as const)('of %s, %j', (family, size, bytes) => {
    expect(lineOf(family, size)).toContain(bytes);
  });
});

describe('a QR code', () => {
  const content = 'https://acai.example/meu-pedido?codigo=7K2MQ9XWTB';
  it.each([
    ['EPSON', true],
    ['TANCA', true],
    ['CUSTOM', true],
    ['STAR', true],
    ['DARUMA', false],
    ['BROTHER', false],
  ] as const)('of %s is sent: %s', (family, isSent) => {
    const bytes = bytesOf(family, createCode(paperOf(family), content));
    expect(bytes.includes(content)).toBe(isSent);
  });

  it('of Star has the command for its data and its length before it', () => {
    const bytes = bytesOf('STAR', createCode(paperOf('STAR'), content)).toString('hex');
    const data = Buffer.from(content).toString('hex');
    expect(bytes).toContain(`1b1d79443100${content.length.toString(16)}00${data}1b1d79500a`);
  });
});

describe('pictures', () => {
  it.each([
    ['EPSON', true],
    ['TANCA', true],
    ['CUSTOM', true],
    ['STAR', false],
    ['DARUMA', false],
    ['BROTHER', false],
  ] as const)('of %s are sent: %s', (family, isSent) => {
    const dots = { widthDots: 8, heightDots: 1, rows: Uint8Array.of(255) };
    const bytes = bytesOf(family, [{ kind: 'picture', dots }]).toString('hex');
    expect(bytes.includes('1d7630')).toBe(isSent);
  });
});

describe('a stored family', () => {
  it.each([
    ['DARUMA', 'DARUMA'],
    ['BEMATECH', 'EPSON'],
    ['', 'EPSON'],
  ])('%s is read as %s', (text, family) => expect(familyFrom(text)).toBe(family));

  it.each([
    [undefined, 'PC850', 'PC850'],
    ['STAR', 'PC850', 'WPC1252'],
    ['STAR', 'PC860', 'PC860'],
    ['BROTHER', 'PC860', 'WPC1252'],
  ] as const)('of %s prints with %s in %s', (family, chosen, printed) =>
    expect(codePageOf(family, chosen)).toBe(printed),
  );
});
