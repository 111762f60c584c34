// What is to be printed, as orders and people ask for it: one ticket per order and purpose, whatever asks.
// It only writes rows, in the caller's transaction where there is one; the workers print.
import type { Order } from '@balcao/shared/order/order.ts';
import type { QueueRefusal } from '@balcao/shared/http/refusals/printing.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../storage/open.ts';
import { inTransaction } from '../storage/transaction.ts';
import { createOrderRepository } from '../shop/orders/order-repository.ts';
import { CHANGE_PURPOSES, queueChange } from './change-slips.ts';
import { createDocumentQueue } from './document-queue.ts';
import { documentIn, viewOf, type JobView } from './job-view.ts';
import { anew, createJobs, goNow, isOpen, isRepeat, type Job, type JobPatch, type Jobs } from './jobs.ts';
import { readDocument, type Document } from './receipt/document.ts';
import { createSlipTargets, type OrderPurpose } from './slip-targets.ts';
import { NO_FACTS, type SlipFacts } from './slips.ts';
import { JOB_STATE_TEXTS, type JobEvent } from './transitions.ts';

export type PrintQueue = ReturnType<typeof createPrintQueue>;

export function createPrintQueue(
  db: Db,
  clock: () => number = Date.now,
  jobs: Jobs = createJobs(db),
  facts: SlipFacts = NO_FACTS,
) {
  const orders = createOrderRepository(db);
  const targets = createSlipTargets(jobs, facts);
  const { contentOf, isEnabled, printersFor, slipsOf, sharesOf } = targets;

  function advanceOnRequest(id: number, event: JobEvent, patch: JobPatch): Result<Job, QueueRefusal> {
    const job = jobs.byId(id);
    if (!job) return refused({ code: 'unknown-job' });
    const advanced = jobs.advance(id, event, clock(), patch);
    return advanced
      ? accepted(advanced)
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
  function reprint(orderId: string, requested: OrderPurpose, nowMs: number): Result<number, QueueRefusal> {
    return inTransaction(db, (): Result<number, QueueRefusal> => {
      const order = orders.byId(orderId);
      if (!order) return refused({ code: 'unknown-order' });
      const isUnpaid = order.status === 'PENDING';
      if (isUnpaid && requested === 'kitchen') return refused({ code: 'not-paid' });
      // A slip of its own, so that the one with the panel number still comes with the payment.
      const purpose = isUnpaid && requested === 'counter' ? 'charge' : requested;
      // In a shop whose one printer prints for the kitchen, a slip that somebody asks for comes out there.
      const ownPrinters = printersFor(purpose);
      const usualPrinters = ownPrinters.length > 0 ? ownPrinters : printersFor('kitchen').slice(0, 1);
      const slips = slipsOf(order, purpose, usualPrinters);
      if (slips.length === 0) return refused({ code: 'no-printer' });
      const earlierJobs = jobs.ofOrder(orderId, purpose);
      const copy = Math.max(0, ...earlierJobs.map((job) => job.copy)) + 1;
      // Shares that wait and were cut otherwise, before the stations changed, are the ticket: a new cut beside them would print items twice.
      const parts = new Set(slips.map(({ part }) => part));
      const cutOtherwise = earlierJobs.filter((job) => isOpen(job) && !parts.has(job.part));
      if (cutOtherwise.length > 0) {
        const openJobs = earlierJobs.filter(isOpen);
        for (const job of openJobs) goNow(jobs, job, nowMs);
        return accepted(new Set(openJobs.map(({ printerId }) => printerId)).size);
      }
      for (const slip of slips) {
        const waiting = earlierJobs.filter(
          (job) => job.printerId === slip.printerId && job.part === slip.part && isOpen(job),
        );
        for (const job of waiting) goNow(jobs, job, nowMs);
        if (waiting.length === 0) jobs.insert({ ...slip, purpose, orderId, copy, nowMs });
      }
      return accepted(new Set(slips.map(({ printerId }) => printerId)).size);
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
  const listJobs = (): JobView[] => jobs.listed().map(viewOf);

  /** Now, whatever the backoff. */
  const retry = (id: number): Result<Job, QueueRefusal> => advanceOnRequest(id, 'retry', anew(clock()));

  /** 'Descartar': it will not be printed. */
  const cancel = (id: number): Result<Job, QueueRefusal> => advanceOnRequest(id, 'discard', {});

  /** 'Imprimir': the yes that a held job waits for. Refused while its printer is switched off in the settings. */
  function release(id: number): Result<Job, QueueRefusal> {
    const job = jobs.byId(id);
    if (job?.state === 'held' && !isEnabled(job.printerId)) return refused({ code: 'printer-disabled' });
    return advanceOnRequest(id, 'release', anew(clock()));
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
      const hasCopyThere = siblings.some(
        (sibling) =>
          sibling.id !== id &&
          sibling.printerId === printerId &&
          sibling.copy === job.copy &&
          sibling.part === job.part,
      );
      const copy = hasCopyThere ? Math.max(...siblings.map((sibling) => sibling.copy)) + 1 : job.copy;
      return advanceOnRequest(id, 'move', { ...anew(clock()), printerId, copy, lastError: null });
    });
  }

  return {
    enqueueTicket,
    /** Queues what the order's newest change brought and took, in the caller's transaction. */
    enqueueChange: (order: Order, nowMs: number): void =>
      queueChange({ jobs, sharesOf, usual: printersFor('kitchen'), rules: facts.stations() }, order, nowMs),
    ...createDocumentQueue(db, jobs, targets),
    documentOf,
    documentFor,
    reprint,
    list: listJobs,
    retry,
    cancel,
    release,
    move,
  };
}
