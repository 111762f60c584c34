// The test page: shows at a glance that paper width, accents and type sizes are right for this printer.
import type { Dots } from './dots.ts';
import {
  createBlankLine,
  drawColumnPair,
  wrapParagraph,
  fitPicture,
  drawRule,
  type Paper,
  type Piece,
} from './lines.ts';
import { formatTime, NOT_FISCAL } from './ticket-lines.ts';

export const ACCENTS = 'ÁÉÍÓÚ ÃÕ Ç R$';

export type TestPage = {
  printerName: string;
  address: string;
  atMs: number;
  timeZone: string;
  logo: Dots | null;
};

export function testPageLines(page: TestPage, paper: Paper): Piece[] {
  return [
    ...fitPicture(paper, page.logo),
    ...wrapParagraph(paper, 'TESTE DE IMPRESSÃO', { width: 2, height: 2, align: 'center', bold: true }),
    ...drawRule(paper),
    ...drawColumnPair(paper, 'Impressora', page.printerName),
    ...drawColumnPair(paper, 'Endereço', page.address),
    ...drawColumnPair(paper, 'Papel', `${paper.columns === 32 ? 58 : 80} mm, ${paper.columns} colunas`),
    ...drawColumnPair(paper, 'Acentos', paper.codePage),
    ...(paper.family === undefined ? [] : drawColumnPair(paper, 'Comandos', paper.family)),
    ...drawRule(paper),
    ...wrapParagraph(paper, ACCENTS, { align: 'center' }),
    ...wrapParagraph(paper, 'áéíóú ãõ ç âêô à 2ª nº', { align: 'center' }),
    ...wrapParagraph(paper, ACCENTS, { width: 2, height: 2, align: 'center', bold: true }),
    // The last digit stands at the paper's edge; a wrapped ruler means that the width is set wrong.
    ...wrapParagraph(paper, Array.from({ length: paper.columns }, (_, index) => (index + 1) % 10).join('')),
    ...drawRule(paper),
    ...wrapParagraph(
      paper,
      'Se os acentos acima estão certos e a régua ocupa uma linha só, a impressora está pronta.',
    ),
    createBlankLine(),
    ...wrapParagraph(paper, NOT_FISCAL, { align: 'center' }),
    ...wrapParagraph(paper, formatTime(page.atMs, page.timeZone)),
  ];
}
