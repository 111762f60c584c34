// The statements of the print queue, prepared once. They know no rules: those are in jobs.ts, which alone runs them.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../storage/open.ts';
import { printers, printJobs } from '../storage/schema/printing.ts';

/** So many jobs are listed, or looked at for one printer, at most. */
export const LISTED_MAX = 200;

/** Those that read. */
export function prepareJobReads(db: Db) {
  const enabledPrinters = db
    .select({ id: printers.id, name: printers.name, purposes: printers.purposes })
    .from(printers)
    .where(eq(printers.enabled, true))
    .orderBy(asc(printers.position))
    .prepare();
  const jobsOfOrder = db
    .select()
    .from(printJobs)
    .where(
      and(
        eq(printJobs.orderId, sql.placeholder('orderId')),
        eq(printJobs.purpose, sql.placeholder('purpose')),
      ),
    )
    .orderBy(asc(printJobs.id))
    .prepare();
  const jobById = db
    .select()
    .from(printJobs)
    .where(eq(printJobs.id, sql.placeholder('id')))
    .prepare();
  const waitingOn = db
    .select({ id: printJobs.id, attempts: printJobs.attempts, nextAtMs: printJobs.nextAtMs })
    .from(printJobs)
    .where(and(eq(printJobs.printerId, sql.placeholder('printerId')), eq(printJobs.state, 'queued')))
    .orderBy(asc(printJobs.id))
    .limit(LISTED_MAX)
    .prepare();
  const queued = db
    .select({ id: printJobs.id, printerId: printJobs.printerId, createdAtMs: printJobs.createdAtMs })
    .from(printJobs)
    .where(eq(printJobs.state, 'queued'))
    .prepare();

  const sending = db
    .select({ id: printJobs.id, printerId: printJobs.printerId })
    .from(printJobs)
    .where(eq(printJobs.state, 'sending'))
    .prepare();

  return { enabledPrinters, jobsOfOrder, jobById, waitingOn, queued, sending };
}

/** Those that write. */
export function prepareJobWrites(db: Db) {
  const insert = db
    .insert(printJobs)
    .values({
      printerId: sql.placeholder('printerId'),
      purpose: sql.placeholder('purpose'),
      orderId: sql.placeholder('orderId'),
      copy: sql.placeholder('copy'),
      part: sql.placeholder('part'),
      content: sql.placeholder('content'),
      state: 'queued',
      attempts: 0,
      nextAtMs: sql.placeholder('nowMs'),
      createdAtMs: sql.placeholder('nowMs'),
      updatedAtMs: sql.placeholder('nowMs'),
    })
    .onConflictDoNothing()
    .prepare();
  const write = db
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

  return { insert, write };
}
