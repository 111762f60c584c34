// Another recovery code, for a sheet that was lost or that somebody saw. What stands sealed in the log is said again under it, a piece
// at a time, so that orders go on; killed anywhere, it goes on where it was. Copies are made anew by their own mark.
import { z } from 'zod';
import { isPrivateKind } from '@balcao/shared/link/sealed-kinds.ts';
import type { ChangeRow } from '@balcao/shared/link/changes.ts';
import type { Actor, Audit } from '../../shop/audit/audit.ts';
import { turnCopiesMark } from '../../shop/copies/copies-mark.ts';
import { deleteMeta, readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { throttleToShare } from '../../storage/yield-to-event-loop.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { sealerOf, type PrivateLog } from '../../storage/sealing.ts';
import { changeRecoveryCode, recoveryCodes } from '../../storage/recovery-code.ts';

const RESEAL = 'reseal';
const Reseal = z.object({ after: z.number(), upTo: z.number() });
const PIECE = 100;
const SCANNED = 1000;
export const RESEAL_CHECK_EVERY_MS = 10 * 60_000;

/** Whether rows are still under the code before. */
export const isResealing = (db: Db): boolean => readMeta(db, RESEAL) !== null;

export type CodeReplacement = ReturnType<typeof createCodeReplacement>;

export function createCodeReplacement(deps: {
  db: Db;
  outbox: Outbox;
  log: PrivateLog;
  audit: Audit;
  onReplaced: () => void;
}) {
  const { db, outbox, log, audit } = deps;
  let stopped = false;

  function openWithAny(row: ChangeRow, body: string): string | null {
    for (const code of recoveryCodes(db))
      try {
        return sealerOf(() => code).open(row, body);
      } catch {
        // Another code's: the next one, or a sheet that was lost before this one.
      }
    return null;
  }

  return {
    /** From here on only the new code counts. The rest follows by `reseal`. `along` is written with it. */
    replace(actor: Actor, along: () => void = () => undefined): void {
      inTransaction(db, () => {
        changeRecoveryCode(db);
        turnCopiesMark(db);
        writeMeta(db, RESEAL, JSON.stringify({ after: 0, upTo: outbox.head().seq }));
        audit.record(actor, 'settings', 'recovery-code', 'trocou o código de recuperação');
        along();
      });
      deps.onReplaced();
    },

    /** Says again what is sealed under an older code: of each thing the newest state. */
    async reseal(): Promise<void> {
      if (!isResealing(db)) return;
      const rest = throttleToShare();
      const newest = new Map<string, number>();
      let scannedTo = 0;
      /** One bite of the log; false at its end. */
      const scan = (): boolean => {
        const rows = outbox.after(scannedTo, SCANNED);
        for (const row of rows) if (isPrivateKind(row.kind)) newest.set(keyOf(row), row.seq);
        scannedTo = rows.at(-1)?.seq ?? scannedTo;
        return rows.length === SCANNED;
      };
      while (!stopped && scan()) await rest();
      for (let more = true; more && !stopped; await rest())
        more = inTransaction(db, () => {
          // Whatever was said meanwhile is newer.
          while (scan());
          const { after, upTo } = Reseal.parse(JSON.parse(readMeta(db, RESEAL) ?? '{"after":0,"upTo":0}'));
          const rows = outbox.after(after, PIECE).filter(({ seq }) => seq <= upTo);
          for (const row of rows) {
            if (!isPrivateKind(row.kind) || row.body === null || newest.get(keyOf(row)) !== row.seq) continue;
            const plain = openWithAny(row, row.body);
            if (plain !== null) log.restate(row.kind, row.aggregateId, plain, row.atMs);
          }
          const last = rows.at(-1)?.seq;
          if (last === undefined) deleteMeta(db, RESEAL);
          else writeMeta(db, RESEAL, JSON.stringify({ after: last, upTo }));
          return last !== undefined;
        });
    },

    stop(): void {
      stopped = true;
    },
  };
}

const keyOf = ({ kind, aggregateId }: Pick<ChangeRow, 'kind' | 'aggregateId'>): string =>
  `${kind}\n${aggregateId}`;
