// The recovery sheet on paper: to be kept away from the machine, for the day on which that is gone.
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import { createBlankLine, wrapParagraph, drawRule, type Line, type Paper } from './lines.ts';
import { formatTime, NOT_FISCAL } from './ticket-lines.ts';

export function recoveryLines(
  { sheet, timeZone }: { sheet: RecoverySheet; timeZone: string },
  paper: Paper,
): Line[] {
  const groups = sheet.code.split('-');
  return [
    ...wrapParagraph(paper, 'FOLHA DE RECUPERAÇÃO', { align: 'center', bold: true }),
    ...wrapParagraph(paper, sheet.storeName, { align: 'center' }),
    createBlankLine(),
    ...wrapParagraph(paper, groups.slice(0, 4).join('-'), { align: 'center', bold: true }),
    ...wrapParagraph(paper, groups.slice(4).join('-'), { align: 'center', bold: true }),
    createBlankLine(),
    ...(sheet.siteUrl === null ? [] : wrapParagraph(paper, `Site: ${sheet.siteUrl}`)),
    ...wrapParagraph(paper, `Loja: ${sheet.storeId}`),
    ...drawRule(paper),
    ...wrapParagraph(
      paper,
      'Guarde longe da máquina da loja. Se ela se perder, uma nova volta a ser esta loja com este código e um código de pareamento de quem cuida do site.',
    ),
    ...wrapParagraph(paper, 'Quem tem este papel pode ler os dados da loja. Não fotografe.'),
    ...wrapParagraph(paper, NOT_FISCAL, { align: 'center' }),
    ...wrapParagraph(paper, formatTime(sheet.atMs, timeZone)),
  ];
}
