// The yardstick of the store: the rows of one order in one transaction, by the bare driver, and nothing else.
// Same rows, same columns, same bytes, same durability; plain tables without foreign keys or second indexes.
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Order } from '@balcao/shared/order/order.ts';

type Value = string | number | null;
type Row = Record<string, Value>;

/** Opens a database of its own and answers the function that saves one order like `sample`. */
export function bareTransaction(file: string, sample: Order): () => number {
  const sqlite = new Database(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  const { items, ...fields } = sample;
  const order = rowOf({ ...fields, requestHash: 'h'.repeat(64) });
  const itemRows = items.map(({ toppings: _toppings, ...item }, position) =>
    rowOf({ number: 0, position, ...item }),
  );
  const toppingRows = items.flatMap((item, itemPosition) =>
    item.toppings.map((topping, position) => rowOf({ number: 0, itemPosition, position, ...topping })),
  );
  const log: Row = {
    seq: 0,
    lineage: randomUUID(),
    epoch: 1,
    kind: 'order',
    aggregateId: '',
    sealed: 0,
    body: JSON.stringify({ order: sample, trackingTokenHash: 'h'.repeat(64) }),
    bodyHash: 'h'.repeat(64),
    hash: 'h'.repeat(64),
    atMs: sample.createdAtMs,
  };
  const insertOrder = inserter(sqlite, 'orders', order, 'orderNumber');
  const insertItem = inserter(sqlite, 'items', itemRows[0] ?? {});
  const insertTopping = inserter(sqlite, 'toppings', toppingRows[0] ?? {});
  const insertLog = inserter(sqlite, 'log', log, 'seq');
  sqlite.exec(
    "create table counter (name text primary key, value integer) ; insert into counter values ('order', 0)",
  );
  const count = sqlite.prepare<[], { value: number }>(
    "update counter set value = value + 1 where name = 'order' returning value",
  );

  const save = sqlite.transaction((): number => {
    const number = count.get()?.value ?? 0;
    const id = randomUUID();
    insertOrder({ ...order, orderNumber: number, id });
    for (const item of itemRows) insertItem({ ...item, number });
    for (const topping of toppingRows) insertTopping({ ...topping, number });
    insertLog({ ...log, seq: number, aggregateId: id });
    return number;
  });
  return () => save.immediate();
}

/** What SQLite can hold of an object: flags become numbers. */
const rowOf = (fields: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? Number(value) : (value as Value),
    ]),
  );

function inserter(sqlite: Database.Database, table: string, sample: Row, key?: string): (row: Row) => void {
  const names = Object.keys(sample);
  const columns = names.map((name) => (name === key ? `${name} integer primary key` : name));
  sqlite.exec(`create table ${table} (${columns.join(', ')})`);
  const insert = sqlite.prepare(`insert into ${table} values (${names.map(() => '?').join(', ')})`);
  return (row) => void insert.run(names.map((name) => row[name] ?? null));
}
