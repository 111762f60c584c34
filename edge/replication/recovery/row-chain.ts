// Whether rows from the relay go on where the log ends, and whether it was this store that wrote them.
import { hash } from 'node:crypto';
import { chainInput, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { readMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import type { Prover } from '../../storage/row-proof.ts';
import { RowRestoreFailed } from './row-restore-failed.ts';

type Head = { seq: number; hash: string };

/** Without a prover nothing is proven. */
export function createRowChain(db: Db, head: () => Head, prover: Prover | null) {
  const hashAfter = (previous: string, row: ReceivedRow): string => hash('sha256', chainInput(previous, row));

  return {
    /** Answers the function that is given the rows after the log's end, one by one. It throws RowRestoreFailed at the first that does not follow. */
    follow(): (row: ReceivedRow) => void {
      const lineage = readMeta(db, 'lineage');
      let last = head();
      return (row) => {
        if (row.seq !== last.seq + 1 || row.lineage !== lineage)
          throw new RowRestoreFailed('broken', `row ${row.seq} came after ${last.seq}`);
        if (hashAfter(last.hash, row) !== row.hash)
          throw new RowRestoreFailed('broken', `row ${row.seq} does not follow from the one before`);
        last = row;
      };
    },

    /**
     * How many of these rows, that come after the log's end, this store is proven to have written: up to the last one with its proof.
     * `broken` when they do not follow at all.
     */
    proven(rows: readonly ReceivedRow[]): { count: number; broken: boolean } {
      const lineage = readMeta(db, 'lineage');
      let last = head();
      let count = 0;
      for (const [at, row] of rows.entries()) {
        const follows =
          row.seq === last.seq + 1 && row.lineage === lineage && hashAfter(last.hash, row) === row.hash;
        if (!follows) return { count, broken: true };
        if (prover?.proves(last.hash, row)) count = at + 1;
        last = row;
      }
      return { count, broken: false };
    },

    /** Whether the last of these newest rows is proven, and with it every one before. Throws RowRestoreFailed for a proof by another key. */
    isProven(rows: readonly ReceivedRow[]): boolean {
      const last = rows.at(-1);
      if (last === undefined || last.proof === null || prover === null) return false;
      const previous = last.seq === 1 ? GENESIS_HASH : rows.at(-2)?.hash;
      if (previous === undefined || !prover.proves(previous, last))
        throw new RowRestoreFailed('wrong-code', 'the newest row was proven with another key');
      return true;
    },
  };
}
