// The customer's slip: whose order it is, what it cost, where to follow it, and how to pay what is not paid yet.
import { formatCode } from '@balcao/shared/ids.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Ticket, TicketItem } from '@balcao/shared/order/ticket.ts';
import type { Dots } from './dots.ts';
import {
  createBlankLine,
  createCode,
  drawColumnPair,
  wrapParagraph,
  fitPicture,
  drawRule,
  type Line,
  type Paper,
  type Piece,
} from './lines.ts';
import { formatTime, indented, moneyLines, NOT_FISCAL, repeatMark } from './ticket-lines.ts';

export type Shop = { name: string; address: string; phone: string };

/** Fixed when it was asked for, links and code included. */
export type CustomerSlip = {
  ticket: Ticket;
  shop: Shop;
  /** Where the customer's phone follows the order; null where no address is known. */
  trackingUrl: string | null;
  /** The PIX 'copia e cola' (BR Code) of an order that is still to be paid by it. */
  pixCode: string | null;
};

export type CustomerPrint = { slip: CustomerSlip; repeat: boolean; timeZone: string; logo: Dots | null };

export function customerLines({ slip, repeat, timeZone, logo }: CustomerPrint, paper: Paper): Piece[] {
  const { ticket, trackingUrl, pixCode } = slip;
  return [
    ...repeatMark(repeat, paper),
    ...shopLines(slip.shop, logo, paper),
    ...drawRule(paper),
    ...(ticket.panelNumber === null
      ? wrapParagraph(paper, `PEDIDO ${ticket.simpleId}`, {
          width: 2,
          height: 2,
          align: 'center',
          bold: true,
        })
      : [
          ...wrapParagraph(paper, 'SUA SENHA', { align: 'center' }),
          ...wrapParagraph(paper, String(ticket.panelNumber), {
            width: 3,
            height: 3,
            align: 'center',
            bold: true,
          }),
        ]),
    ...wrapParagraph(paper, ticket.consumptionType === 'local' ? 'Consumir no local' : 'Levar para casa', {
      align: 'center',
    }),
    ...drawRule(paper),
    ...ticket.items.flatMap((item, index) => itemLines(item, index + 1, paper)),
    ...drawRule(paper),
    ...moneyLines(ticket, paper),
    ...(ticket.changeForCents === null
      ? []
      : drawColumnPair(paper, 'Troco', formatCents(ticket.changeForCents - ticket.totalCents))),
    ...(pixCode === null || ticket.paid ? [] : pixLines(pixCode, paper)),
    ...(trackingUrl === null ? [] : trackingLines(trackingUrl, paper)),
    ...drawRule(paper),
    ...wrapParagraph(paper, NOT_FISCAL, { align: 'center' }),
    ...drawColumnPair(paper, `Pedido nº ${ticket.simpleId}`, formatCode(ticket.code)),
    ...wrapParagraph(paper, formatTime(ticket.createdAtMs, timeZone)),
  ];
}

/** The shop at the head of a slip that leaves it. */
export function shopLines(shop: Shop, logo: Dots | null, paper: Paper): Piece[] {
  const centred = { align: 'center' } as const;
  return [
    ...fitPicture(paper, logo),
    ...wrapParagraph(paper, shop.name, { ...centred, height: 2, bold: true }),
    ...wrapParagraph(paper, shop.address, centred),
    ...wrapParagraph(paper, shop.phone, centred),
  ];
}

function itemLines(item: TicketItem, number: number, paper: Paper): Line[] {
  return [
    ...drawColumnPair(paper, `${number}. ${item.title}`, formatCents(item.priceCents), {}, 3),
    ...item.details.flatMap((detail) => indented(paper, detail)),
    ...indented(paper, item.layers.flatMap(({ toppings }) => toppings).join(', ')),
  ];
}

function pixLines(pixCode: string, paper: Paper): Piece[] {
  return [
    ...drawRule(paper),
    ...wrapParagraph(paper, 'Pague com PIX', { height: 2, align: 'center', bold: true }),
    ...createCode(paper, pixCode),
    ...wrapParagraph(paper, 'PIX copia e cola:'),
    ...wrapParagraph(paper, pixCode),
  ];
}

function trackingLines(url: string, paper: Paper): Piece[] {
  return [
    ...drawRule(paper),
    ...wrapParagraph(paper, 'Acompanhe seu pedido', { align: 'center', bold: true }),
    ...createCode(paper, url),
    ...wrapParagraph(paper, url, { align: 'center' }),
    createBlankLine(),
  ];
}
