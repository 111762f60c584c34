// What a slip is made of: lines of cleaned text that already fit the paper. Pure; bytes and pictures are made from these.
import { cleanText, wrap, type CodePage } from './text.ts';

export type Paper = { columns: number; codePage: CodePage };

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

type Look = Partial<Omit<Line, 'text'>>;

/** `text` as lines in one look, wrapped to the paper; nothing when no printable character is left. */
export function paragraph(paper: Paper, text: string, look: Look = {}, indent = 0): Line[] {
  const { width = 1, height = 1, align = 'left', bold = false, invert = false } = look;
  const columns = Math.floor(paper.columns / width);
  return wrap(cleanText(text, paper.codePage), columns, indent).map((line) => ({
    text: line,
    width,
    height,
    align,
    bold,
    invert,
  }));
}

export const rule = (paper: Paper, character = '-'): Line[] =>
  paragraph(paper, character.repeat(paper.columns));

export const blank = (): Line => ({
  text: '',
  width: 1,
  height: 1,
  align: 'left',
  bold: false,
  invert: false,
});

/** `left` wrapped beside `right`, which stands at the edge of the last line. */
export function leftRight(paper: Paper, left: string, right: string, look: Look = {}, indent = 0): Line[] {
  const amount = cleanText(right, paper.codePage);
  const lines = paragraph(paper, left, look, indent);
  const last = lines.at(-1);
  if (!last) return paragraph(paper, amount.padStart(paper.columns), look);
  const room = paper.columns - last.text.length;
  if (room > amount.length)
    return [...lines.slice(0, -1), { ...last, text: last.text + amount.padStart(room) }];
  return [...lines, { ...last, text: amount.padStart(paper.columns) }];
}

/** A frame around a title and a text, in characters that every printer has. */
export function boxed(paper: Paper, title: string, text: string): Line[] {
  const inside = { ...paper, columns: paper.columns - 4 };
  const edge = `+${'-'.repeat(paper.columns - 2)}+`;
  const body = paragraph(inside, text, { bold: true });
  if (body.length === 0) return [];
  return [
    ...paragraph(paper, edge),
    ...[...paragraph(inside, title), ...body].map((line) => ({
      ...line,
      text: `| ${line.text.padEnd(inside.columns)} |`,
    })),
    ...paragraph(paper, edge),
  ];
}
