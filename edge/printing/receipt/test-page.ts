// The test page: shows at a glance that paper width, accents and type sizes are right for this printer.
import type { Dots } from './dots.ts';
import { blank, leftRight, paragraph, picture, rule, type Paper, type Piece } from './lines.ts';
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
    ...picture(paper, page.logo),
    ...paragraph(paper, 'TESTE DE IMPRESSÃO', { width: 2, height: 2, align: 'center', bold: true }),
    ...rule(paper),
    ...leftRight(paper, 'Impressora', page.printerName),
    ...leftRight(paper, 'Endereço', page.address),
    ...leftRight(paper, 'Papel', `${paper.columns === 32 ? 58 : 80} mm, ${paper.columns} colunas`),
    ...leftRight(paper, 'Acentos', paper.codePage),
    ...(paper.family === undefined ? [] : leftRight(paper, 'Comandos', paper.family)),
    ...rule(paper),
    ...paragraph(paper, ACCENTS, { align: 'center' }),
    ...paragraph(paper, 'áéíóú ãõ ç âêô à 2ª nº', { align: 'center' }),
    ...paragraph(paper, ACCENTS, { width: 2, height: 2, align: 'center', bold: true }),
    // The last digit stands at the paper's edge; a wrapped ruler means that the width is set wrong.
    ...paragraph(paper, Array.from({ length: paper.columns }, (_, index) => (index + 1) % 10).join('')),
    ...rule(paper),
    ...paragraph(
      paper,
      'Se os acentos acima estão certos e a régua ocupa uma linha só, a impressora está pronta.',
    ),
    blank(),
    ...paragraph(paper, NOT_FISCAL, { align: 'center' }),
    ...paragraph(paper, formatTime(page.atMs, page.timeZone)),
  ];
}
