// What may be forgotten, and how: one order, the whole history, one person. The log keeps its rows and hashes and loses the
// bodies; an 'erasure' row tells the relay and every later restore to do the same.
import type { ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import { isPaidOnline } from '@balcao/shared/payment/store-answer.ts';
import type { ClearRefusal } from '@balcao/shared/http/refusals/order-routes.ts';
import type { GivenBack, Order } from '@balcao/shared/order/order.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { backText } from '../audit/sentences.ts';
import { newCopiesMark, noteRetired, turnCopiesMark } from '../copies/copies-mark.ts';
import { isDiskTrouble } from '../../storage/room.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { createErasureRest, GONE_OUTCOME } from './erasure-rest.ts';
import { createSlipErasure } from './slip-erasure.ts';
import { eachInboxBatch } from './inbox-batches.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Cash } from '../cash/cash.ts';
import type { Rollups } from '../reports/rollups.ts';
import type { Leftovers } from './leftovers.ts';
import { logErasure } from './replica.ts';
import type { WholesaleErasure } from './wholesale-erasure.ts';
import { createWhyNotCleared } from './why-not-cleared.ts';

/** Between two looks whether a disk has refused the rest of an erasure. */
export const FINISH_EVERY_MS = 60_000;

/** What was asked for is gone from every table, and traces of it may still lie on the disk. */
export class ErasureUnfinished extends Error {}

export type Erasure = ReturnType<typeof createErasure>;

export function createErasure(deps: {
  orders: OrderContext;
  outbox: Outbox;
  rollups: Rollups;
  audit: Audit;
  cash: Cash;
  wholesale: WholesaleErasure;
  backups: { make(reason: 'antes-de-limpar', mark: string): Promise<{ name: string }>; renew(): unknown };
  leftovers: Leftovers;
  /** What was paid online for all of an order and was not asked back. */
  keptCents: (order: Order) => number;
}) {
  const { orders, outbox, rollups, audit, cash, wholesale } = deps;
  const { db, clock, repository } = orders;
  const sqlite = db.$client;

  const whyNotCleared = createWhyNotCleared({ sqlite, repository, keptCents: deps.keptCents });
  const emptyRange = sqlite.prepare<[number, number, string]>(
    "update outbox set body = null where seq between ? and ? and kind = 'order' and aggregate_id = ?",
  );
  const emptyAnywhere = sqlite.prepare<[string]>(
    "update outbox set body = null where kind = 'order' and aggregate_id in (select value from json_each(?))",
  );
  const slips = createSlipErasure(sqlite);
  const cleanOrder = sqlite.prepare<[number, string]>(
    "update orders set customer_phone = null, observations = '', request_hash = 'erased', caller = null, updated_at_ms = ? where id = ?",
  );

  const logErased = (body: ErasureBody, nowMs: number): void => logErasure(outbox, body, nowMs);

  const rest = createErasureRest({
    db,
    inboxOfBuyers: wholesale.inboxOf,
    async sweep() {
      emptyJournal();
      await deps.leftovers.purge();
    },
  });

  /** What follows the commit: a disk that refuses it has refused no more than that, and is asked again. */
  async function finish(): Promise<void> {
    try {
      if (!(await rest.work())) return;
    } catch (error) {
      if (isDiskTrouble(error)) throw new ErasureUnfinished('the disk refused the rest', { cause: error });
      throw error;
    }
    void deps.backups.renew();
  }

  /** SQLite's log beside the file still has the pages as they were. A reader in the way only puts it off to the next time. */
  const emptyJournal = (): void => void sqlite.pragma('wal_checkpoint(TRUNCATE)');

  // An order's rows stand close together in the log; where that is not known, the whole log is read once.
  function emptyBodies(found: readonly { id: string; simpleId: number }[]): void {
    const lost: string[] = [];
    const followedTo = rollups.followedTo();
    for (const { id, simpleId } of found) {
      const { first, last } = rollups.seqsOf(simpleId);
      if (first === null || last === null) {
        lost.push(id);
        continue;
      }
      emptyRange.run(first, last, id);
      emptyRange.run(followedTo + 1, Number.MAX_SAFE_INTEGER, id);
    }
    if (lost.length > 0) emptyAnywhere.run(JSON.stringify(lost));
  }

  return {
    /** Does what a disk has refused of earlier erasures; without effect when there is nothing. */
    finish,

    /**
     * Deletes one order. One that is still open is cancelled first, so that kitchen and relay hear of it. What was paid online is asked back
     * first, also where the order was called off and its money stayed.
     */
    async deleteOrder(
      actor: Actor,
      orderId: string,
    ): Promise<Result<null, { code: 'order-not-found' } | { code: 'refund-first' }>> {
      const present = repository.byId(orderId);
      if (!present) return refused({ code: 'order-not-found' });
      const isOpen = present.status !== 'DELIVERED' && present.status !== 'CANCELLED';
      const isKept = present.status === 'CANCELLED' && deps.keptCents(present) > 0;
      if ((isOpen || isKept) && isPaidOnline(present)) return refused({ code: 'refund-first' });
      let back: GivenBack[] = [];
      if (isOpen)
        changeOrder(orders, orderId, { kind: 'cancel', reason: 'loja', givesBack: true }, (_, after) => {
          back = cash.gaveBack(actor, after);
        });
      await rollups.upToDate();
      inTransaction(db, () => {
        const nowMs = clock();
        rollups.remove(orderId);
        cash.forgetOrder(orderId);
        emptyBodies([present]);
        slips.drop([orderId]);
        sqlite.prepare('delete from orders where id = ?').run(orderId);
        logErased({ scope: 'orders', orderIds: [orderId] }, nowMs);
        rest.note({ deleted: [orderId] });
        turnCopiesMark(db);
        audit.record(actor, 'order', 'delete', `excluiu o pedido nº ${present.simpleId}${backText(back)}`);
      });
      orders.wake.notify('log');
      orders.wake.notify('erased');
      await finish();
      return accepted(null);
    },

    /**
     * Everything that was ordered goes; numbers go on, closes and their totals stay. A copy of the database first. Refused while money of an
     * order that was called off stayed with the shop: with its order nobody would know of it any more.
     */
    async clearHistory(actor: Actor): Promise<Result<{ orders: number; backup: string }, ClearRefusal>> {
      const before = whyNotCleared();
      if (before !== null) return refused(before);
      // Of all copies this one still has what goes, and is fit to stay until it is too old or somebody else is erased.
      const mark = newCopiesMark();
      const { name: backup } = await deps.backups.make('antes-de-limpar', mark);
      await rollups.upToDate();
      const cleared = inTransaction(db, (): Result<number, ClearRefusal> => {
        // Somebody may have ordered while the copy was made.
        const meanwhile = whyNotCleared();
        if (meanwhile !== null) return refused(meanwhile);
        const nowMs = clock();
        const { n, last } = sqlite
          .prepare<[], { n: number; last: number | null }>(
            'select count(*) as n, max(number) as last from orders',
          )
          .get() ?? { n: 0, last: null };
        cash.forgetOrder(null);
        for (const table of ['order_item_toppings', 'order_items', 'orders', 'payments'])
          sqlite.exec(`delete from ${table}`);
        sqlite.exec(
          "delete from print_jobs where order_id is not null; update outbox set body = null where kind in ('order', 'payment') and body is not null",
        );
        sqlite
          .prepare("update inbox set outcome = ? where json_extract(outcome, '$.order') is not null")
          .run(GONE_OUTCOME);
        rollups.clear();
        logErased({ scope: 'history', upToNumber: last ?? 0 }, nowMs);
        rest.note({});
        turnCopiesMark(db, mark);
        audit.record(
          actor,
          'order',
          'clear',
          `limpou o histórico: ${n} ${n === 1 ? 'pedido' : 'pedidos'}, cópia em ${backup}`,
        );
        return accepted(n);
      });
      if (!cleared.ok) return cleared;
      orders.wake.notify('log');
      orders.wake.notify('erased');
      await finish();
      return accepted({ orders: cleared.value, backup });
    },

    /** Takes one phone, and what its orders say in free text, out of everything. The orders stay for the sums. */
    async erasePhone(actor: Actor, phone: string): Promise<void> {
      await rollups.upToDate();
      inTransaction(db, () => {
        const nowMs = clock();
        const ids: string[] = [];
        const found = sqlite
          .prepare<[string], { id: string; simpleId: number }>(
            'select id, number as simpleId from orders where customer_phone = ?',
          )
          .all(phone);
        emptyBodies(found);
        for (const { id } of found) {
          ids.push(id);
          cleanOrder.run(nowMs, id);
          slips.clean([id]);
          const order = repository.byId(id);
          if (order) orders.log(order);
        }
        rollups.purgePhone(phone);
        const bought = wholesale.purgePhone(phone, nowMs);
        const count = ids.length + bought.length;
        if (ids.length > 0) logErased({ scope: 'person', orderIds: ids }, nowMs);
        rest.note({ cleaned: ids, bought });
        // Also when nothing was found here: a copy from before may know more.
        turnCopiesMark(db);
        audit.record(
          actor,
          'privacy',
          'erase',
          `apagou os dados pessoais de um telefone (${count} ${count === 1 ? 'pedido' : 'pedidos'})`,
        );
      });
      orders.wake.notify('log');
      orders.wake.notify('wholesale');
      await finish();
    },

    /**
     * The same for every order from before `beforeMs`, a bounded piece per call, oldest first. Answers the number up to
     * which orders are clean, to go on from; the same number as `after` when there was nothing left.
     */
    retire(after: number, beforeMs: number, max: number): number {
      const rows = sqlite
        .prepare<[number, number], { number: number; id: string; createdAtMs: number; personal: number }>(
          "select number, id, created_at_ms as createdAtMs, (customer_phone is not null or observations <> '') as personal from orders where number > ? order by number limit ?",
        )
        .all(after, max);
      const stop = rows.findIndex((row) => row.createdAtMs >= beforeMs);
      const due = stop === -1 ? rows : rows.slice(0, stop);
      const last = due.at(-1)?.number;
      if (last === undefined) return after;
      inTransaction(db, () => {
        const nowMs = clock();
        const personal = due.filter((row) => row.personal === 1);
        emptyBodies(personal.map(({ id, number }) => ({ id, simpleId: number })));
        for (const { id } of personal) {
          cleanOrder.run(nowMs, id);
          slips.clean([id]);
        }
        if (personal.length === 0) return;
        logErased({ scope: 'retention', upToNumber: last }, nowMs);
        noteRetired(db, nowMs);
      });
      return last;
    },

    /** The same for wholesale orders, a bounded piece per call. Answers how many had a buyer to forget. */
    retireWholesale: (beforeMs: number, max: number): number =>
      inTransaction(db, () => {
        const nowMs = clock();
        const retired = wholesale.retire(beforeMs, max, nowMs);
        if (retired > 0) noteRetired(db, nowMs);
        return retired;
      }),

    /** Clears the answers to commands that were taken before `beforeMs`. */
    async retireInbox(beforeMs: number): Promise<void> {
      const statement = sqlite.prepare<[number, number, number]>(
        `update inbox set outcome = json_set(outcome, '$.order.customerPhone', null, '$.order.observations', '')
         where rowid > ? and rowid <= ? and at_ms < ?
         and (json_extract(outcome, '$.order.customerPhone') is not null or json_extract(outcome, '$.order.observations') <> '')`,
      );
      await eachInboxBatch(db, { run: (from, to) => statement.run(from, to, beforeMs) });
      await eachInboxBatch(db, wholesale.inboxBefore(beforeMs));
      emptyJournal();
    },
  };
}
