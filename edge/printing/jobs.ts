// Print jobs as rows. The one place where a job changes its state, and always through the table of transitions.ts.
// Nothing here asks why: the queue knows what people want, the workers what printers do.
import { and, asc, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../storage/open.ts';
import { printers, printJobs } from '../storage/schema/printing.ts';
import { inTransaction } from '../storage/transaction.ts';
import { LISTED_MAX, prepareJobReads, prepareJobWrites } from './job-statements.ts';
import { nextJobState, OPEN_JOB_STATES, type JobEvent, type JobState } from './transitions.ts';

/** Older than this, a ticket waits for a person's yes: a backlog must not come out in the morning. */
export const STALE_AFTER_MS = 2 * 60 * 60_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;
const LISTED_ENDED_MAX = 20;

export type Job = Omit<typeof printJobs.$inferSelect, 'state'> & { state: JobState };
export type WaitingJob = Pick<Job, 'id' | 'attempts' | 'nextAtMs'>;
export type JobPatch = Partial<
  Pick<Job, 'printerId' | 'copy' | 'attempts' | 'nextAtMs' | 'lastError' | 'createdAtMs'>
>;
type NewJob = Pick<Job, 'printerId' | 'purpose' | 'orderId' | 'copy' | 'content'> & {
  /** Left out: a whole slip. */
  part?: number;
  nowMs: number;
};

/** What goes to one printer; `part` is 0 for a whole slip. */
export type Slip = Pick<Job, 'printerId' | 'part' | 'content'>;

export type Jobs = ReturnType<typeof createJobs>;

export function createJobs(db: Db) {
  const { enabledPrinters, jobsOfOrder, jobById, waitingOn, queued, sending } = prepareJobReads(db);
  const { insert, write } = prepareJobWrites(db);

  const byId = (id: number): Job | null => (jobById.get({ id }) as Job | undefined) ?? null;

  /** The only way a job changes. Null when `event` does not apply to the job as it is now. */
  function advance(id: number, event: JobEvent, nowMs: number, patch: JobPatch = {}): Job | null {
    const job = byId(id);
    const state = job ? nextJobState(job.state, event) : null;
    if (!job || state === null) return null;
    const changed: Job = { ...job, ...patch, state, updatedAtMs: nowMs };
    write.run(changed);
    return changed;
  }

  return {
    byId,
    advance,
    ofOrder: (orderId: string, purpose: string): Job[] => jobsOfOrder.all({ orderId, purpose }) as Job[],
    /** Does nothing when this order, purpose, printer, copy and part has its job already. */
    insert: (job: NewJob): void => void insert.run({ part: 0, ...job }),
    /** The printers that are on, in their order. */
    enabledPrinters: () => enabledPrinters.all(),
    printerExists: (id: string): boolean =>
      db.select({ id: printers.id }).from(printers).where(eq(printers.id, id)).get() !== undefined,
    /** What waits on a printer, oldest first. */
    waitingOn: (printerId: string): WaitingJob[] => waitingOn.all({ printerId }),

    /** Everything that waits or failed, oldest first, and then the last ones that ended, newest first. */
    listed(): Job[] {
      const open = db
        .select()
        .from(printJobs)
        .where(inArray(printJobs.state, [...OPEN_JOB_STATES]));
      const ended = db
        .select()
        .from(printJobs)
        .where(notInArray(printJobs.state, [...OPEN_JOB_STATES]));
      return [
        ...open.orderBy(asc(printJobs.id)).limit(LISTED_MAX).all(),
        ...ended.orderBy(desc(printJobs.id)).limit(LISTED_ENDED_MAX).all(),
      ] as Job[];
    },

    /** How many jobs are in each open state, per printer. */
    counts: () =>
      db
        .select({ printerId: printJobs.printerId, state: printJobs.state, count: sql<number>`count(*)` })
        .from(printJobs)
        .where(inArray(printJobs.state, [...OPEN_JOB_STATES]))
        .groupBy(printJobs.printerId, printJobs.state)
        .all(),

    /** Queues again every job found in the middle of an attempt. Its attempt counts, for paper may be out. */
    recover(nowMs: number, printerId?: string): number {
      const interrupted = sending
        .all()
        .filter((job) => printerId === undefined || job.printerId === printerId);
      if (interrupted.length === 0) return 0;
      return inTransaction(db, () => {
        for (const { id } of interrupted)
          advance(id, 'interrupted', nowMs, { nextAtMs: nowMs, lastError: 'interrompida' });
        return interrupted.length;
      });
    },

    /** Holds what is too old, and what waits on a printer that is off in the settings or gone. */
    holdStale(
      nowMs: number,
      ageMs: (job: Pick<Job, 'id' | 'createdAtMs'>) => number = ({ createdAtMs }) => nowMs - createdAtMs,
    ): number {
      const waiting = queued.all();
      if (waiting.length === 0) return 0;
      const enabledIds = new Set(enabledPrinters.all().map((printer) => printer.id));
      const stale = waiting.filter((job) => ageMs(job) > STALE_AFTER_MS || !enabledIds.has(job.printerId));
      if (stale.length === 0) return 0;
      return inTransaction(db, () => {
        for (const { id } of stale) advance(id, 'stale', nowMs);
        return stale.length;
      });
    },

    /** Puts all that waits on a printer off until `nextAtMs`, with the reason on the job that met it. */
    postpone(printerId: string, metBy: number, reason: string, nextAtMs: number): void {
      db.update(printJobs)
        .set({
          nextAtMs,
          lastError: sql`case when ${printJobs.id} = ${metBy} then ${reason} else ${printJobs.lastError} end`,
        })
        .where(
          and(
            eq(printJobs.printerId, printerId),
            eq(printJobs.state, 'queued'),
            lt(printJobs.nextAtMs, nextAtMs),
          ),
        )
        .run();
    },

    /** Forgets what ended a month ago. */
    prune(nowMs: number): void {
      db.delete(printJobs)
        .where(
          and(notInArray(printJobs.state, [...OPEN_JOB_STATES]), lt(printJobs.updatedAtMs, nowMs - KEPT_MS)),
        )
        .run();
    },
  };
}

/** Paper of this ticket may be lying somewhere: a further copy, or an attempt that has begun before. */
export const isRepeat = (job: Pick<Job, 'copy' | 'attempts'>): boolean => job.copy > 1 || job.attempts > 0;

export const isOpen = (job: Job): boolean => OPEN_JOB_STATES.some((state) => state === job.state);

/** What a person asks for counts from now: it is due at once, and has its two hours again. */
export const anew = (nowMs: number): JobPatch => ({ nextAtMs: nowMs, createdAtMs: nowMs });

/** What waits goes at once, whatever it waited for. */
export const goNow = (jobs: Jobs, { id, state }: Job, nowMs: number): void =>
  void jobs.advance(id, state === 'held' ? 'release' : 'retry', nowMs, anew(nowMs));
