// The code of the first run on paper, for who stands beside the printer and not at the server's screen.
import { blank, paragraph, rule, type Line, type Paper } from './lines.ts';
import { formatTime } from './ticket-lines.ts';

export type SetupSlip = { code: string; address: string; atMs: number };

export function setupLines({ slip, timeZone }: { slip: SetupSlip; timeZone: string }, paper: Paper): Line[] {
  return [
    ...paragraph(paper, 'CÓDIGO DE INSTALAÇÃO', { align: 'center', bold: true }),
    blank(),
    ...paragraph(paper, slip.code, { width: 2, height: 2, align: 'center', bold: true }),
    blank(),
    ...paragraph(paper, `No Wi-Fi da loja, abra ${slip.address} e digite este código.`),
    ...rule(paper),
    ...paragraph(
      paper,
      'Vale uma vez, até o servidor ser ligado de novo. Quem tem este papel pode ser o dono.',
    ),
    ...paragraph(paper, formatTime(slip.atMs, timeZone)),
  ];
}
