// The store's log. A row is appended in the transaction of the change it tells; seq is gapless, hashes are chained.
import { hash } from 'node:crypto';
import { asc, desc, gt, sql } from 'drizzle-orm';
import { chainInput, type AggregateKind, type ChangeRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { isPrivateKind } from '@balcao/shared/link/sealed-kinds.ts';
import type { Identity } from './identity.ts';
import { prepareInsert } from './insert.ts';
import type { Db } from './open.ts';
import { outbox } from './schema.ts';
import { createProver } from './row-proof.ts';
import type { RowPlace } from './row-place.ts';

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
  const insert = prepareInsert(db, outbox);
  const after = db
    .select()
    .from(outbox)
    .where(gt(outbox.seq, sql.placeholder('seq')))
    .orderBy(asc(outbox.seq))
    .limit(sql.placeholder('limit'))
    .prepare();

  const prover = createProver(db);
  const head = (): { seq: number; hash: string } => last.get() ?? { seq: 0, hash: GENESIS_HASH };

  return {
    head,

    /**
     * Appends the newest state of one aggregate. Must run inside the transaction of the change itself. The body of a private kind is
     * sealed by the caller, for the place that the row gets.
     */
    append(
      kind: AggregateKind,
      aggregateId: string,
      content: string | ((place: RowPlace) => string),
      atMs: number,
    ): number {
      if (!db.$client.inTransaction)
        throw new Error('an outbox row belongs in the transaction of its change');
      check();
      const previous = head();
      const place = { seq: previous.seq + 1, lineage: identity.lineage, epoch: identity.epoch };
      const body = typeof content === 'string' ? content : content(place);
      const row = {
        ...place,
        kind,
        aggregateId,
        sealed: isPrivateKind(kind),
        bodyHash: sha256(body),
        atMs,
      };
      const proof = prover.prove(previous.hash, row, body);
      insert({ ...row, body, hash: sha256(chainInput(previous.hash, row)), proof });
      return row.seq;
    },

    /** Up to `limit` rows after `seq`, oldest first. */
    after(seq: number, limit: number): ChangeRow[] {
      return after.all({ seq, limit }) as ChangeRow[];
    },
  };
}
