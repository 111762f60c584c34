// What is printed besides the orders of the counter: closes, wholesale orders, the code of the first run, the recovery sheet.
// As queue.ts, it only writes rows.
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import type { WholesaleTicket } from '@balcao/shared/wholesale/ticket.ts';
import type { Db } from '../storage/open.ts';
import { inTransaction } from '../storage/transaction.ts';
import { goNow, isOpen, type Jobs } from './jobs.ts';
import { writeDocument } from './receipt/document.ts';
import type { SetupSlip } from './receipt/setup-lines.ts';
import type { SlipTargets } from './slip-targets.ts';

export function createDocumentQueue(db: Db, jobs: Jobs, { printersThatPrint }: SlipTargets) {
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
      for (const job of waiting) goNow(jobs, job, nowMs);
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
      for (const job of jobs.listed())
        if (job.purpose === 'setup' && isOpen(job)) jobs.advance(job.id, 'discard', slip.atMs);
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

  return { enqueueClose, enqueueWholesale, enqueueSetup, enqueueRecovery };
}
