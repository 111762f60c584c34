// The customer's slip: whose order it is, what it cost, where to follow it, and how to pay what is not paid yet.
import { formatCode } from '@balcao/shared/ids.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Ticket, TicketItem } from '@balcao/shared/order/ticket.ts';
import type { Dots } from './dots.ts';
import {
  blank,
  code,
  leftRight,
  paragraph,
  picture,
  rule,
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
    ...rule(paper),
    ...(ticket.panelNumber === null
      ? paragraph(paper, `PEDIDO ${ticket.simpleId}`, { width: 2, height: 2, align: 'center', bold: true })
      : [
          ...paragraph(paper, 'SUA SENHA', { align: 'center' }),
          ...paragraph(paper, String(ticket.panelNumber), {
            width: 3,
            height: 3,
            align: 'center',
            bold: true,
          }),
        ]),
    ...paragraph(paper, ticket.consumptionType === 'local' ? 'Consumir no local' : 'Levar para casa', {
      align: 'center',
    }),
    ...rule(paper),
    ...ticket.items.flatMap((item, index) => itemLines(item, index + 1, paper)),
    ...rule(paper),
    ...moneyLines(ticket, paper),
    ...(ticket.changeForCents === null
      ? []
      : leftRight(paper, 'Troco', formatCents(ticket.changeForCents - ticket.totalCents))),
    ...(pixCode === null || ticket.paid ? [] : pixLines(pixCode, paper)),
    ...(trackingUrl === null ? [] : trackingLines(trackingUrl, paper)),
    ...rule(paper),
    ...paragraph(paper, NOT_FISCAL, { align: 'center' }),
    ...leftRight(paper, `Pedido nº ${ticket.simpleId}`, formatCode(ticket.code)),
    ...paragraph(paper, formatTime(ticket.createdAtMs, timeZone)),
  ];
}

/** The shop at the head of a slip that leaves it. */
export function shopLines(shop: Shop, logo: Dots | null, paper: Paper): Piece[] {
  const centred = { align: 'center' } as const;
  return [
    ...picture(paper, logo),
    ...paragraph(paper, shop.name, { ...centred, height: 2, bold: true }),
    ...paragraph(paper, shop.address, centred),
    ...paragraph(paper, shop.phone, centred),
  ];
}

function itemLines(item: TicketItem, number: number, paper: Paper): Line[] {
  return [
    ...leftRight(paper, `${number}. ${item.title}`, formatCents(item.priceCents), {}, 3),
    ...item.details.flatMap((detail) => indented(paper, detail)),
    ...indented(paper, item.layers.flatMap(({ toppings }) => toppings).join(', ')),
  ];
}

function pixLines(pixCode: string, paper: Paper): Piece[] {
  return [
    ...rule(paper),
    ...paragraph(paper, 'Pague com PIX', { height: 2, align: 'center', bold: true }),
    ...code(paper, pixCode),
    ...paragraph(paper, 'PIX copia e cola:'),
    ...paragraph(paper, pixCode),
  ];
}

function trackingLines(url: string, paper: Paper): Piece[] {
  return [
    ...rule(paper),
    ...paragraph(paper, 'Acompanhe seu pedido', { align: 'center', bold: true }),
    ...code(paper, url),
    ...paragraph(paper, url, { align: 'center' }),
    blank(),
  ];
}
