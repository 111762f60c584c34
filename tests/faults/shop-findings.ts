// What a healed shop must look like: every promise kept once, one chain on both sides, every ticket accounted for.
// Reads the databases from beside, never through the servers' own code.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { chainInput, type ChangeRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { ORDER_BODY } from '../../cloud/storage/schema.ts';
import { rankOf } from './shop-client.ts';
import type { Promised } from './shop-crowd.ts';

export type RelayDatabase = {
  query(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

type StoreRow = {
  id: string;
  number: number;
  code: string;
  items: number;
  toppings: number;
  status: string;
  paymentMethod: string | null;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const openStoreFile = (dataDir: string): Database.Database =>
  new Database(join(dataDir, 'edge', 'store.db'), { readonly: true, fileMustExist: true });

/** What still has to happen before the sides are alike; empty when they are. */
export async function unsettled(dataDir: string, relay: RelayDatabase): Promise<string[]> {
  const store = openStoreFile(dataDir);
  try {
    const head = store.prepare('select seq, hash from outbox order by seq desc limit 1').get() as
      | { seq: number; hash: string }
      | undefined;
    const [cursor] = await relay.query('select seq, hash from stores');
    const [{ count: waiting } = { count: 0 }] = await relay.query(
      `select count(*)::int as count from commands where state in ('queued', 'deferred')`,
    );
    const printing = store
      .prepare(`select count(*) from print_jobs where state in ('queued', 'sending')`)
      .pluck()
      .get() as number;
    const left: string[] = [];
    if (Number(cursor?.['seq'] ?? 0) !== (head?.seq ?? 0))
      left.push(`the relay is at ${Number(cursor?.['seq'])} of ${head?.seq ?? 0} rows`);
    if (Number(waiting) > 0) left.push(`${Number(waiting)} commands wait`);
    if (printing > 0) left.push(`${printing} tickets wait`);
    return left;
  } finally {
    store.close();
  }
}

/** Everything that is wrong in a healed shop, in sentences. */
export async function findings(
  dataDir: string,
  relay: RelayDatabase,
  promises: ReadonlyMap<string, Promised>,
  { printing = true }: { printing?: boolean } = {},
): Promise<string[]> {
  const store = openStoreFile(dataDir);
  try {
    return [
      ...ofTheFile(store),
      ...ofPromises(store, promises),
      ...ofNumbers(store),
      ...(printing ? ofTickets(store) : []),
      ...(await ofBothSides(store, relay)),
    ];
  } finally {
    store.close();
  }
}

function ofTheFile(store: Database.Database): string[] {
  const checks = [
    ...(store.pragma('integrity_check') as { integrity_check: string }[]).map((row) => row.integrity_check),
  ].filter((text) => text !== 'ok');
  const orphans = store.pragma('foreign_key_check') as object[];
  return [...checks, ...orphans.map((row) => `a row without its parent: ${JSON.stringify(row)}`)];
}

function ofPromises(store: Database.Database, promises: ReadonlyMap<string, Promised>): string[] {
  const rows = store
    .prepare(
      `select o.id, o.number, o.code, o.status, o.payment_method as paymentMethod,
        (select count(*) from order_items i where i.order_number = o.number) as items,
        (select count(*) from order_item_toppings t where t.order_number = o.number) as toppings
      from orders o`,
    )
    .all() as StoreRow[];
  const byId = Map.groupBy(rows, (row) => row.id);
  const wrong: string[] = [];
  for (const { body, host, placed, status, cash } of promises.values()) {
    const found = byId.get(body.id) ?? [];
    const [row] = found;
    if (!row || found.length !== 1) {
      wrong.push(`order ${body.id}, acknowledged by the ${host}, is there ${found.length} times`);
      continue;
    }
    const toppings = body.items.reduce((sum, item) => sum + item.toppings.length, 0);
    if (row.items !== body.items.length || row.toppings !== toppings) {
      wrong.push(
        `order ${row.number} has ${row.items} items and ${row.toppings} toppings, not ${body.items.length} and ${toppings}`,
      );
    }
    if (placed && (placed.order.code !== row.code || placed.order.orderNumber !== row.number)) {
      wrong.push(
        `order ${body.id} was acknowledged as ${placed.order.code} nº ${placed.order.orderNumber} and is ${row.code} nº ${row.number}`,
      );
    }
    if (rankOf(row.status as Order['status']) < rankOf(status))
      wrong.push(`order ${row.number} was told to be ${status} and is ${row.status}`);
    if (cash && row.paymentMethod !== 'cash')
      wrong.push(`order ${row.number} was told to be paid in cash and is not`);
  }
  const halves = rows.filter((row) => row.items === 0).map((row) => `order ${row.number} has no items`);
  return [...wrong, ...halves];
}

/** No two orders share a name, whatever the database's own constraints say. */
function ofNumbers(store: Database.Database): string[] {
  const twice = (what: string, columns: string, where = '1'): string[] =>
    store
      .prepare(
        `select count(*) as times, ${columns} from orders where ${where} group by ${columns} having times > 1`,
      )
      .all()
      .map((row) => `${what} twice: ${JSON.stringify(row)}`);
  return [
    ...twice('id', 'id'),
    ...twice('code', 'code'),
    ...twice('number', 'number'),
    ...twice('panel number', 'panel_date, panel_series, panel_number', 'panel_number is not null'),
  ];
}

/** One ticket for each order that reached the kitchen; each printed, or in front of a person. */
function ofTickets(store: Database.Database): string[] {
  const rows = store
    .prepare(
      `select o.number, count(j.id) as jobs, group_concat(j.state) as states
      from orders o left join print_jobs j on j.order_id = o.id and j.purpose = 'kitchen'
      where o.status in ('RECEBIDO', 'PREPARING', 'READY', 'DELIVERED') group by o.number`,
    )
    .all() as { number: number; jobs: number; states: string | null }[];
  return rows
    .filter((row) => row.jobs !== 1 || !['printed', 'sent'].includes(row.states ?? ''))
    .map((row) => `order ${row.number} has ${row.jobs} tickets: ${row.states}`);
}

/** The relay keeps a person sealed, with a key that is not at hand here: whether there is one is compared, and all else as it is. */
const besidesPerson = (order: Order) => ({
  ...order,
  customerPhone: order.customerPhone !== null,
  observations: order.observations !== '',
});

async function ofBothSides(store: Database.Database, relay: RelayDatabase): Promise<string[]> {
  const rows = store
    .prepare(
      'select seq, lineage, epoch, kind, aggregate_id as aggregateId, sealed, body, body_hash as bodyHash, hash, at_ms as atMs from outbox order by seq',
    )
    .all() as (Omit<ChangeRow, 'sealed'> & { sealed: number })[];
  const wrong: string[] = [];
  let hash: string = GENESIS_HASH;
  for (const [index, row] of rows.entries()) {
    if (row.seq !== index + 1) wrong.push(`row ${row.seq} stands at place ${index + 1}`);
    const expected = sha256(chainInput(hash, { ...row, sealed: row.sealed === 1 }));
    if (expected !== row.hash) wrong.push(`row ${row.seq} does not follow from the one before`);
    hash = row.hash;
  }
  const [cursor] = await relay.query('select seq, hash from stores');
  if (cursor?.['hash'] !== hash)
    wrong.push(`the relay's last hash is another one than the store's at row ${rows.length}`);
  const copied = await relay.query('select seq, hash from change_log order by seq');
  if (copied.length !== rows.length || copied.some((row, index) => row['hash'] !== rows[index]?.hash))
    wrong.push(`the relay knows ${copied.length} of ${rows.length} rows`);

  const newest = new Map(
    rows.filter((row) => row.kind === 'order').map((row) => [row.aggregateId, row.body]),
  );
  const known = new Set(store.prepare('select id from orders').pluck().all() as string[]);
  for (const id of known) if (!newest.has(id)) wrong.push(`order ${id} is in no row of the log`);
  for (const id of newest.keys())
    if (!known.has(id)) wrong.push(`the log tells of order ${id}, which does not exist`);
  const replicas = await relay.query(`select id, status, payment_status, ${ORDER_BODY} as body from orders`);
  if (replicas.length !== newest.size)
    wrong.push(`the relay has ${replicas.length} orders, the store ${newest.size}`);
  for (const replica of replicas) {
    const logged = newest.get(String(replica['id']));
    const order = logged ? (JSON.parse(logged) as { order: Order }).order : null;
    const copy = JSON.parse(String(replica['body'])) as Order;
    const shown = [replica['status'], replica['payment_status']];
    if (
      !isDeepStrictEqual(order && besidesPerson(order), besidesPerson(copy)) ||
      !isDeepStrictEqual(shown, [order?.status, order?.paymentStatus])
    )
      wrong.push(`the relay's copy of order ${String(replica['id'])} is not the store's`);
  }
  return wrong;
}
