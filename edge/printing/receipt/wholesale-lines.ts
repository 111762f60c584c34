// A wholesale order on paper: who buys, what to pack, what it comes to.
import { formatCents } from '@balcao/shared/money.ts';
import { dayWithWeekday } from '@balcao/shared/store/calendar.ts';
import type { WholesaleTicket, WholesaleTicketItem } from '@balcao/shared/wholesale/ticket.ts';
import { drawBox, drawColumnPair, wrapParagraph, drawRule, type Line, type Paper } from './lines.ts';
import { formatTime, indented, NOT_FISCAL, repeatMark } from './ticket-lines.ts';

export type WholesalePrint = { ticket: WholesaleTicket; repeat: boolean; timeZone: string };

export function wholesaleLines({ ticket, repeat, timeZone }: WholesalePrint, paper: Paper): Line[] {
  const { customer } = ticket;
  const units = ticket.items.reduce((sum, item) => sum + item.quantity, 0);
  return [
    ...repeatMark(repeat, paper),
    ...wrapParagraph(paper, 'PEDIDO ATACADO', { align: 'center', bold: true }),
    ...wrapParagraph(paper, `Nº ${ticket.orderNumber}`, { width: 3, height: 3, align: 'center', bold: true }),
    ...wrapParagraph(paper, ticket.statusText, { align: 'center' }),
    ...drawRule(paper),
    ...wrapParagraph(paper, customer.name, { bold: true }),
    ...labelled(paper, 'Telefone: ', customer.phone),
    ...labelled(paper, 'CPF/CNPJ: ', customer.cpfCnpj),
    ...labelled(paper, 'Endereço: ', customer.address),
    ...drawRule(paper),
    ...ticket.items.flatMap((item) => itemLines(item, paper)),
    ...drawRule(paper),
    ...drawBox(paper, 'OBSERVAÇÕES', ticket.observations),
    ...drawColumnPair(paper, 'Unidades', String(units)),
    ...drawColumnPair(paper, 'TOTAL', formatCents(ticket.totalCents), { height: 2, bold: true }),
    ...labelled(paper, 'Entrega: ', ticket.wishedDate ? dayWithWeekday(ticket.wishedDate) : ''),
    ...labelled(paper, 'Condição: ', ticket.terms ?? ''),
    ...wrapParagraph(paper, ticket.isPaid ? 'PAGO' : 'Pagamento a combinar com a loja.'),
    ...drawRule(paper),
    ...wrapParagraph(paper, NOT_FISCAL, { align: 'center' }),
    ...wrapParagraph(paper, formatTime(ticket.createdAtMs, timeZone)),
  ];
}

const labelled = (paper: Paper, label: string, text: string): Line[] =>
  text.trim() === '' ? [] : wrapParagraph(paper, label + text, {}, 2);

function itemLines(item: WholesaleTicketItem, paper: Paper): Line[] {
  const choice = [item.size, item.flavor].filter((part) => part !== null && part !== '').join(' - ');
  return [
    ...drawColumnPair(
      paper,
      `${item.quantity} x ${item.name}`,
      formatCents(item.totalCents),
      { height: 2, bold: true },
      4,
    ),
    ...indented(paper, choice),
    ...(item.quantity === 1 ? [] : indented(paper, `${formatCents(item.unitPriceCents)} cada`)),
  ];
}
