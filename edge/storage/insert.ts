// Rows written with every order: the statement prepared once, its values in the order of the columns. Drizzle's own looks each
// placeholder up anew, which took as long as SQLite's part.
import { getTableColumns, getTableName, type InferSelectModel } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './open.ts';

/** Answers the function that inserts one row. A row must name every column: a missing one is an error of the driver. */
export function prepareInsert<T extends SQLiteTable>(db: Db, table: T): (row: InferSelectModel<T>) => void {
  const columns = Object.entries(getTableColumns(table));
  const statement = db.$client.prepare<unknown[]>(
    `insert into "${getTableName(table)}" (${columns.map(([, { name }]) => `"${name}"`).join(', ')}) ` +
      `values (${columns.map(() => '?').join(', ')})`,
  );
  return (row) => {
    statement.run(
      columns.map(([key, column]) => {
        const value = (row as Record<string, unknown>)[key];
        return value === null || value === undefined ? value : column.mapToDriverValue(value);
      }),
    );
  };
}
