// The code of the first run on paper, for who stands beside the printer and not at the server's screen.
import { createBlankLine, wrapParagraph, drawRule, type Line, type Paper } from './lines.ts';
import { formatTime, NOT_FISCAL } from './ticket-lines.ts';

export type SetupSlip = { code: string; address: string; atMs: number };

export function setupLines({ slip, timeZone }: { slip: SetupSlip; timeZone: string }, paper: Paper): Line[] {
  return [
    ...wrapParagraph(paper, 'CÓDIGO DE INSTALAÇÃO', { align: 'center', bold: true }),
    createBlankLine(),
    ...wrapParagraph(paper, slip.code, { width: 2, height: 2, align: 'center', bold: true }),
    createBlankLine(),
    ...wrapParagraph(paper, `No Wi-Fi da loja, abra ${slip.address} e digite este código.`),
    ...drawRule(paper),
    ...wrapParagraph(
      paper,
      'Vale uma vez, até o servidor ser ligado de novo. Quem tem este papel pode ser o dono.',
    ),
    ...wrapParagraph(paper, NOT_FISCAL, { align: 'center' }),
    ...wrapParagraph(paper, formatTime(slip.atMs, timeZone)),
  ];
}
