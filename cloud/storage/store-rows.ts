// All rows of one store, whatever the table: what goes along when a shop moves from one relay's PostgreSQL to another's. Read from the
// schema, so that a table that is added moves like the others.
import { setTimeout as pause } from 'node:timers/promises';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Client } from 'pg';
import * as schema from './schema.ts';
import { SHARD_COLUMN } from './shards.ts';

/** Rows that are taken at once; of pictures and copies, which are large, so many. */
const PIECE = 200;
const PIECE_OF_BYTES = 4;
/** How long one change of a table waits for it, and how often it is tried. */
const LOCK_MS_MAX = 1000;
const LOCK_TRIES_MAX = 40;
const LOCK_NOT_AVAILABLE = '55P03';
/** Says to the fence that it is the move itself that writes. For one transaction. */
const LET_THROUGH = `set local "balcao.moving" = 'on'`;

type MovedTable = {
  name: string;
  /** Without those that PostgreSQL numbers by itself. */
  columns: { name: string; type: string }[];
  /** The column that PostgreSQL numbers: its order is kept, its numbers are not. */
  numbered: string | null;
  piece: number;
};

/** Belongs to the processes of one relay. */
const STAYS = new Set(['store_links']);

const quoted = (name: string): string => `"${name}"`;

/** Every table with rows of a store that mean the same on another relay. */
export const MOVED_TABLES: readonly MovedTable[] = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table))
  .filter(({ name, columns }) => !STAYS.has(name) && columns.some((one) => one.name === SHARD_COLUMN))
  .map(({ name, columns }) => ({
    name,
    columns: columns
      .filter((one) => one.generatedIdentity === undefined)
      .map((one) => ({ name: one.name, type: one.getSQLType() })),
    numbered: columns.find((one) => one.generatedIdentity !== undefined)?.name ?? null,
    piece: columns.some((one) => one.getSQLType() === 'bytea') ? PIECE_OF_BYTES : PIECE,
  }));

const fenceName = (storeId: string): string => `moving_${storeId.replaceAll('-', '')}`;

/**
 * Lets nobody change the store's rows, in every process of the relay. A new row is refused. A row that is there stays as it is, without an
 * error: rounds over all stores, which claim what they find, go past it. When it answers, all that was being written is written:
 * PostgreSQL makes a trigger only once nobody is writing to its table. One statement a table, so that it never holds one table while it
 * waits for another. Begun again, it does what is left.
 */
export async function fenceStore(client: Client, storeId: string): Promise<void> {
  await client.query(`create or replace function balcao_keep_while_moving() returns trigger language plpgsql as $$
    begin
      if coalesce(new.store_id, old.store_id) <> tg_argv[0]::uuid or coalesce(current_setting('balcao.moving', true), '') = 'on' then
        return coalesce(new, old);
      end if;
      if tg_op = 'INSERT' then
        raise exception 'store % is being moved to another relay', tg_argv[0];
      end if;
      return null;
    end $$`);
  for (const { name } of MOVED_TABLES)
    await changeTable(
      client,
      `create or replace trigger ${fenceName(storeId)} before insert or update or delete on ${quoted(name)}
       for each row execute function balcao_keep_while_moving('${storeId}')`,
    );
}

/** Takes the fence away. Begun again, it does what is left. */
export async function unfenceStore(client: Client, storeId: string): Promise<void> {
  for (const { name } of MOVED_TABLES)
    await changeTable(client, `drop trigger if exists ${fenceName(storeId)} on ${quoted(name)}`);
}

/** Waits for the table a short while at a time: whoever comes after a change that waits would wait behind it, whichever store they are of. */
async function changeTable(client: Client, statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${LOCK_MS_MAX}ms'`);
      await client.query(statement);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES_MAX) throw error;
      await pause(LOCK_MS_MAX / 2);
    }
  }
}

/**
 * Copies the store's rows, within a transaction that is open on `to`, and answers how many. Throws when what arrived is not what left, to
 * the last value. Amounts, instants and bytes go as PostgreSQL writes them, so that nothing is understood on the way.
 */
export async function copyStoreRows(from: Client, to: Client, storeId: string): Promise<number> {
  let copied = 0;
  for (const table of MOVED_TABLES) {
    for await (const rows of readPieces(from, table, storeId)) {
      await insertRows(to, table, rows);
      copied += rows.length;
    }
    const [left, arrived] = [await sumOf(from, table, storeId), await sumOf(to, table, storeId)];
    if (left !== arrived)
      throw new Error(`${table.name}: ${arrived} arrived, and ${left} left (rows and their sum)`);
  }
  return copied;
}

/** Forgets the store at the relay that it left; only that it was there, and is no longer, is kept. One transaction. */
export async function deleteStoreRows(client: Client, storeId: string, nowMs: number): Promise<void> {
  await client.query('begin');
  try {
    await client.query(LET_THROUGH);
    for (const { name } of MOVED_TABLES)
      if (name !== 'stores') await client.query(`delete from ${quoted(name)} where store_id = $1`, [storeId]);
    await client.query('delete from store_links where store_id = $1', [storeId]);
    await client.query(
      'update stores set revoked_at_ms = $2, host = null, leaving_at_ms = null where store_id = $1',
      [storeId, nowMs],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** How many rows of the store there are beside the one that names it. */
export async function countStoreRows(client: Client, storeId: string): Promise<number> {
  let count = 0;
  for (const { name } of MOVED_TABLES) {
    if (name === 'stores') continue;
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${quoted(name)} where store_id = $1`,
      [storeId],
    );
    count += rows[0]?.count ?? 0;
  }
  return count;
}

async function* readPieces(
  client: Client,
  { name, columns, numbered, piece }: MovedTable,
  storeId: string,
): AsyncGenerator<(string | null)[][]> {
  const order = numbered === null ? '' : ` order by ${quoted(numbered)}`;
  await client.query(
    `declare moved no scroll cursor for select ${columns.map((one) => `${quoted(one.name)}::text`).join(', ')}
     from ${quoted(name)} where store_id = '${storeId}'${order}`,
  );
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${piece} from moved`,
      rowMode: 'array',
    });
    if (rows.length > 0) yield rows;
    if (rows.length < piece) break;
  }
  await client.query('close moved');
}

/** A store that was here before, and left, is there again. */
async function insertRows(
  client: Client,
  { name, columns }: MovedTable,
  rows: (string | null)[][],
): Promise<void> {
  const lists = columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const names = columns.map((_, at) => `c${at}`).join(', ');
  const values = columns.map(({ type }, at) => `c${at}::${type}`).join(', ');
  const again =
    name === 'stores'
      ? ` on conflict (store_id) do update set ${columns.map((one) => `${quoted(one.name)} = excluded.${quoted(one.name)}`).join(', ')}`
      : '';
  await client.query(
    `insert into ${quoted(name)} (${columns.map((one) => quoted(one.name)).join(', ')})
     select ${values} from unnest(${lists}) with ordinality as given(${names}, nth) order by nth${again}`,
    columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  );
}

/** The number of a store's rows and a sum over every value of them. The order of rows does not count. */
async function sumOf(client: Client, { name, columns }: MovedTable, storeId: string): Promise<string> {
  const values = columns
    .filter((one) => !(name === 'stores' && one.name === 'leaving_at_ms'))
    .map((one) => `coalesce(${quoted(one.name)}::text, '~')`)
    .join(`, '|', `);
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(concat(${values}), 0)::numeric), 0) as sum
     from ${quoted(name)} where store_id = $1`,
    [storeId],
  );
  return rows[0]?.sum ?? '';
}
