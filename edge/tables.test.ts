// The tables as the code knows them are those that the migrations make: what is changed in one of the two alone would be met by a shop,
// or by whoever makes the next migration.
import { fileURLToPath } from 'node:url';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, expect, it } from 'vitest';
import * as users from './shop/users/schema.ts';
import { openDatabase } from './storage/open.ts';
import * as cash from './storage/schema/cash.ts';
import * as identity from './storage/schema/identity.ts';
import * as menu from './storage/schema/menu.ts';
import * as orders from './storage/schema/orders.ts';
import * as payments from './storage/schema/payments.ts';
import * as printing from './storage/schema/printing.ts';
import * as replication from './storage/schema/replication.ts';
import * as reports from './storage/schema/reports.ts';
import * as staff from './storage/schema/staff.ts';
import * as wholesale from './storage/schema/wholesale.ts';

type Column = { name: string; type: string; isRequired: number; placeInKey: number };

const FILES = [
  ...[users, cash, identity, menu, orders, payments],
  ...[printing, replication, reports, staff, wholesale],
];
const tables = FILES.flatMap((file) => Object.values<unknown>(file)).filter((one) => is(one, SQLiteTable));

const db = openDatabase(':memory:', fileURLToPath(new URL('storage/migrations', import.meta.url)));
afterAll(() => void db.$client.close());

const byName = (columns: Column[]): Column[] => columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));

it.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  'the table %s has the columns, the types and the key that the code knows',
  (name, table) => {
    const { columns, primaryKeys } = getTableConfig(table);
    const key = (primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)).map((one) => one.name);
    const known = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      isRequired: Number(column.notNull),
      placeInKey: key.indexOf(column.name) + 1,
    }));
    const made = db.$client
      .prepare<[string], Column>(
        'select name, lower(type) as type, "notnull" as isRequired, pk as placeInKey from pragma_table_info(?)',
      )
      .all(name);
    expect(byName(made)).toEqual(byName(known));
  },
);
