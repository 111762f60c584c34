// Whether what the tables say is what the log says. SQLite keeps no sums of its pages: a bit that turned over in a price is a price to
// it. The log has a hash of every row and of the one before, and every order stands in it a second time.
import { hash } from 'node:crypto';
import { asc, gt } from 'drizzle-orm';
import { chainInput } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { ReplicatedOrder } from '@balcao/shared/link/aggregates/order.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../../storage/open.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { createOrderRepository } from '../../shop/orders/order-repository.ts';

/** Few enough for a Pi to be heard between two of them. */
const ROWS_AT_ONCE = 100;
const NAMED_MAX = 5;

/** Numbers only, without persons: it goes into the process's log, onto a screen and to the owner's phone. */
export type Disagreement = {
  /** The first row that is not what was written; null when all are. */
  row: number | null;
  /** Orders that differ from what the log says of them, the first few. */
  orders: number[];
};

/** Reads the whole log; `pause` comes between two pieces of the work. Null when everything agrees. */
export async function findDisagreement(db: Db, pause: () => Promise<void>): Promise<Disagreement | null> {
  const orders = createOrderRepository(db);
  /** Those whose newest row, as far as was read, says something else: a later row may agree. */
  const differing = new Map<string, number>();
  let broken: number | null = null;
  let last = { seq: 0, hash: GENESIS_HASH };
  for (;;) {
    const rows = db
      .select()
      .from(outbox)
      .where(gt(outbox.seq, last.seq))
      .orderBy(asc(outbox.seq))
      .limit(ROWS_AT_ONCE)
      .all();
    for (const row of rows) {
      const isWhole =
        row.seq === last.seq + 1 &&
        hash('sha256', chainInput(last.hash, row)) === row.hash &&
        (row.body === null || hash('sha256', row.body) === row.bodyHash);
      if (!isWhole) broken ??= row.seq;
      if (isWhole && row.kind === 'order') compare(row.aggregateId, row.body);
      last = row;
    }
    if (rows.length < ROWS_AT_ONCE) break;
    await pause();
  }
  if (broken === null && differing.size === 0) return null;
  return { row: broken, orders: [...differing.values()].slice(0, NAMED_MAX) };

  function compare(id: string, body: string | null): void {
    differing.delete(id);
    // Erased.
    if (body === null) return;
    const { order: logged } = ReplicatedOrder.parse(JSON.parse(body));
    const kept = orders.byId(id);
    if (kept === null || !holds(kept, withoutPerson(logged))) differing.set(id, logged.orderNumber);
  }
}

/** The person is erased from both, but not in one step. */
const withoutPerson = ({ customerPhone: _phone, observations: _words, ...order }: Order): object => order;

/** Whether everything that `logged` says is so in `kept`, which may know more. */
function holds(kept: unknown, logged: unknown): boolean {
  if (typeof logged !== 'object' || logged === null) return kept === logged;
  if (typeof kept !== 'object' || kept === null) return false;
  if (Array.isArray(logged) && (!Array.isArray(kept) || kept.length !== logged.length)) return false;
  return Object.entries(logged).every(([key, value]) => holds((kept as Record<string, unknown>)[key], value));
}
