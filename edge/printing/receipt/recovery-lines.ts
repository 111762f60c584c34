// The recovery sheet on paper: to be kept away from the machine, for the day on which that is gone.
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import { blank, paragraph, rule, type Line, type Paper } from './lines.ts';
import { formatTime } from './ticket-lines.ts';

export function recoveryLines(
  { sheet, timeZone }: { sheet: RecoverySheet; timeZone: string },
  paper: Paper,
): Line[] {
  const groups = sheet.code.split('-');
  return [
    ...paragraph(paper, 'FOLHA DE RECUPERAÇÃO', { align: 'center', bold: true }),
    ...paragraph(paper, sheet.storeName, { align: 'center' }),
    blank(),
    ...paragraph(paper, groups.slice(0, 4).join('-'), { align: 'center', bold: true }),
    ...paragraph(paper, groups.slice(4).join('-'), { align: 'center', bold: true }),
    blank(),
    ...(sheet.siteUrl === null ? [] : paragraph(paper, `Site: ${sheet.siteUrl}`)),
    ...paragraph(paper, `Loja: ${sheet.storeId}`),
    ...rule(paper),
    ...paragraph(
      paper,
      'Guarde longe da máquina da loja. Se ela se perder, uma nova volta a ser esta loja com este código e um código de pareamento de quem cuida do site.',
    ),
    ...paragraph(paper, 'Quem tem este papel pode ler os dados da loja. Não fotografe.'),
    ...paragraph(paper, formatTime(sheet.atMs, timeZone)),
  ];
}
