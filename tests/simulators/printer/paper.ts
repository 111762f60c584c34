// What came out of the printer: the paper as data, and the same as plain text. Knows nothing of bytes.

export type Align = 'left' | 'center' | 'right';

export type TextStyle = {
  bold: boolean;
  underline: 0 | 1 | 2;
  invert: boolean;
  upsideDown: boolean;
  font: 'A' | 'B';
  /** Multiples of the font's own size, 1–8. */
  width: number;
  height: number;
};

export type TextRun = { text: string; style: TextStyle };

export type PaperItem =
  | { kind: 'line'; align: Align; runs: TextRun[]; heightDots: number }
  | { kind: 'feed'; dots: number }
  /** One bit per dot, rows padded to whole bytes, most significant bit left, 1 is black. */
  | {
      kind: 'image';
      align: Align;
      widthDots: number;
      heightDots: number;
      rows: Uint8Array;
      scaleX: number;
      scaleY: number;
    }
  | { kind: 'qr'; align: Align; content: string; cellDots: number; correction: 'L' | 'M' | 'Q' | 'H' }
  | { kind: 'barcode'; align: Align; symbology: string; content: string }
  | { kind: 'cut'; partial: boolean }
  | { kind: 'drawer'; pin: 2 | 5 }
  | { kind: 'beep'; times: number };

export type Paper = {
  /** Characters of font A on a line: 32 on 58 mm, 48 on 80 mm. */
  columns: number;
  items: PaperItem[];
  /** Commands that a real printer would not know, or that came broken; empty for a good ticket. */
  warnings: string[];
};

export const FONT_DOTS = { A: { width: 12, height: 24 }, B: { width: 9, height: 17 } } as const;
export const dotsOf = (columns: number): number => columns * FONT_DOTS.A.width;

/** Whether anything on it would be seen or left the printer: feeds, beeps and drawers are no ticket. */
export const isBlank = (items: readonly PaperItem[]): boolean =>
  items.every(
    (item) => item.kind === 'feed' || item.kind === 'beep' || item.kind === 'drawer' || isEmptyLine(item),
  );

const isEmptyLine = (item: PaperItem): boolean =>
  item.kind === 'line' && item.runs.every((run) => run.text.trim() === '');

/** The paper as lines of text, left-aligned; what is not text stands in square brackets. */
export function paperText(paper: Paper): string {
  return paper.items
    .flatMap((item) => textOf(item))
    .join('\n')
    .replace(/\n+$/, '\n');
}

function textOf(item: PaperItem): string[] {
  switch (item.kind) {
    case 'line':
      return [
        item.runs
          .map((run) => run.text)
          .join('')
          .trimEnd(),
      ];
    case 'feed':
      return [];
    case 'image':
      return [`[imagem ${item.widthDots * item.scaleX}×${item.heightDots * item.scaleY}]`];
    case 'qr':
      return [`[QR ${item.content}]`];
    case 'barcode':
      return [`[${item.symbology} ${item.content}]`];
    case 'cut':
      return [item.partial ? '[corte parcial]' : '[corte]'];
    case 'drawer':
      return [`[gaveta ${item.pin}]`];
    case 'beep':
      return [`[bipe ${item.times}]`];
  }
}
