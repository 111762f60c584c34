// What is to be printed, as orders and people ask for it: one ticket per order and purpose, whatever asks.
// It only writes rows, in the caller's transaction where there is one; the workers print.
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { splitByStation, type StationPart } from '@balcao/shared/order/stations.ts';
import { ticketOf, ticketsOf, type Ticket } from '@balcao/shared/order/ticket.ts';
import type { WholesaleTicket } from '@balcao/shared/wholesale/ticket.ts';
import type { QueueRefusal } from '@balcao/shared/http/refusals/printing.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../storage/open.ts';
import { inTransaction } from '../storage/transaction.ts';
import { createOrderRepository } from '../shop/orders/order-repository.ts';
import { CHANGE_PURPOSES, queueChange, type ChangePurpose } from './change-slips.ts';
import { documentIn, viewOf, type JobView } from './job-view.ts';
import { createJobs, isRepeat, type Job, type JobPatch, type Jobs } from './jobs.ts';
import type { PrinterPurpose } from './printers.ts';
import { readDocument, writeDocument, type Document } from './receipt/document.ts';
import type { SetupSlip } from './receipt/setup-lines.ts';
import { customerSlip, NO_FACTS, type SlipFacts } from './slips.ts';
import { JOB_STATE_TEXTS, OPEN_JOB_STATES, type JobEvent } from './transitions.ts';

export type TicketPurpose = Ticket['purpose'];
/** What can be printed of an order; 'counter' is the customer's slip, 'charge' the one that asks for the payment. */
export type OrderPurpose = Exclude<TicketPurpose, ChangePurpose> | 'counter' | 'charge';

export type PrintQueue = ReturnType<typeof createPrintQueue>;

type Slip = { printerId: string; part: number; content: string };

// A slip that takes a ticket back goes where the ticket went.
const PRINTED_BY: Record<OrderPurpose, PrinterPurpose> = {
  kitchen: 'kitchen',
  cancelled: 'kitchen',
  counter: 'counter',
  charge: 'counter',
};

const isOpen = (job: Job): boolean => OPEN_JOB_STATES.some((state) => state === job.state);

// What a person asks for counts from now: it is due at once, and has its two hours again.
const anew = (nowMs: number): JobPatch => ({ nextAtMs: nowMs, createdAtMs: nowMs });

export function createPrintQueue(
  db: Db,
  clock: () => number = Date.now,
  jobs: Jobs = createJobs(db),
  facts: SlipFacts = NO_FACTS,
) {
  const orders = createOrderRepository(db);

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
  function slipsOf(order: Order, purpose: OrderPurpose, usual: readonly string[]): Slip[] {
    const parts = purpose === 'kitchen' ? splitByStation(order.items, facts.stations()) : [];
    if (parts.length === 0) {
      const content = contentOf(order, purpose);
      return usual.map((printerId) => ({ printerId, part: 0, content }));
    }
    return sharesOf(parts, ticketsOf(order, parts), usual);
  }

  /** Each ticket to its station's printer. */
  function sharesOf(
    parts: readonly StationPart[],
    tickets: readonly Ticket[],
    usual: readonly string[],
  ): Slip[] {
    return parts.flatMap(({ station: { printerId: own } }, at) => {
      const ticket = tickets[at];
      if (ticket === undefined) throw new Error('a share of an order has no ticket');
      const content = writeDocument({ kind: 'ticket', ticket });
      const targets = own !== null && isEnabled(own) ? [own] : usual;
      return targets.map((printerId) => ({ printerId, part: tickets.length > 1 ? at + 1 : 0, content }));
    });
  }

  function asked(id: number, event: JobEvent, patch: JobPatch): Result<Job, QueueRefusal> {
    const job = jobs.byId(id);
    if (!job) return refused({ code: 'unknown-job' });
    const next = jobs.advance(id, event, clock(), patch);
    return next
      ? accepted(next)
      : refused({ code: 'not-now', state: job.state, stateText: JOB_STATE_TEXTS[job.state] });
  }

  function queueCancelled(order: Order, nowMs: number): void {
    const content = contentOf(order, 'cancelled');
    for (const purpose of ['counter', 'charge'] as const)
      for (const { id } of jobs.ofOrder(order.id, purpose)) jobs.advance(id, 'discard', nowMs);
    for (const { id } of CHANGE_PURPOSES.flatMap((purpose) => jobs.ofOrder(order.id, purpose)))
      jobs.advance(id, 'discard', nowMs);
    for (const { id, attempts, printerId } of jobs.ofOrder(order.id, 'kitchen')) {
      jobs.advance(id, 'discard', nowMs);
      if (attempts === 0 || !isEnabled(printerId)) continue;
      jobs.insert({ printerId, purpose: 'cancelled', orderId: order.id, copy: 1, content, nowMs });
    }
  }

  /**
   * Queues the ticket on every printer that is on and prints its kind, in the caller's transaction. The first ask
   * decides: another one for the same order and purpose does nothing, even when the ticket has moved meanwhile.
   * 'cancelled' goes only where paper of the kitchen ticket may be, and takes back what still waits.
   */
  function enqueueTicket(order: Order, purpose: OrderPurpose, nowMs: number): void {
    if (purpose === 'cancelled') return queueCancelled(order, nowMs);
    queueOnce(order, purpose, nowMs);
    // The kitchen is asked for at approval: the moment of the customer's slip too, where a printer prints it.
    if (purpose === 'kitchen') queueOnce(order, 'counter', nowMs);
  }

  function queueOnce(order: Order, purpose: OrderPurpose, nowMs: number): void {
    if (jobs.ofOrder(order.id, purpose).length > 0) return;
    for (const slip of slipsOf(order, purpose, printersFor(purpose)))
      jobs.insert({ ...slip, purpose, orderId: order.id, copy: 1, nowMs });
  }

  /**
   * A person wants the ticket again. Where it still waits, it goes now instead of twice; where it has ended, a new
   * copy is queued, with the order as it is now. Answers how many printers will print.
   */
  function reprint(orderId: string, wanted: OrderPurpose, nowMs: number): Result<number, QueueRefusal> {
    return inTransaction(db, (): Result<number, QueueRefusal> => {
      const order = orders.byId(orderId);
      if (!order) return refused({ code: 'unknown-order' });
      const unpaid = order.status === 'PENDING';
      if (unpaid && wanted === 'kitchen') return refused({ code: 'not-paid' });
      // A slip of its own, so that the one with the panel number still comes with the payment.
      const purpose = unpaid && wanted === 'counter' ? 'charge' : wanted;
      // In a shop whose one printer prints for the kitchen, a slip that somebody asks for comes out there.
      const own = printersFor(purpose);
      const usual = own.length > 0 ? own : printersFor('kitchen').slice(0, 1);
      const slips = slipsOf(order, purpose, usual);
      if (slips.length === 0) return refused({ code: 'no-printer' });
      const before = jobs.ofOrder(orderId, purpose);
      const copy = Math.max(0, ...before.map((job) => job.copy)) + 1;
      // Shares that wait and were cut otherwise, before the stations changed, are the ticket: a new cut beside them would print items twice.
      const parts = new Set(slips.map(({ part }) => part));
      const otherwise = before.filter((job) => isOpen(job) && !parts.has(job.part));
      if (otherwise.length > 0) {
        const open = before.filter(isOpen);
        for (const job of open) goNow(job, nowMs);
        return accepted(new Set(open.map(({ printerId }) => printerId)).size);
      }
      for (const slip of slips) {
        const waiting = before.filter(
          (job) => job.printerId === slip.printerId && job.part === slip.part && isOpen(job),
        );
        for (const job of waiting) goNow(job, nowMs);
        if (waiting.length === 0) jobs.insert({ ...slip, purpose, orderId, copy, nowMs });
      }
      return accepted(new Set(slips.map(({ printerId }) => printerId)).size);
    });
  }

  /** What waits goes at once, whatever it waited for. */
  const goNow = ({ id, state }: Job, nowMs: number): void =>
    void jobs.advance(id, state === 'held' ? 'release' : 'retry', nowMs, anew(nowMs));

  /** Queues a cash close, in the caller's transaction where there is one. Answers how many printers will print it. */
  function enqueueClose(close: CashClose, copy: number, nowMs: number): number {
    const targets = printersThatPrint('close');
    const content = writeDocument({ kind: 'close', close });
    for (const printerId of targets)
      jobs.insert({ printerId, purpose: 'close', orderId: null, copy, content, nowMs });
    return targets.length;
  }

  /**
   * Queues a wholesale order, in the caller's transaction where there is one: asked again it is a further copy, or goes
   * now where it still waits. Answers how many printers will print it.
   */
  function enqueueWholesale(ticket: WholesaleTicket, nowMs: number): number {
    const targets = printersThatPrint('wholesale');
    const before = jobs.ofOrder(ticket.orderId, 'wholesale');
    const copy = Math.max(0, ...before.map((job) => job.copy)) + 1;
    const content = writeDocument({ kind: 'wholesale', wholesale: ticket });
    for (const printerId of targets) {
      const waiting = before.filter((job) => job.printerId === printerId && isOpen(job));
      for (const { id, state } of waiting)
        jobs.advance(id, state === 'held' ? 'release' : 'retry', nowMs, anew(nowMs));
      if (waiting.length === 0)
        jobs.insert({ printerId, purpose: 'wholesale', orderId: ticket.orderId, copy, content, nowMs });
    }
    return targets.length;
  }

  /**
   * Queues the code of the first run on every printer that is on, whatever it prints. Codes of earlier starts that still wait
   * are discarded: they are worth nothing. Answers how many printers will print it.
   */
  function enqueueSetup(slip: SetupSlip): number {
    return inTransaction(db, () => {
      for (const { id, purpose, state } of jobs.listed())
        if (purpose === 'setup' && OPEN_JOB_STATES.some((open) => open === state))
          jobs.advance(id, 'discard', slip.atMs);
      const targets = jobs.enabledPrinters();
      const content = writeDocument({ kind: 'setup', slip });
      for (const { id } of targets)
        jobs.insert({ printerId: id, purpose: 'setup', orderId: null, copy: 1, content, nowMs: slip.atMs });
      return targets.length;
    });
  }

  /**
   * Queues the recovery sheet on one printer that is on, best one that no kitchen reads. Answers its name, or null when there is
   * none.
   */
  function enqueueRecovery(sheet: RecoverySheet): string | null {
    return inTransaction(db, () => {
      const enabled = jobs.enabledPrinters();
      const quiet = enabled.find(({ purposes }) => !(JSON.parse(purposes) as string[]).includes('kitchen'));
      const printer = quiet ?? enabled[0];
      if (printer === undefined) return null;
      const content = writeDocument({ kind: 'recovery', sheet });
      jobs.insert({
        printerId: printer.id,
        purpose: 'recovery',
        orderId: null,
        copy: 1,
        content,
        nowMs: sheet.atMs,
      });
      return printer.name;
    });
  }

  /**
   * The content of a job as it was fixed, for a look at it; null when there is none, it is unreadable, or the recovery sheet, which
   * is shown in the shop alone.
   */
  function documentOf(id: number): { document: Document; printerId: string; repeat: boolean } | null {
    const job = jobs.byId(id);
    const document = job && documentIn(job.content);
    if (document?.kind === 'recovery') return null;
    return document && { document, printerId: job.printerId, repeat: isRepeat(job) };
  }

  /** What `purpose` of this order would print now; null when there is no such order. */
  function documentFor(orderId: string, purpose: OrderPurpose): Document | null {
    const order = orders.byId(orderId);
    return order && readDocument(contentOf(order, purpose));
  }

  /** Everything that waits or failed, oldest first, and the last ones that ended. */
  const list = (): JobView[] => jobs.listed().map(viewOf);

  /** Now, whatever the backoff. */
  const retry = (id: number): Result<Job, QueueRefusal> => asked(id, 'retry', anew(clock()));

  /** 'Descartar': it will not be printed. */
  const cancel = (id: number): Result<Job, QueueRefusal> => asked(id, 'discard', {});

  /** 'Imprimir': the yes that a held job waits for. Refused while its printer is switched off in the settings. */
  function release(id: number): Result<Job, QueueRefusal> {
    const job = jobs.byId(id);
    if (job?.state === 'held' && !isEnabled(job.printerId)) return refused({ code: 'printer-disabled' });
    return asked(id, 'release', anew(clock()));
  }

  /** To another printer. Where that one has had the ticket already, it becomes a further copy there. */
  function move(id: number, printerId: string): Result<Job, QueueRefusal> {
    return inTransaction(db, (): Result<Job, QueueRefusal> => {
      const job = jobs.byId(id);
      // Where the recovery sheet comes out is the choice of the administrator who asked for it: they ask again.
      if (!job || job.purpose === 'recovery') return refused({ code: 'unknown-job' });
      if (!jobs.printerExists(printerId)) return refused({ code: 'unknown-printer' });
      if (!isEnabled(printerId)) return refused({ code: 'printer-disabled' });
      const siblings = job.orderId === null ? [] : jobs.ofOrder(job.orderId, job.purpose);
      const taken = siblings.some(
        (one) =>
          one.id !== id && one.printerId === printerId && one.copy === job.copy && one.part === job.part,
      );
      const copy = taken ? Math.max(...siblings.map((one) => one.copy)) + 1 : job.copy;
      return asked(id, 'move', { ...anew(clock()), printerId, copy, lastError: null });
    });
  }

  return {
    enqueueTicket,
    /** Queues what the order's newest change brought and took, in the caller's transaction. */
    enqueueChange: (order: Order, nowMs: number): void =>
      queueChange({ jobs, sharesOf, usual: printersFor('kitchen'), rules: facts.stations() }, order, nowMs),
    enqueueClose,
    enqueueWholesale,
    enqueueSetup,
    enqueueRecovery,
    documentOf,
    documentFor,
    reprint,
    list,
    retry,
    cancel,
    release,
    move,
  };
}
