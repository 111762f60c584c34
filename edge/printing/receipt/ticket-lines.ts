// A ticket as it is read at arm's length: whose it is first, where it is eaten, what goes in, and the small print last.
import { formatCode } from '@balcao/shared/ids.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { readCustomerName } from '@balcao/shared/order/customer-name.ts';
import type { Ticket, TicketItem } from '@balcao/shared/order/ticket.ts';
import { changeOfTender, leftOf } from '@balcao/shared/payment/tender.ts';
import { TENDER_NAMES, tenderName } from '@balcao/shared/payment/tender-names.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import {
  createBlankLine,
  drawBox,
  drawColumnPair,
  wrapParagraph,
  drawRule,
  type Line,
  type Paper,
} from './lines.ts';

export const NOT_FISCAL = 'NÃO É DOCUMENTO FISCAL';

const LAYER_NAMES: Record<TicketItem['layers'][number]['layer'], string> = {
  BOTTOM: 'Fundo',
  MIDDLE: 'Meio',
  TOP: 'Topo',
};

const METHOD_NAMES: Record<NonNullable<Ticket['paymentMethod']>, string> = {
  pix: 'PIX',
  credit_card: 'Cartão de crédito',
  debit_card: 'Cartão de débito',
  cash: 'Dinheiro',
  pix_manual: 'PIX (manual)',
  terminal: 'Maquininha',
};

const LARGEST = { width: 4, height: 4, align: 'center', bold: true } as const;
const LARGE = { width: 2, height: 2, align: 'center', bold: true } as const;
const TALL = { height: 2, bold: true } as const;

const CHANGE_NAMES = { added: 'ACRÉSCIMO', 'taken-off': 'CANCELADO' } as const;
/** So that nobody takes it for a whole order. */
const CHANGE_WORDS = {
  added: 'Só o que entrou: o resto do pedido continua igual.',
  'taken-off': 'Não preparar estes itens: o resto do pedido continua.',
} as const;

export type TicketPrint = {
  ticket: Ticket;
  /** Paper of this ticket may be lying somewhere already. */
  repeat: boolean;
  timeZone: string;
};

/** The lines of a kitchen ticket or of the slip that takes it back. */
export function ticketLines({ ticket, repeat, timeZone }: TicketPrint, paper: Paper): Line[] {
  const head = [...repeatMark(repeat, paper), ...heading(ticket, paper)];
  const foot = [
    ...wrapParagraph(paper, NOT_FISCAL, { align: 'center' }),
    ...drawColumnPair(paper, `Pedido nº ${ticket.simpleId}`, formatCode(ticket.code)),
    ...wrapParagraph(paper, formatTime(ticket.createdAtMs, timeZone)),
  ];
  if (ticket.purpose === 'cancelled') {
    return [
      ...wrapParagraph(paper, 'CANCELADO', { ...LARGE, invert: true }),
      ...head,
      ...drawRule(paper),
      ...ticket.items.flatMap((item, index) => wrapParagraph(paper, `${index + 1}. ${item.title}`, {}, 3)),
      ...drawRule(paper),
      ...wrapParagraph(paper, 'Não preparar este pedido.', { align: 'center', bold: true }),
      ...foot,
    ];
  }
  if (ticket.purpose === 'added' || ticket.purpose === 'taken-off')
    return [
      ...wrapParagraph(paper, CHANGE_NAMES[ticket.purpose], { ...LARGE, invert: true }),
      ...head,
      ...partLines(ticket, paper),
      ...ticket.items.flatMap((item, index) => [...drawRule(paper), ...itemLines(item, index + 1, paper)]),
      ...drawRule(paper),
      ...wrapParagraph(paper, CHANGE_WORDS[ticket.purpose], { align: 'center', bold: true }),
      ...foot,
    ];
  return [
    ...head,
    ...partLines(ticket, paper),
    ...wrapParagraph(
      paper,
      ticket.consumptionType === 'local' ? 'CONSUMIR NO LOCAL' : 'LEVAR PARA CASA',
      LARGE,
    ),
    ...(ticket.late
      ? wrapParagraph(paper, 'PAGO DEPOIS DO PRAZO', { align: 'center', bold: true, invert: true })
      : []),
    ...ticket.items.flatMap((item, index) => [...drawRule(paper), ...itemLines(item, index + 1, paper)]),
    ...drawRule(paper),
    ...drawBox(paper, 'OBSERVAÇÕES', readCustomerName(ticket.observations).rest),
    ...moneyLines(ticket, paper),
    ...drawRule(paper),
    ...foot,
  ];
}

/** On every slip of which paper may be lying somewhere already. */
export const repeatMark = (repeat: boolean, paper: Paper): Line[] =>
  repeat ? wrapParagraph(paper, ' 2ª VIA ', { ...LARGE, invert: true }) : [];

/** Of an order that several stations make: which share this is, so that nobody takes it for the whole. */
function partLines({ part }: Ticket, paper: Paper): Line[] {
  if (part === undefined) return [];
  return [
    ...wrapParagraph(paper, part.station, { height: 2, align: 'center', bold: true }),
    ...wrapParagraph(paper, `Parte ${part.number} de ${part.of}`, {
      align: 'center',
      bold: true,
      invert: true,
    }),
  ];
}

function heading(ticket: Ticket, paper: Paper): Line[] {
  const { name } = readCustomerName(ticket.observations);
  const called = name === '' ? [] : wrapParagraph(paper, name, LARGE);
  // Before it has a panel number an order is called by its permanent one, smaller: the two are never mistaken.
  if (ticket.panelNumber === null)
    return [...wrapParagraph(paper, `PEDIDO ${ticket.simpleId}`, LARGE), ...called];
  return [
    ...wrapParagraph(paper, 'PAINEL', { align: 'center' }),
    ...wrapParagraph(paper, String(ticket.panelNumber), LARGEST),
    ...called,
    createBlankLine(),
  ];
}

function itemLines(item: TicketItem, number: number, paper: Paper): Line[] {
  return [
    ...drawColumnPair(paper, `${number}. ${item.title}`, formatCents(item.priceCents), TALL, 3),
    ...item.details.flatMap((detail) => indented(paper, detail)),
    ...(item.withoutToppings ? indented(paper, 'Sem toppings') : []),
    ...item.layers.flatMap(({ layer, toppings }) => [
      ...indented(paper, `${LAYER_NAMES[layer]}:`, true),
      ...toppings.flatMap((topping) => indented(paper, `- ${topping}`)),
    ]),
  ];
}

/** Part of an item, set in beneath its name. */
export const indented = (paper: Paper, text: string, bold = false): Line[] =>
  wrapParagraph({ ...paper, columns: paper.columns - 3 }, text, { bold }, text.startsWith('- ') ? 2 : 0).map(
    (line) => ({
      ...line,
      text: `   ${line.text}`,
    }),
  );

export function moneyLines(ticket: Ticket, paper: Paper): Line[] {
  const method = ticket.paymentMethod ? METHOD_NAMES[ticket.paymentMethod] : 'a combinar';
  const paid = ticket.paid ? `PAGO - ${method}` : `A PAGAR - ${method}`;
  return [
    // A share's items do not add up to what the order costs, and need not.
    ...(ticket.part === undefined ? discountLines(ticket, paper) : []),
    ...drawColumnPair(
      paper,
      ticket.part === undefined ? 'TOTAL' : 'TOTAL DO PEDIDO',
      formatCents(ticket.totalCents),
      { bold: true },
    ),
    ...(ticket.tenders === undefined
      ? wrapParagraph(paper, nothingToPay(ticket) ?? paid)
      : tenderLines(ticket, paper)),
    ...balanceLines(ticket, paper),
    ...(ticket.changeForCents === null
      ? []
      : wrapParagraph(paper, `Troco para ${formatCents(ticket.changeForCents)}`)),
  ];
}

/** Each part with its way, what went back of it, and what is left to pay. */
function tenderLines(ticket: Ticket, paper: Paper): Line[] {
  const { tenders = [], totalCents, paid } = ticket;
  const leftCents = leftOf({ totalCents, tenders });
  return [
    ...wrapParagraph(paper, paid ? 'PAGO EM PARTES' : 'PAGO EM PARTE'),
    ...tenders.flatMap((tender) => [
      ...drawColumnPair(paper, `- ${tenderName(tender)}`, formatCents(tender.cents)),
      ...(changeOfTender(tender) === 0
        ? []
        : indented(paper, `Troco de ${formatCents(changeOfTender(tender))}`)),
    ]),
    ...(paid || leftCents === 0
      ? []
      : drawColumnPair(paper, 'FALTA PAGAR', formatCents(leftCents), { bold: true })),
  ];
}

/** Of a paid order whose lines changed. */
function balanceLines({ balanceCents = 0, givenBack = [] }: Ticket, paper: Paper): Line[] {
  const name = balanceCents > 0 ? 'FALTA PAGAR' : 'A DEVOLVER';
  return [
    ...(givenBack.length === 0 ? [] : wrapParagraph(paper, 'DEVOLVIDO')),
    ...givenBack.flatMap(({ method, card, cents }) =>
      drawColumnPair(
        paper,
        `- ${card === null ? METHOD_NAMES[method] : TENDER_NAMES[card]}`,
        formatCents(cents),
      ),
    ),
    ...(balanceCents === 0
      ? []
      : drawColumnPair(paper, name, formatCents(Math.abs(balanceCents)), { bold: true })),
  ];
}

const nothingToPay = ({ concession, totalCents }: Ticket): string | null =>
  concession !== undefined && totalCents === 0 ? `NADA A PAGAR - ${CONCESSION_NAMES[concession.kind]}` : null;

// The items show what they cost, the total what is paid: without these lines the slip would not add up.
function discountLines({ discount, concession, totalCents }: Ticket, paper: Paper): Line[] {
  const off: [name: string, cents: number][] = [];
  if (discount !== undefined)
    off.push([`Desconto Especial (${String(discount.percent).replace('.', ',')}%)`, discount.cents]);
  if (concession !== undefined) off.push([CONCESSION_NAMES[concession.kind], concession.cents]);
  if (off.length === 0) return [];
  const subtotalCents = off.reduce((sum, [, cents]) => sum + cents, totalCents);
  return [
    ...drawColumnPair(paper, 'Subtotal', formatCents(subtotalCents)),
    ...off.flatMap(([name, cents]) => drawColumnPair(paper, name, `-${formatCents(cents)}`)),
  ];
}

/** `21/11/2026 14:32` in the shop's time zone. */
export function formatTime(atMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((datePart) => datePart.type === type)?.value ?? '';
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}`;
}
