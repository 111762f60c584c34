// A cash close on paper: what there was, what came, what was counted, in the words of the screen (`cash-close-report.tsx`).
import type { CashClose } from '@balcao/shared/http/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { createBlankLine, drawColumnPair, wrapParagraph, drawRule, type Line, type Paper } from './lines.ts';
import { formatTime, NOT_FISCAL } from './ticket-lines.ts';

export type ClosePrint = { close: CashClose; repeat: boolean; timeZone: string };

export function closeLines({ close, repeat, timeZone }: ClosePrint, paper: Paper): Line[] {
  const row = (name: string, cents: number, bold = false): Line[] =>
    drawColumnPair(paper, name, formatCents(cents), { bold });
  const rowIfAny = (name: string, cents = 0): Line[] => (cents === 0 ? [] : row(name, cents));
  const { cashReturnsCents = 0 } = close;
  const besides = [
    ...rowIfAny('Recebido com o caixa fechado', close.takenClosedCents),
    ...rowIfAny('Devolvido com o caixa fechado', -(close.returnedClosedCents ?? 0)),
  ];
  return [
    ...(repeat
      ? wrapParagraph(paper, ' 2ª VIA ', { width: 2, height: 2, align: 'center', bold: true, invert: true })
      : []),
    ...wrapParagraph(paper, 'FECHAMENTO DE CAIXA', { align: 'center', bold: true }),
    ...wrapParagraph(paper, `Nº ${close.number}`, { width: 2, height: 2, align: 'center', bold: true }),
    ...drawColumnPair(paper, 'Abertura', formatTime(close.openedAtMs, timeZone)),
    ...drawColumnPair(paper, 'Fechamento', formatTime(close.closedAtMs, timeZone)),
    ...drawColumnPair(paper, 'Por', close.closedBy),
    ...drawRule(paper),
    ...row('Fundo de troco', close.floatCents),
    ...row('Vendas em dinheiro', close.cashSalesCents + cashReturnsCents),
    ...rowIfAny('Devoluções em dinheiro', -cashReturnsCents),
    ...row('Suprimentos', close.suprimentoCents),
    ...row('Sangrias', -close.sangriaCents),
    ...row('Esperado na gaveta', close.expectedCents, true),
    ...row('Contado', close.countedCents, true),
    ...(close.differenceCents === 0
      ? wrapParagraph(paper, 'Bateu', { bold: true })
      : row(close.differenceCents < 0 ? 'Faltou' : 'Sobrou', Math.abs(close.differenceCents), true)),
    ...besides,
    ...(besides.length === 0
      ? []
      : wrapParagraph(
          paper,
          'Não entra na conta acima. Se este dinheiro está na gaveta, ele já estava no fundo ou aparece como sobra.',
        )),
    ...(close.methods.length === 0
      ? []
      : [...drawRule(paper), ...wrapParagraph(paper, 'Fora da gaveta', { bold: true })]),
    ...close.methods.flatMap(({ name, orders, salesCents }) => row(`${name} (${orders})`, salesCents)),
    ...wayLines(close, paper),
    ...drawRule(paper),
    ...(close.note === '' ? [] : wrapParagraph(paper, `Observação: ${close.note}`)),
    createBlankLine(),
    ...wrapParagraph(paper, 'Assinatura:'),
    createBlankLine(),
    ...drawRule(paper, '_'),
    ...wrapParagraph(paper, NOT_FISCAL, { align: 'center' }),
  ];
}

/** Of each way what came, what went back, the fee and what stays; a line alone where all of it stays. */
function wayLines({ ways = [] }: CashClose, paper: Paper): Line[] {
  if (ways.length === 0) return [];
  const part = (name: string, cents: number): Line[] =>
    cents === 0 ? [] : drawColumnPair(paper, `  ${name}`, formatCents(cents));
  return [
    ...drawRule(paper),
    ...wrapParagraph(paper, 'Por forma de pagamento', { bold: true }),
    ...ways.flatMap(({ name, receivedCents, returnedCents, feeCents, netCents }) => [
      ...drawColumnPair(paper, name, formatCents(netCents), { bold: true }),
      ...(netCents === receivedCents
        ? []
        : [
            ...drawColumnPair(paper, '  Recebido', formatCents(receivedCents)),
            ...part('Devolvido', -returnedCents),
            ...part('Taxa prevista', -feeCents),
          ]),
    ]),
  ];
}
