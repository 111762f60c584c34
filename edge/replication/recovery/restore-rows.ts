// Puts rows that the relay kept back into a database: into its log, hash by hash, and what they say into its tables, each by the noun
// that wrote it. A row that does not follow from the one before stops everything: half a past is worse than none.
import { shapeOf } from '@balcao/shared/link/aggregates/rows.ts';
import { AggregateKind, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { readPrinterRows } from '../../printing/replica.ts';
import { readAlarmRows } from '../../shop/alarms/replica.ts';
import { readAuditRows } from '../../shop/audit/replica.ts';
import { readCashRows } from '../../shop/cash/replica.ts';
import { readCopiesRows } from '../../shop/copies/replica.ts';
import { readFirstRunRows } from '../../shop/first-run/replica.ts';
import { readOrderRows } from '../../shop/orders/replica.ts';
import { createRestoredOrders, type RestoredOrders } from '../../shop/orders/restored-orders.ts';
import { readPaymentRows, readRefundIntentRows } from '../../shop/payments/replica.ts';
import { readPrivacyRows } from '../../shop/privacy/replica.ts';
import { readPixKeyRows } from '../../shop/settings/replica.ts';
import { readUserRows } from '../../shop/users/replica.ts';
import { readWholesaleRows } from '../../shop/wholesale/replica.ts';
import type { Db } from '../../storage/open.ts';
import { createOutbox } from '../../storage/outbox.ts';
import type { RowReader } from '../../storage/replica.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { PARKED_KINDS } from './parked-kinds.ts';
import { createRowBodies, kindOf, type RowRestorerKeys } from './row-bodies.ts';
import { createRowChain } from './row-chain.ts';
import { readSecretsRows } from './secrets.ts';

/** Each restore raises the epoch by one: so far the relay's word alone carries it. */
export const EPOCH_LEAP_MAX = 100;
/** These wait for a person when they come to a store that runs. */
const PARKED: ReadonlySet<string> = new Set(PARKED_KINDS);

/** What every noun does with its rows. */
export const createRowReaders = (db: Db, orders: Pick<RestoredOrders, 'put'>): readonly RowReader[] => [
  readOrderRows(orders),
  readPaymentRows(db),
  readRefundIntentRows(db),
  readWholesaleRows(db),
  ...readUserRows(db),
  readAuditRows(db),
  ...readCashRows(db),
  readPixKeyRows(db),
  readFirstRunRows(db),
  ...readCopiesRows(db),
  readPrinterRows(db),
  readSecretsRows(db),
  ...readPrivacyRows(db),
  readAlarmRows(db),
];

export type RowRestorer = ReturnType<typeof createRowRestorer>;

/** Without keys nothing is proven, and private rows get into the log and into no table. */
export function createRowRestorer(db: Db, keys: RowRestorerKeys | null) {
  const { head } = createOutbox(db, { lineage: '', epoch: 0 });
  const orders = createRestoredOrders(db);
  const chain = createRowChain(db, head, keys?.prover ?? null);
  const bodies = createRowBodies(db, keys);
  const readers = createRowReaders(db, orders);

  /** Into the tables. What only a newer store knows stays in the log for it. */
  function apply({ kind, aggregateId, seq, atMs }: ReceivedRow, text: string): void {
    const shape = shapeOf(AggregateKind.parse(kind), aggregateId);
    readers.find(({ row }) => row === shape)?.restore(aggregateId, { seq, atMs, text });
  }

  return {
    head,
    proven: chain.proven,
    isProven: chain.isProven,
    checkKey: bodies.checkKey,
    withheld: bodies.withheld,
    insertUnlogged: orders.insertUnlogged,
    numbersAbove: orders.numbersAbove,

    /** Takes what a private row says, once a person has seen it. Inside a transaction. */
    apply,

    /**
     * Takes the rows that come after the log's end, all or none. `inPlace`: into a store that runs, where what gives power waits for a
     * person; the caller has seen that they are proven.
     */
    restoreRows(rows: readonly ReceivedRow[], { inPlace }: { inPlace: boolean }): void {
      inTransaction(db, () => {
        const checkFollows = chain.follow();
        for (const row of rows) {
          checkFollows(row);
          const kind = kindOf(row);
          const { says, kept } = bodies.wordsOf(row, inPlace);
          db.insert(outbox)
            .values({ ...row, body: kept })
            .run();
          const text = says === null ? null : bodies.open(row, says);
          if (text !== null && kind !== null && !(inPlace && PARKED.has(kind))) apply(row, text);
        }
      });
    },
  };
}
