// Which slip of an order goes to which printer: each station's share of a kitchen ticket to that station's, all else by what a printer is for.
import type { Order } from '@balcao/shared/order/order.ts';
import { splitByStation, type StationPart } from '@balcao/shared/order/stations.ts';
import { ticketOf, ticketsOf, type Ticket } from '@balcao/shared/order/ticket.ts';
import type { ChangePurpose } from './change-slips.ts';
import type { Jobs, Slip } from './jobs.ts';
import type { PrinterPurpose } from './printers.ts';
import { writeDocument } from './receipt/document.ts';
import { customerSlip, type SlipFacts } from './slips.ts';

type TicketPurpose = Ticket['purpose'];
/** What can be printed of an order; 'counter' is the customer's slip, 'charge' the one that asks for the payment. */
export type OrderPurpose = Exclude<TicketPurpose, ChangePurpose> | 'counter' | 'charge';

// A slip that takes a ticket back goes where the ticket went.
const PRINTED_BY: Record<OrderPurpose, PrinterPurpose> = {
  kitchen: 'kitchen',
  cancelled: 'kitchen',
  counter: 'counter',
  charge: 'counter',
};

export type SlipTargets = ReturnType<typeof createSlipTargets>;

export function createSlipTargets(jobs: Jobs, facts: SlipFacts) {
  const contentOf = (order: Order, purpose: OrderPurpose): string =>
    writeDocument(
      purpose === 'counter' || purpose === 'charge'
        ? { kind: 'customer', slip: customerSlip(order, facts) }
        : { kind: 'ticket', ticket: ticketOf(order, purpose) },
    );

  const isEnabled = (printerId: string): boolean =>
    jobs.enabledPrinters().some((printer) => printer.id === printerId);

  const printersThatPrint = (purpose: PrinterPurpose): string[] =>
    jobs
      .enabledPrinters()
      .filter((printer) => (JSON.parse(printer.purposes) as string[]).includes(purpose))
      .map((printer) => printer.id);
  const printersFor = (purpose: OrderPurpose): string[] => printersThatPrint(PRINTED_BY[purpose]);

  /**
   * What of a purpose goes where: each station's share of a kitchen ticket to that station's printer, all else whole to every printer that
   * prints its kind. A station whose printer is off, or that has none, prints where the kitchen prints: no share is without paper for it.
   */
  function slipsOf(order: Order, purpose: OrderPurpose, usualPrinters: readonly string[]): Slip[] {
    const parts = purpose === 'kitchen' ? splitByStation(order.items, facts.stations()) : [];
    if (parts.length === 0) {
      const content = contentOf(order, purpose);
      return usualPrinters.map((printerId) => ({ printerId, part: 0, content }));
    }
    return sharesOf(parts, ticketsOf(order, parts), usualPrinters);
  }

  /** Each ticket to its station's printer. */
  function sharesOf(
    parts: readonly StationPart[],
    tickets: readonly Ticket[],
    usualPrinters: readonly string[],
  ): Slip[] {
    return parts.flatMap(({ station: { printerId: stationPrinter } }, index) => {
      const ticket = tickets[index];
      if (ticket === undefined) throw new Error('a share of an order has no ticket');
      const content = writeDocument({ kind: 'ticket', ticket });
      const targets = stationPrinter !== null && isEnabled(stationPrinter) ? [stationPrinter] : usualPrinters;
      return targets.map((printerId) => ({ printerId, part: tickets.length > 1 ? index + 1 : 0, content }));
    });
  }

  return { contentOf, isEnabled, printersThatPrint, printersFor, slipsOf, sharesOf };
}
