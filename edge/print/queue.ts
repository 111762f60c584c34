// The print queue in SQLite: one ticket per order and purpose, whatever asks for it. It only writes and reads rows;
// the spooler prints. Every change of state goes through the table of transitions.ts.
import { and, asc, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Order } from '@balcao/shared/order/order.ts';
import { ticketOf, type Ticket } from '@balcao/shared/order/ticket.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../db/open.ts';
import { printers, printJobs } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { createOrderRepository } from '../orders/order-repository.ts';
import type { PrinterPurpose } from './printers.ts';
import { readDocument, ticketDocument } from './receipt/document.ts';
import { JOB_STATE_TEXTS, nextJobState, OPEN_JOB_STATES, type JobEvent, type JobState } from './transitions.ts';

/** Older than this, a ticket waits for a person's yes: a backlog must not come out in the morning. */
export const STALE_AFTER_MS = 2 * 60 * 60_000;
/** Attempts with bytes on the way, after which a person must look. */
export const ATTEMPTS_MAX = 5;
/** No attempt is put off further than this; a later time is a clock that jumped back. */
export const BACKOFF_MS_MAX = 15_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;
const LISTED_MAX = 200;
const LISTED_ENDED_MAX = 20;

export type TicketPurpose = Ticket['purpose'];
export type Job = Omit<typeof printJobs.$inferSelect, 'state'> & { state: JobState };

export type QueuedJob = Pick<Job, 'id' | 'attempts' | 'nextAtMs'>;

/** A job as screens show it. */
export type JobView = {
  id: number;
  printerId: string;
  purpose: string;
  orderId: string | null;
  code: string | null;
  panelNumber: number | null;
  simpleId: number | null;
  copy: number;
  state: JobState;
  stateText: string;
  attempts: number;
  nextAtMs: number;
  lastError: string | null;
  createdAtMs: number;
  updatedAtMs: number;
};

export type QueueRefusal =
  | { kind: 'unknown-job' }
  | { kind: 'unknown-order' }
  | { kind: 'unknown-printer' }
  /** No printer that is on prints this. */
  | { kind: 'no-printer' }
  | { kind: 'printer-disabled' }
  /** The job has gone on since the screen was drawn. */
  | { kind: 'not-now'; state: JobState };

export type PrintQueue = ReturnType<typeof createPrintQueue>;

// A slip that takes a ticket back goes where the ticket went.
const PRINTED_BY: Record<TicketPurpose, PrinterPurpose> = { kitchen: 'kitchen', cancelled: 'kitchen' };

export function createPrintQueue(db: Db, clock: () => number = Date.now) {
  const orders = createOrderRepository(db);
  const enabledPrinters = db
    .select({ id: printers.id, purposes: printers.purposes })
    .from(printers)
    .where(eq(printers.enabled, true))
    .orderBy(asc(printers.position))
    .prepare();
  const jobsOf = db
    .select()
    .from(printJobs)
    .where(and(eq(printJobs.orderId, sql.placeholder('orderId')), eq(printJobs.purpose, sql.placeholder('purpose'))))
    .orderBy(asc(printJobs.id))
    .prepare();
  const insert = db
    .insert(printJobs)
    .values({
      printerId: sql.placeholder('printerId'),
      purpose: sql.placeholder('purpose'),
      orderId: sql.placeholder('orderId'),
      copy: sql.placeholder('copy'),
      content: sql.placeholder('content'),
      state: 'queued',
      attempts: 0,
      nextAtMs: sql.placeholder('nowMs'),
      createdAtMs: sql.placeholder('nowMs'),
      updatedAtMs: sql.placeholder('nowMs'),
    })
    .onConflictDoNothing()
    .prepare();
  const jobById = db
    .select()
    .from(printJobs)
    .where(eq(printJobs.id, sql.placeholder('id')))
    .prepare();
  const setState = db
    .update(printJobs)
    .set({
      printerId: sql`${sql.placeholder('printerId')}`,
      copy: sql`${sql.placeholder('copy')}`,
      state: sql`${sql.placeholder('state')}`,
      attempts: sql`${sql.placeholder('attempts')}`,
      nextAtMs: sql`${sql.placeholder('nextAtMs')}`,
      lastError: sql`${sql.placeholder('lastError')}`,
      createdAtMs: sql`${sql.placeholder('createdAtMs')}`,
      updatedAtMs: sql`${sql.placeholder('updatedAtMs')}`,
    })
    .where(eq(printJobs.id, sql.placeholder('id')))
    .prepare();
  const queuedOf = db
    .select({ id: printJobs.id, attempts: printJobs.attempts, nextAtMs: printJobs.nextAtMs })
    .from(printJobs)
    .where(and(eq(printJobs.printerId, sql.placeholder('printerId')), eq(printJobs.state, 'queued')))
    .orderBy(asc(printJobs.id))
    .limit(LISTED_MAX)
    .prepare();

  const printersFor = (purpose: TicketPurpose): string[] =>
    enabledPrinters
      .all()
      .filter((printer) => (JSON.parse(printer.purposes) as string[]).includes(PRINTED_BY[purpose]))
      .map((printer) => printer.id);
  const jobs = (orderId: string, purpose: TicketPurpose): Job[] => jobsOf.all({ orderId, purpose }) as Job[];

  type Patch = Partial<Pick<Job, 'printerId' | 'copy' | 'attempts' | 'nextAtMs' | 'lastError' | 'createdAtMs'>>;

  /** The only way a job changes. Null when `event` does not apply to the job as it is now. */
  function advance(id: number, event: JobEvent, nowMs: number, patch: Patch = {}): Job | null {
    const job = jobById.get({ id }) as Job | undefined;
    const state = job ? nextJobState(job.state, event) : null;
    if (!job || state === null) return null;
    const next: Job = { ...job, ...patch, state, updatedAtMs: nowMs };
    setState.run(next);
    return next;
  }

  function asked(id: number, event: JobEvent, patch: Patch, nowMs: number): Result<Job, QueueRefusal> {
    const job = jobById.get({ id }) as Job | undefined;
    if (!job) return refused({ kind: 'unknown-job' });
    const next = advance(id, event, nowMs, patch);
    return next ? accepted(next) : refused({ kind: 'not-now', state: job.state });
  }

  // What a person asks for counts from now: it is due at once, and has two hours again.
  const anew = (nowMs: number): Patch => ({ nextAtMs: nowMs, createdAtMs: nowMs });
  const isEnabled = (printerId: string): boolean => enabledPrinters.all().some((printer) => printer.id === printerId);

  function queueCancelled(order: Order, nowMs: number): void {
    const content = ticketDocument(ticketOf(order, 'cancelled'));
    for (const job of jobs(order.id, 'kitchen')) {
      const onPaper = job.attempts > 0;
      advance(job.id, 'discard', nowMs);
      if (onPaper && isEnabled(job.printerId))
        insert.run({ printerId: job.printerId, purpose: 'cancelled', orderId: order.id, copy: 1, content, nowMs });
    }
  }

  return {
    /**
     * Queues the ticket on every printer that is on and prints its kind, in the caller's transaction. The first ask
     * decides: another one for the same order and purpose does nothing, even when the ticket has moved meanwhile.
     * 'cancelled' goes only where paper of the kitchen ticket may be, and takes back what still waits.
     */
    enqueueTicket(order: Order, purpose: TicketPurpose, nowMs: number): void {
      if (purpose === 'cancelled') return queueCancelled(order, nowMs);
      if (jobs(order.id, purpose).length > 0) return;
      const targets = printersFor(purpose);
      if (targets.length === 0) return;
      const content = ticketDocument(ticketOf(order, purpose));
      for (const printerId of targets) insert.run({ printerId, purpose, orderId: order.id, copy: 1, content, nowMs });
    },

    /**
     * A person wants the ticket again. Where it still waits, it goes now instead of twice; where it has ended, a new
     * copy is queued, with the order as it is now. Answers how many printers will print.
     */
    reprint(orderId: string, purpose: TicketPurpose, nowMs: number): Result<number, QueueRefusal> {
      return inTransaction(db, (): Result<number, QueueRefusal> => {
        const order = orders.byId(orderId);
        if (!order) return refused({ kind: 'unknown-order' });
        const targets = printersFor(purpose);
        if (targets.length === 0) return refused({ kind: 'no-printer' });
        const before = jobs(orderId, purpose);
        const copy = Math.max(0, ...before.map((job) => job.copy)) + 1;
        const content = ticketDocument(ticketOf(order, purpose));
        for (const printerId of targets) {
          const waiting = before.filter(
            (job) => job.printerId === printerId && OPEN_JOB_STATES.some((state) => state === job.state),
          );
          for (const job of waiting) advance(job.id, job.state === 'held' ? 'release' : 'retry', nowMs, anew(nowMs));
          if (waiting.length === 0) insert.run({ printerId, purpose, orderId, copy, content, nowMs });
        }
        return accepted(targets.length);
      });
    },

    /** Everything that waits or failed, oldest first, and the last ones that ended. */
    list(): JobView[] {
      const open = db
        .select()
        .from(printJobs)
        .where(inArray(printJobs.state, [...OPEN_JOB_STATES]))
        .orderBy(asc(printJobs.id))
        .limit(LISTED_MAX)
        .all();
      const ended = db
        .select()
        .from(printJobs)
        .where(notInArray(printJobs.state, [...OPEN_JOB_STATES]))
        .orderBy(desc(printJobs.id))
        .limit(LISTED_ENDED_MAX)
        .all();
      return [...open, ...ended].map((job) => viewOf(job as Job));
    },

    /** Now, whatever the backoff. */
    retry: (id: number): Result<Job, QueueRefusal> => asked(id, 'retry', anew(clock()), clock()),

    /** 'Descartar': it will not be printed. */
    cancel: (id: number): Result<Job, QueueRefusal> => asked(id, 'discard', {}, clock()),

    /** 'Imprimir': the yes that a held job waits for. Refused while its printer is switched off in the settings. */
    release(id: number): Result<Job, QueueRefusal> {
      const job = jobById.get({ id });
      if (job && !isEnabled(job.printerId)) return refused({ kind: 'printer-disabled' });
      return asked(id, 'release', anew(clock()), clock());
    },

    /** To another printer. Where that one has had the ticket already, it becomes a further copy there. */
    move(id: number, printerId: string): Result<Job, QueueRefusal> {
      return inTransaction(db, (): Result<Job, QueueRefusal> => {
        const nowMs = clock();
        const job = jobById.get({ id });
        if (!job) return refused({ kind: 'unknown-job' });
        if (!db.select({ id: printers.id }).from(printers).where(eq(printers.id, printerId)).get()) {
          return refused({ kind: 'unknown-printer' });
        }
        if (!isEnabled(printerId)) return refused({ kind: 'printer-disabled' });
        const siblings = job.orderId === null ? [] : jobs(job.orderId, job.purpose as TicketPurpose);
        const taken = siblings.some((one) => one.id !== id && one.printerId === printerId && one.copy === job.copy);
        const copy = taken ? Math.max(...siblings.map((one) => one.copy)) + 1 : job.copy;
        return asked(id, 'move', { ...anew(nowMs), printerId, copy, lastError: null }, nowMs);
      });
    },

    /** For the spooler alone. */
    spool: {
      job: (id: number): Job | null => (jobById.get({ id }) as Job | undefined) ?? null,

      /** What waits on a printer, oldest first. */
      queued: (printerId: string): QueuedJob[] => queuedOf.all({ printerId }),

      advance,

      /** Every job found in the middle of an attempt: paper may be out, so the attempt counts. Answers how many. */
      recover(nowMs: number): number {
        const interrupted = db.select({ id: printJobs.id }).from(printJobs).where(eq(printJobs.state, 'sending')).all();
        return inTransaction(db, () => {
          for (const { id } of interrupted) advance(id, 'interrupted', nowMs, { nextAtMs: nowMs, lastError: 'interrompida' });
          return interrupted.length;
        });
      },

      /** Holds what is too old, and what waits on a printer that is off in the settings or gone. Answers how many. */
      holdStale(nowMs: number): number {
        const on = new Set(enabledPrinters.all().map((printer) => printer.id));
        const queued = db
          .select({ id: printJobs.id, printerId: printJobs.printerId, createdAtMs: printJobs.createdAtMs })
          .from(printJobs)
          .where(eq(printJobs.state, 'queued'))
          .all()
          .filter((job) => nowMs - job.createdAtMs > STALE_AFTER_MS || !on.has(job.printerId));
        if (queued.length === 0) return 0;
        return inTransaction(db, () => {
          for (const { id } of queued) advance(id, 'stale', nowMs);
          return queued.length;
        });
      },

      /** Puts everything that waits on a printer off until `nextAtMs`, with the reason on the job that met it. */
      postpone(printerId: string, metBy: number, reason: string, nextAtMs: number): void {
        db.update(printJobs)
          .set({ nextAtMs, lastError: sql`case when ${printJobs.id} = ${metBy} then ${reason} else ${printJobs.lastError} end` })
          .where(and(eq(printJobs.printerId, printerId), eq(printJobs.state, 'queued'), lt(printJobs.nextAtMs, nextAtMs)))
          .run();
      },

      /** How many jobs are in each state, per printer. */
      counts: () =>
        db
          .select({ printerId: printJobs.printerId, state: printJobs.state, count: sql<number>`count(*)` })
          .from(printJobs)
          .where(inArray(printJobs.state, [...OPEN_JOB_STATES]))
          .groupBy(printJobs.printerId, printJobs.state)
          .all(),

      /** Forgets what ended a month ago. */
      prune(nowMs: number): void {
        db.delete(printJobs)
          .where(and(notInArray(printJobs.state, [...OPEN_JOB_STATES]), lt(printJobs.updatedAtMs, nowMs - KEPT_MS)))
          .run();
      },
    },
  };
}

/** Paper of this ticket may be lying somewhere: a further copy, or an attempt that has begun before. */
export const isRepeat = (job: Pick<Job, 'copy' | 'attempts'>): boolean => job.copy > 1 || job.attempts > 0;

function viewOf(job: Job): JobView {
  const ticket = ticketIn(job.content);
  const { content: _content, ...fields } = job;
  return {
    ...fields,
    stateText: JOB_STATE_TEXTS[job.state],
    code: ticket?.code ?? null,
    panelNumber: ticket?.panelNumber ?? null,
    simpleId: ticket?.simpleId ?? null,
  };
}

// An unreadable job must still be listed, so that a person can discard it.
function ticketIn(content: string): Ticket | null {
  try {
    return readDocument(content).ticket;
  } catch {
    return null;
  }
}
