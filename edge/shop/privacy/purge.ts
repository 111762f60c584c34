// An erasure that the relay's copy tells of, done again on a database that still knows what was erased: an old backup, a copy
// that lost its last days. Log rows keep their hashes and lose their bodies, as when it was done first.
import type { ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import type { Db } from '../../storage/open.ts';

const GONE = JSON.stringify({ status: 'refused', refusal: { code: 'order-not-found' } });
const CLEAN_OUTCOME = "json_set(outcome, '$.order.customerPhone', null, '$.order.observations', '')";
const CLEAN_WHOLESALE =
  "json_set(outcome, '$.wholesale.customerName', null, '$.wholesale.customerPhone', null, '$.wholesale.customerCpfCnpj', null, '$.wholesale.customerAddress', null, '$.wholesale.observations', '')";

type Purge = (erasure: ErasureBody, seq: number) => void;

/** `seq` is the erasure's own place in the log: only what was said before it is emptied. Inside a transaction. */
export function createPurge(db: Db): Purge {
  const sqlite = db.$client;
  const run = (sql: string, parameters: object): void => void sqlite.prepare(sql).run(parameters);

  function emptyBodies(ids: string, seq: number): void {
    run(
      "update outbox set body = null where kind = 'order' and seq < :seq and aggregate_id in (select value from json_each(:ids))",
      { ids, seq },
    );
  }

  /** Before the orders lose it. The reports are summed up anew after a restore. */
  function purgeClients(ids: string): void {
    run(
      'delete from report_clients where phone in (select customer_phone from orders where id in (select value from json_each(:ids)))',
      { ids },
    );
  }

  function drop(ids: string, seq: number): void {
    emptyBodies(ids, seq);
    purgeClients(ids);
    run('delete from print_jobs where order_id in (select value from json_each(:ids))', { ids });
    run(
      "update inbox set outcome = :gone where json_extract(outcome, '$.order.id') in (select value from json_each(:ids))",
      { ids, gone: GONE },
    );
    run('delete from orders where id in (select value from json_each(:ids))', { ids });
  }

  function clean(ids: string, seq: number): void {
    emptyBodies(ids, seq);
    run('delete from print_jobs where order_id in (select value from json_each(:ids))', { ids });
    purgeClients(ids);
    run(
      `update inbox set outcome = ${CLEAN_OUTCOME} where json_extract(outcome, '$.order.id') in (select value from json_each(:ids))`,
      { ids },
    );
    run(
      "update orders set customer_phone = null, observations = '', request_hash = 'erased', caller = null where id in (select value from json_each(:ids))",
      { ids },
    );
  }

  /** Of a person the newest row was said anew, without them: it keeps its body through `work`. */
  function butNewest(kind: string, ids: string, seq: number, work: () => void): void {
    const newest = sqlite
      .prepare<[string, string, number], { seq: number; body: string }>(
        'select max(seq) as seq, body from outbox where kind = ? and body is not null and aggregate_id in (select value from json_each(?)) and seq < ? group by aggregate_id',
      )
      .all(kind, ids, seq);
    work();
    for (const row of newest) run('update outbox set body = :body where seq = :seq', row);
  }

  function purgeBuyers(ids: string, seq: number): void {
    butNewest('wholesale-order', ids, seq, () =>
      run(
        "update outbox set body = null where kind = 'wholesale-order' and seq < :seq and aggregate_id in (select value from json_each(:ids))",
        { ids, seq },
      ),
    );
    run('delete from print_jobs where order_id in (select value from json_each(:ids))', { ids });
    run(
      `update inbox set outcome = ${CLEAN_WHOLESALE} where json_extract(outcome, '$.wholesale.id') in (select value from json_each(:ids))`,
      { ids },
    );
    run(
      "update wholesale_orders set customer_name = null, customer_phone = null, customer_cpf_cnpj = null, customer_address = null, observations = '', request_hash = 'erased' where id in (select value from json_each(:ids))",
      { ids },
    );
  }

  const upTo = (number: number): string =>
    JSON.stringify(
      sqlite
        .prepare<[number], { id: string }>('select id from orders where number <= ?')
        .all(number)
        .map(({ id }) => id),
    );

  return (erasure, seq) => {
    switch (erasure.scope) {
      case 'orders':
        drop(JSON.stringify(erasure.orderIds), seq);
        return;
      case 'history':
        drop(upTo(erasure.upToNumber), seq);
        run("update outbox set body = null where kind in ('order', 'payment') and seq < :seq", { seq });
        run('delete from payments where order_id not in (select id from orders)', {});
        return;
      case 'person': {
        const ids = JSON.stringify(erasure.orderIds);
        butNewest('order', ids, seq, () => clean(ids, seq));
        return;
      }
      case 'retention':
        clean(upTo(erasure.upToNumber), seq);
        return;
      case 'wholesale-person':
        purgeBuyers(JSON.stringify(erasure.orderIds), seq);
    }
  };
}
