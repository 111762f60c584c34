// What rows from the relay may say: their own words, opened where they are sealed, or none where they were erased. It takes notes of
// what came empty or with another key's seal, for the look at all rows together in the end.
import { hash } from 'node:crypto';
import { z } from 'zod';
import { ReplicatedOrder } from '@balcao/shared/link/aggregates/order.ts';
import { AggregateKind, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { isPrivateKind } from '@balcao/shared/link/sealed-kinds.ts';
import type { Db } from '../../storage/open.ts';
import type { Prover } from '../../storage/row-proof.ts';
import type { SealedFor, Sealer } from '../../storage/sealing.ts';
import { RowRestoreFailed } from './row-restore-failed.ts';

/** What the recovery code makes. */
export type RowRestorerKeys = { sealer: Sealer; prover: Prover };

/** Of these an erasure may have taken the newest body. */
const MAY_BE_ERASED: ReadonlySet<string> = new Set(['order', 'payment', 'wholesale-order']);
/** The store's own names of things; what was written with such a letter could be read in two ways. */
const NOT_A_NAME = /\p{Cc}/u;
// Named and in the future of the row: what an erasure tells of. Rows of orders may be empty or without their person because of it.
const ERASES_ROW = `select 1 from outbox where kind = 'erasure' and body is not null and (
    (seq > ? and json_extract(body, '$.scope') in ('history', 'retention'))
    or exists (select 1 from json_each(body, '$.orderIds') where value = ?)) limit 1`;
const EMPTY_AFTER = `select seq, kind, aggregate_id as aggregateId from outbox where body is null and seq in (
    select max(seq) from outbox where seq > ? group by kind, aggregate_id)`;

/** Without keys nothing private is opened. */
export function createRowBodies(db: Db, keys: RowRestorerKeys | null) {
  const erasesRow = db.$client.prepare<[seq: number, id: string]>(ERASES_ROW).pluck();
  const emptyAfter = db.$client.prepare<[seq: number], { seq: number; kind: string; aggregateId: string }>(
    EMPTY_AFTER,
  );
  /** Of orders whose body came without the person. */
  const cleanedSeqs = new Set<number>();
  const doubtful: { seq: number; id: string }[] = [];
  let openedEpoch = 0;
  let unopenedEpoch = 0;

  const isErased = (seq: number, id: string): boolean => erasesRow.get(seq, id) !== undefined;

  function unseal(row: ReceivedRow, body: string): string | null {
    try {
      return keys?.sealer.open(row as SealedFor, body) ?? null;
    } catch {
      // Another key's: whether that is the end, the newest rows tell.
      return null;
    }
  }

  return {
    /** What the row says here, and what the log keeps of it: an old order's body without the person has not the row's hash. */
    wordsOf(row: ReceivedRow, inPlace: boolean): { says: string | null; kept: string | null } {
      if (row.body === null || hash('sha256', row.body) === row.bodyHash)
        return { says: row.body, kept: row.body };
      if (!isCleaned(row)) throw new RowRestoreFailed('broken', `row ${row.seq} does not match its body`);
      cleanedSeqs.add(row.seq);
      if (keys === null || keys.prover.provesCleaned(row, row.body)) return { says: row.body, kept: null };
      // No proof knows it so. Where everything is looked at together in the end, the erasure itself speaks for it.
      if (inPlace) return { says: null, kept: null };
      doubtful.push({ seq: row.seq, id: row.aggregateId });
      return { says: row.body, kept: null };
    },

    /** The text of a body; null for one that another key sealed. */
    open(row: ReceivedRow, body: string): string | null {
      if (!row.sealed) return body;
      const plain = unseal(row, body);
      if (plain === null) unopenedEpoch = Math.max(unopenedEpoch, row.epoch);
      else openedEpoch = Math.max(openedEpoch, row.epoch);
      return plain;
    },

    /**
     * Throws RowRestoreFailed when the key is not that of the newest private rows, among those taken and `rows`. Older ones may have
     * had another: a store that was restored without its sheet has a new one since.
     */
    checkKey(rows: readonly ReceivedRow[] = []): void {
      if (keys === null) return;
      const last = rows.findLast((row) => row.sealed && row.body !== null);
      const known = last === undefined || unseal(last, last.body ?? '') !== null;
      if (!known || (unopenedEpoch > 0 && unopenedEpoch >= openedEpoch))
        throw new RowRestoreFailed('wrong-code', 'the newest private rows were sealed with another key');
    },

    /** Rows after `after` that the relay gave empty, or without their person, although nothing says that they were erased. */
    withheld(after: number): number {
      const empty = emptyAfter
        .all(after)
        .filter(
          ({ seq, kind, aggregateId }) =>
            !cleanedSeqs.has(seq) && (!MAY_BE_ERASED.has(kind) || !isErased(seq, aggregateId)),
        );
      return empty.length + doubtful.filter(({ seq, id }) => !isErased(seq, id)).length;
    },
  };
}

/** Null for a kind that only a newer store knows. Throws RowRestoreFailed when the row says of itself what its kind is not. */
export function kindOf(row: ReceivedRow): AggregateKind | null {
  if (NOT_A_NAME.test(row.kind) || NOT_A_NAME.test(row.aggregateId))
    throw new RowRestoreFailed('broken', `row ${row.seq} has no name`);
  const kind = AggregateKind.safeParse(row.kind);
  if (!kind.success) return null;
  if (row.sealed !== isPrivateKind(kind.data))
    throw new RowRestoreFailed('broken', `row ${row.seq} is not sealed as its kind is`);
  return kind.data;
}

const OrderText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(ReplicatedOrder);

/** The relay took phone and observations out of it, as the store once told it to: its hash is that of what it was. */
function isCleaned(row: ReceivedRow): boolean {
  if (row.kind !== 'order' || row.body === null) return false;
  const { data } = OrderText.safeParse(row.body);
  return data !== undefined && data.order.customerPhone === null && data.order.observations === '';
}
