// The relay's tables as the code knows them are those that the migrations make: what is changed in one of the two alone would be met by a
// shop, or by whoever makes the next migration.
import { is, sql } from 'drizzle-orm';
import { getTableConfig, IndexedColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as schema from '../../../cloud/storage/schema.ts';
import { openDatabase, rowsOf, type TestDatabase } from '../../harness/database.ts';

type Column = { name: string; type: string; isRequired: boolean; isFilled: boolean };

let database: TestDatabase;
const db = () => database.db;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());

const tables = Object.values<unknown>(schema).filter((one) => is(one, PgTable));
const named = tables.map((table) => [getTableConfig(table).name, table] as const);
const byName = (columns: Column[]): Column[] => columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));

it.each(named)('the table %s has the columns and the key that the code knows', async (name, table) => {
  const { columns, primaryKeys } = getTableConfig(table);
  const made = await rowsOf<Column>(
    db(),
    sql`select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired",
        (atthasdef or attidentity <> '') as "isFilled"
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`,
  );
  const known = columns.map((column) => ({
    name: column.name,
    type: column.getSQLType(),
    isRequired: column.notNull,
    isFilled: column.hasDefault,
  }));
  expect(byName(made)).toEqual(byName(known));
  const key = await rowsOf<{ name: string }>(
    db(),
    sql`select attname as name from pg_index, unnest(indkey) with ordinality as part(number, place)
      join pg_attribute on attnum = part.number
      where indrelid = ${name}::regclass and attrelid = indrelid and indisprimary order by place`,
  );
  expect(key.map((one) => one.name)).toEqual(
    (primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)).map((one) => one.name),
  );
});

/** Beside the key's own, as PostgreSQL writes them out. */
const indexesOf = (name: string) =>
  rowsOf<{ name: string; definition: string }>(
    db(),
    sql`select relname as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = ${name}::regclass and not indisprimary order by relname`,
  );

it.each(named)('the table %s has the indexes that the code knows, of the same rows', async (name, table) => {
  const made = await indexesOf(name);
  for (const one of made) await db().execute(sql`drop index ${sql.identifier(one.name)}`);
  // Made anew as the code has them, for PostgreSQL alone can say whether two conditions are one.
  for (const { config } of getTableConfig(table).indexes) {
    const columns = config.columns
      .filter((one) => is(one, IndexedColumn))
      .map((one) => sql.identifier(one.name ?? ''));
    await db().execute(
      sql`create ${sql.raw(config.unique ? 'unique' : '')} index ${sql.identifier(config.name ?? '')}
        on ${table} (${sql.join(columns, sql`, `)})
        ${config.where === undefined ? sql.empty() : sql`where ${config.where}`}`,
    );
  }
  expect(await indexesOf(name)).toEqual(made);
});
