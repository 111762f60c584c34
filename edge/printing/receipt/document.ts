// What a print job holds: content fixed when it was asked for. Widths, accents, marks and the logo are decided when it prints.
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import type { Ticket } from '@balcao/shared/order/ticket.ts';
import type { WholesaleTicket } from '@balcao/shared/wholesale/ticket.ts';
import { receiptBytes } from './bytes.ts';
import { closeLines } from './close-lines.ts';
import { customerLines, type CustomerSlip } from './customer-lines.ts';
import type { Dots } from './dots.ts';
import type { Paper, Piece } from './lines.ts';
import { recoveryLines } from './recovery-lines.ts';
import { setupLines, type SetupSlip } from './setup-lines.ts';
import { ticketLines } from './ticket-lines.ts';
import { wholesaleLines } from './wholesale-lines.ts';

export type Document =
  | { kind: 'ticket'; ticket: Ticket }
  | { kind: 'customer'; slip: CustomerSlip }
  | { kind: 'wholesale'; wholesale: WholesaleTicket }
  | { kind: 'close'; close: CashClose }
  | { kind: 'setup'; slip: SetupSlip }
  | { kind: 'recovery'; sheet: RecoverySheet };

export const writeDocument = (document: Document): string => JSON.stringify(document);
export const readDocument = (content: string): Document => JSON.parse(content) as Document;

export type Print = { repeat: boolean; timeZone: string; logo: Dots | null };

export function documentLines(document: Document, { repeat, timeZone, logo }: Print, paper: Paper): Piece[] {
  switch (document.kind) {
    case 'ticket':
      return ticketLines({ ticket: document.ticket, repeat, timeZone }, paper);
    case 'customer':
      return customerLines({ slip: document.slip, repeat, timeZone, logo }, paper);
    case 'wholesale':
      return wholesaleLines({ ticket: document.wholesale, repeat, timeZone }, paper);
    case 'close':
      return closeLines({ close: document.close, repeat, timeZone }, paper);
    case 'setup':
      return setupLines({ slip: document.slip, timeZone }, paper);
    case 'recovery':
      return recoveryLines({ sheet: document.sheet, timeZone }, paper);
  }
}

/** The bytes of a job. Throws when the stored content is not a document. */
export const documentBytes = (content: string, print: Print, paper: Paper): Buffer =>
  receiptBytes(documentLines(readDocument(content), print, paper), paper);
