// A file of headings and lines as pages of A4. Its library is loaded when the first file is asked for.
import type { PDFFont, PDFPage } from '@cantoo/pdf-lib';
import type { ContestFile } from './contest-file.ts';

const PAGE = { width: 595, height: 842, margin: 56 };
const SIZES = { title: 16, heading: 12, text: 10, foot: 8 };
const LINE = 1.45;
const NAME_WIDTH = 190;
const TEXT_X = PAGE.margin + NAME_WIDTH + 12;

type Pen = { page: PDFPage; y: number };

/** `foot` stands below every page, beside its number. */
export async function drawPdf({ title, sections }: ContestFile, foot: string): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib');
  const pdf = await PDFDocument.create();
  pdf.setTitle(written(title));
  pdf.setLanguage('pt-BR');
  const plain = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const newPage = (): Pen => ({
    page: pdf.addPage([PAGE.width, PAGE.height]),
    y: PAGE.height - PAGE.margin,
  });
  let pen = newPage();
  /** Room for so many points, on this page or the next. */
  const need = (points: number): void => {
    if (pen.y - points < PAGE.margin) pen = newPage();
  };
  const put = (text: string, x: number, size: number, font: PDFFont): void =>
    pen.page.drawText(text, { x, y: pen.y, size, font });

  for (const line of wrap(written(title), bold, SIZES.title, PAGE.width - 2 * PAGE.margin)) {
    need(SIZES.title * LINE);
    pen.y -= SIZES.title * LINE;
    put(line, PAGE.margin, SIZES.title, bold);
  }
  for (const { heading, rows } of sections) {
    // A heading does not stay behind alone.
    need(SIZES.heading * 2.4 + SIZES.text * LINE);
    pen.y -= SIZES.heading * 2.4;
    put(written(heading), PAGE.margin, SIZES.heading, bold);
    pen.y -= 4;
    for (const [name, text] of rows) {
      const x = name === '' ? PAGE.margin : TEXT_X;
      const names = wrap(written(name), plain, SIZES.text, NAME_WIDTH);
      const texts = wrap(written(text), plain, SIZES.text, PAGE.width - PAGE.margin - x);
      for (let line = 0; line < Math.max(names.length, texts.length); line += 1) {
        need(SIZES.text * LINE);
        pen.y -= SIZES.text * LINE;
        put(names[line] ?? '', PAGE.margin, SIZES.text, plain);
        put(texts[line] ?? '', x, SIZES.text, plain);
      }
    }
  }
  const pages = pdf.getPages();
  for (const [index, page] of pages.entries())
    page.drawText(written(`${foot} Página ${index + 1} de ${pages.length}.`), {
      x: PAGE.margin,
      y: PAGE.margin / 2,
      size: SIZES.foot,
      font: plain,
    });
  return pdf.save();
}

/** What the fonts of every PDF reader have letters for; anything else is a question mark. */
export const written = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u00a0\u202f\s]+/g, ' ')
    .replace(/[^\x20-\x7e\xa1-\xff–—‘’“”•…€]/gu, '?');

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, size) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = word;
      // A word that no line holds, such as a long name without spaces, is cut.
      while (font.widthOfTextAtSize(line, size) > width) {
        let cut = line.length - 1;
        while (cut > 1 && font.widthOfTextAtSize(line.slice(0, cut), size) > width) cut -= 1;
        lines.push(line.slice(0, cut));
        line = line.slice(cut);
      }
    }
  }
  return [...lines, line];
}
