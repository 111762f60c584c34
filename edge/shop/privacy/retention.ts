// How long phones and observations are kept: an hourly look that goes on where the last one ended.
import type { Privacy } from '@balcao/shared/http/privacy.ts';
import { localTime, startOfDate } from '@balcao/shared/store/business-day.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { throttleToShare } from '../../storage/yield-to-event-loop.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { Rollups } from '../reports/rollups.ts';
import type { Erasure } from './erasure.ts';
import { logRetention, RETENTION } from './replica.ts';

const CLEAN_UP_TO = 'retention_clean_up_to';
const INBOX_DAY = 'retention_inbox_day';
const MONTHS_DEFAULT = 12;
export const RETAIN_EVERY_MS = 3_600_000;
const PIECE = 50;

export type Retention = ReturnType<typeof createRetention>;

export function createRetention(deps: {
  db: Db;
  erasure: Erasure;
  rollups: Rollups;
  audit: Audit;
  log: PrivateLog;
  clock: () => number;
  timeZone: string;
}) {
  const { db, erasure, rollups, audit, clock, timeZone } = deps;
  let stopped = false;

  const get = (): Privacy => ({ retentionMonths: Number(readMeta(db, RETENTION) ?? MONTHS_DEFAULT) });

  /** The same day of the month, so many months ago; the last one where that month is shorter. */
  function cutoff(): { beforeMs: number; month: string; today: string } {
    const today = localTime(clock(), timeZone).date;
    const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
    const months = year * 12 + (month - 1) - get().retentionMonths;
    const [cutYear, cutMonth] = [Math.floor(months / 12), (months % 12) + 1];
    const lastDay = new Date(Date.UTC(cutYear, cutMonth, 0)).getUTCDate();
    return {
      beforeMs: startOfDate(cutYear, cutMonth, Math.min(day, lastDay), timeZone),
      month: `${cutYear}-${String(cutMonth).padStart(2, '0')}`,
      today,
    };
  }

  async function run(): Promise<void> {
    const { beforeMs, month, today } = cutoff();
    await rollups.upToDate();
    rollups.purgeClientsUpTo(month);
    const rest = throttleToShare();
    while (!stopped) {
      const after = Number(readMeta(db, CLEAN_UP_TO) ?? 0);
      const done = erasure.retire(after, beforeMs, PIECE);
      if (done === after) break;
      writeMeta(db, CLEAN_UP_TO, String(done));
      await rest();
    }
    while (!stopped && erasure.retireWholesale(beforeMs, PIECE) > 0) await rest();
    if (!stopped && readMeta(db, INBOX_DAY) !== today) {
      await erasure.retireInbox(beforeMs);
      writeMeta(db, INBOX_DAY, today);
    }
  }

  return {
    get,
    set(actor: Actor, privacy: Privacy): Privacy {
      return inTransaction(db, () => {
        const before = get();
        if (before.retentionMonths === privacy.retentionMonths) return before;
        writeMeta(db, RETENTION, String(privacy.retentionMonths));
        logRetention(deps.log, privacy, clock());
        audit.record(
          actor,
          'privacy',
          'retention',
          `mudou o prazo dos dados pessoais de ${before.retentionMonths} para ${privacy.retentionMonths} meses`,
        );
        return privacy;
      });
    },
    run,
    /** Ends the run under way after its present piece. */
    stop(): void {
      stopped = true;
    },
  };
}
