// What a slip is made of: lines of cleaned text that already fit the paper, codes and pictures. Pure; bytes and the
// preview are made from these.
import { encode } from 'uqr';
import type { Dots } from './dots.ts';
import type { PrinterFamily } from '@balcao/shared/http/printer-families.ts';
import { cleanText, wrapText, type CodePage } from './text.ts';

export type Paper = {
  columns: number;
  codePage: CodePage;
  /** The commands of its printer; left out, those that most have. */
  family?: PrinterFamily;
};

export type Line = {
  text: string;
  /** How many times wider than ordinary type: 1 to 4. */
  width: number;
  /** How many times higher than ordinary type: 1 to 4. */
  height: number;
  align: 'left' | 'center';
  bold: boolean;
  /** White on black. */
  invert: boolean;
};

/** A QR code in the middle of the paper. */
export type Code = { kind: 'code'; content: string; cellDots: number };
/** A picture in the middle of the paper. */
export type Picture = { kind: 'picture'; dots: Dots };
export type Piece = Line | Code | Picture;

export const isLine = (piece: Piece): piece is Line => 'text' in piece;

/** Font A is 12 dots wide on every paper. */
export const paperDots = (paper: Pick<Paper, 'columns'>): number => paper.columns * 12;
/** How a code is made everywhere: M survives a crease, and is what the preview draws. */
export const CODE_CORRECTION = 'M';
const CELL_DOTS_MAX = 6;
/** The white margin on each side, which readers need: paper has it only when the code leaves it. */
const QUIET_CELLS = 4;

type Look = Partial<Omit<Line, 'text'>>;

/** `text` as lines in one look, wrapped to the paper; nothing when no printable character is left. */
export function wrapParagraph(paper: Paper, text: string, look: Look = {}, indent = 0): Line[] {
  const { width = 1, height = 1, align = 'left', bold = false, invert = false } = look;
  const columns = Math.floor(paper.columns / width);
  return wrapText(cleanText(text, paper.codePage), columns, indent).map((line) => ({
    text: line,
    width,
    height,
    align,
    bold,
    invert,
  }));
}

/** `content` as a QR code, as large as the paper has room for; nothing when it is empty. */
export function createCode(paper: Paper, content: string): Code[] {
  if (content === '') return [];
  const { size } = encode(content, { ecc: CODE_CORRECTION, border: 0 });
  const cellDots = Math.floor(paperDots(paper) / (size + 2 * QUIET_CELLS));
  return [{ kind: 'code', content, cellDots: Math.max(1, Math.min(CELL_DOTS_MAX, cellDots)) }];
}

/** A picture, where there is one and it fits. */
export const fitPicture = (paper: Paper, dots: Dots | null): Picture[] =>
  dots === null || dots.widthDots > paperDots(paper) ? [] : [{ kind: 'picture', dots }];

export const drawRule = (paper: Paper, character = '-'): Line[] =>
  wrapParagraph(paper, character.repeat(paper.columns));

export const createBlankLine = (): Line => ({
  text: '',
  width: 1,
  height: 1,
  align: 'left',
  bold: false,
  invert: false,
});

/** `left` wrapped beside `right`, which stands at the edge of the last line. */
export function drawColumnPair(
  paper: Paper,
  left: string,
  right: string,
  look: Look = {},
  indent = 0,
): Line[] {
  const amount = cleanText(right, paper.codePage);
  const lines = wrapParagraph(paper, left, look, indent);
  const last = lines.at(-1);
  if (!last) return wrapParagraph(paper, amount.padStart(paper.columns), look);
  const room = paper.columns - last.text.length;
  if (room > amount.length)
    return [...lines.slice(0, -1), { ...last, text: last.text + amount.padStart(room) }];
  return [...lines, { ...last, text: amount.padStart(paper.columns) }];
}

/** A frame around a title and a text, in characters that every printer has. */
export function drawBox(paper: Paper, title: string, text: string): Line[] {
  const inside = { ...paper, columns: paper.columns - 4 };
  const edge = `+${'-'.repeat(paper.columns - 2)}+`;
  const body = wrapParagraph(inside, text, { bold: true });
  if (body.length === 0) return [];
  return [
    ...wrapParagraph(paper, edge),
    ...[...wrapParagraph(inside, title), ...body].map((line) => ({
      ...line,
      text: `| ${line.text.padEnd(inside.columns)} |`,
    })),
    ...wrapParagraph(paper, edge),
  ];
}
