// The store's log. A row is appended in the transaction of the change it tells; seq is gapless, hashes are chained.
import { hash } from 'node:crypto';
import { asc, desc, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { IdOf, OpenRow } from '@balcao/shared/link/aggregates/replicated-row.ts';
import { chainInput, type AggregateKind, type ChangeRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { PrivateKind } from '@balcao/shared/link/sealed-kinds.ts';
import type { Identity } from './identity.ts';
import { prepareInsert } from './insert.ts';
import type { Db } from './open.ts';
import { outbox } from './schema/replication.ts';
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

  function add(
    kind: AggregateKind,
    aggregateId: string,
    { sealed, bodyAt }: { sealed: boolean; bodyAt: (place: RowPlace) => string },
    atMs: number,
  ): number {
    if (!db.$client.inTransaction) throw new Error('an outbox row belongs in the transaction of its change');
    check();
    const previous = head();
    const place = { seq: previous.seq + 1, lineage: identity.lineage, epoch: identity.epoch };
    const body = bodyAt(place);
    const row = { ...place, kind, aggregateId, sealed, bodyHash: sha256(body), atMs };
    const proof = prover.prove(previous.hash, row, body);
    insert({ ...row, body, hash: sha256(chainInput(previous.hash, row)), proof });
    return row.seq;
  }

  return {
    head,

    /** Appends the newest state of one aggregate. Must run inside the transaction of the change itself. */
    append: <Body extends z.ZodType, Ids extends string>(
      row: OpenRow<Body, Ids>,
      aggregateId: IdOf<Ids>,
      body: z.output<Body>,
      atMs: number,
    ): number => add(row.kind, aggregateId, { sealed: false, bodyAt: () => JSON.stringify(body) }, atMs),

    /** The same of a private kind: `seal` answers the body, sealed for the place that the row gets. */
    appendSealed: (
      kind: PrivateKind,
      aggregateId: string,
      seal: (place: RowPlace) => string,
      atMs: number,
    ): number => add(kind, aggregateId, { sealed: true, bodyAt: seal }, atMs),

    /** Up to `limit` rows after `seq`, oldest first. */
    after(seq: number, limit: number): ChangeRow[] {
      return after.all({ seq, limit }) as ChangeRow[];
    },
  };
}
