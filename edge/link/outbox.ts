// The store's log. A row is appended in the transaction of the change it tells; seq is gapless, hashes are chained.
import { hash } from 'node:crypto';
import { asc, desc, gt, sql } from 'drizzle-orm';
import { chainInput, type AggregateKind, type ChangeRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { Identity } from '../db/identity.ts';
import type { Db } from '../db/open.ts';
import { outbox } from '../db/schema.ts';

const sha256 = (text: string): string => hash('sha256', text);

export type Outbox = ReturnType<typeof createOutbox>;

/** `check` throws while nothing may be added. */
export function createOutbox(
  db: Db,
  identity: Pick<Identity, 'lineage' | 'epoch'>,
  check: () => void = () => undefined,
) {
  const last = db
    .select({ seq: outbox.seq, hash: outbox.hash })
    .from(outbox)
    .orderBy(desc(outbox.seq))
    .limit(1)
    .prepare();
  const insert = db
    .insert(outbox)
    .values({
      seq: sql.placeholder('seq'),
      lineage: sql.placeholder('lineage'),
      epoch: sql.placeholder('epoch'),
      kind: sql.placeholder('kind'),
      aggregateId: sql.placeholder('aggregateId'),
      sealed: sql.placeholder('sealed'),
      body: sql.placeholder('body'),
      bodyHash: sql.placeholder('bodyHash'),
      hash: sql.placeholder('hash'),
      atMs: sql.placeholder('atMs'),
    })
    .prepare();
  const after = db
    .select()
    .from(outbox)
    .where(gt(outbox.seq, sql.placeholder('seq')))
    .orderBy(asc(outbox.seq))
    .limit(sql.placeholder('limit'))
    .prepare();

  const head = (): { seq: number; hash: string } => last.get() ?? { seq: 0, hash: GENESIS_HASH };

  return {
    head,

    /** Appends the newest state of one aggregate. Must run inside the transaction of the change itself. */
    append(kind: AggregateKind, aggregateId: string, body: string, atMs: number, sealed = false): number {
      if (!db.$client.inTransaction)
        throw new Error('an outbox row belongs in the transaction of its change');
      check();
      const previous = head();
      const row = {
        seq: previous.seq + 1,
        lineage: identity.lineage,
        epoch: identity.epoch,
        kind,
        aggregateId,
        sealed,
        bodyHash: sha256(body),
        atMs,
      };
      insert.run({ ...row, body, hash: sha256(chainInput(previous.hash, row)) });
      return row.seq;
    },

    /** Up to `limit` rows after `seq`, oldest first. */
    after(seq: number, limit: number): ChangeRow[] {
      return after.all({ seq, limit }) as ChangeRow[];
    },
  };
}
