// What wholesale orders hold of their buyers, and how it is forgotten: in the tables, the log, the answers to the relay, and on
// slips that wait for paper. Orders, lines and sums stay. The caller holds the wiping transaction.
import type { Db } from '../../storage/open.ts';
import type { Outbox } from '../../storage/outbox.ts';
import type { Wholesale } from '../wholesale/wholesale.ts';
import { logErasure } from './replica.ts';

const IS_PERSONAL =
  "(customer_name is not null or customer_phone is not null or customer_cpf_cnpj is not null or customer_address is not null or observations <> '')";
const CLEANED_OUTCOME =
  "json_set(outcome, '$.wholesale.customerName', null, '$.wholesale.customerPhone', null, '$.wholesale.customerCpfCnpj', null, '$.wholesale.customerAddress', null, '$.wholesale.observations', '')";

export type WholesaleErasure = ReturnType<typeof createWholesaleErasure>;

export function createWholesaleErasure(deps: {
  db: Db;
  outbox: Outbox;
  wholesale: Pick<Wholesale, 'repository' | 'log'>;
}) {
  const { outbox } = deps;
  const { repository, log } = deps.wholesale;
  const sqlite = deps.db.$client;
  const clean = sqlite.prepare<[number, string]>(
    "update wholesale_orders set customer_name = null, customer_phone = null, customer_cpf_cnpj = null, customer_address = null, observations = '', request_hash = 'erased', updated_at_ms = max(updated_at_ms, ?) where id = ?",
  );
  // Word for word the condition of the partial index `outbox_wholesale`.
  const emptyBodies = sqlite.prepare<[string]>(
    "update outbox set body = null where kind = 'wholesale-order' and aggregate_id = ?",
  );
  const dropSlips = sqlite.prepare<[string]>('delete from print_jobs where order_id = ?');
  const ofPhone = sqlite.prepare<[string], { id: string }>(
    'select id from wholesale_orders where customer_phone = ?',
  );
  const old = sqlite.prepare<[number, number], { id: string }>(
    `select id from wholesale_orders where created_at_ms < ? and ${IS_PERSONAL} order by number limit ?`,
  );

  function purge(ids: readonly string[], nowMs: number): void {
    if (ids.length === 0) return;
    for (const id of ids) {
      emptyBodies.run(id);
      dropSlips.run(id);
      clean.run(nowMs, id);
      const order = repository.byId(id);
      if (order) log(order);
    }
    logErasure(outbox, { scope: 'wholesale-person', orderIds: [...ids] }, nowMs);
  }

  return {
    /** Forgets one buyer. Answers the orders it was in. */
    purgePhone(phone: string, nowMs: number): string[] {
      const ids = ofPhone.all(phone).map(({ id }) => id);
      purge(ids, nowMs);
      return ids;
    },

    /** Forgets the buyers of orders from before `beforeMs`, up to `max` of them. Answers how many. */
    retire(beforeMs: number, max: number, nowMs: number): number {
      const ids = old.all(beforeMs, max).map(({ id }) => id);
      purge(ids, nowMs);
      return ids.length;
    },

    /** One piece of the answers to old commands, by their place in the table. */
    inboxOf: (orderIds: readonly string[]) => {
      const ids = JSON.stringify(orderIds);
      const statement = sqlite.prepare<[number, number, string]>(
        `update inbox set outcome = ${CLEANED_OUTCOME} where rowid > ? and rowid <= ? and json_extract(outcome, '$.wholesale.id') in (select value from json_each(?))`,
      );
      return { run: (from: number, to: number) => statement.run(from, to, ids) };
    },
    inboxBefore: (beforeMs: number) => {
      const statement = sqlite.prepare<[number, number, number]>(
        `update inbox set outcome = ${CLEANED_OUTCOME} where rowid > ? and rowid <= ? and at_ms < ? and json_extract(outcome, '$.wholesale.id') is not null`,
      );
      return { run: (from: number, to: number) => statement.run(from, to, beforeMs) };
    },
  };
}
