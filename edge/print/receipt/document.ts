// What a print job holds: content fixed when it was asked for. Widths, accents and marks are decided when it prints.
import type { Ticket } from '@balcao/shared/order/ticket.ts';
import { receiptBytes } from './bytes.ts';
import type { Line, Paper } from './lines.ts';
import { ticketLines } from './ticket-lines.ts';

export type Document = { kind: 'ticket'; ticket: Ticket };

export const ticketDocument = (ticket: Ticket): string =>
  JSON.stringify({ kind: 'ticket', ticket } satisfies Document);

export const readDocument = (content: string): Document => JSON.parse(content) as Document;

type Print = { repeat: boolean; timeZone: string };

export function documentLines(document: Document, print: Print, paper: Paper): Line[] {
  return ticketLines({ ticket: document.ticket, ...print }, paper);
}

/** The bytes of a job. Throws when the stored content is not a document. */
export const documentBytes = (content: string, print: Print, paper: Paper): Buffer =>
  receiptBytes(documentLines(readDocument(content), print, paper), paper);
