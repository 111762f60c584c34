// Every row of a store's database, for the record of what a step changes (store-record.ts).
import type { TestStore } from '../../edge/testing/open-test-store.ts';

/** The log and the audit are told in words of their own; the menu's document and its pictures are told by its entries. */
const NOT_AS_ROWS = new Set(['outbox', 'audit', 'doc_updates', 'images', '__drizzle_migrations']);
const TABLES =
  "select name, wr from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%' order by name";

/** Reads each row by its table and key, as JSON of its columns without the key, what is null and what is left out (`table.column`, or `table key`). */
export function createRowReader(
  { db: { $client: sqlite } }: Pick<TestStore, 'db'>,
  leaveOut: readonly string[],
): () => Map<string, string> {
  const keysOf = sqlite
    .prepare<[string], string>('select name from pragma_table_info(?) where pk > 0 order by pk')
    .pluck();
  const tables = sqlite
    .prepare<[], { name: string; wr: number }>(TABLES)
    .all()
    .filter(({ name }) => !NOT_AS_ROWS.has(name))
    .map(({ name, wr }) => {
      const keys = keysOf.all(name);
      // In the order of their insertion: keys may be made by chance.
      const order = wr === 1 ? keys.join(', ') : 'rowid';
      const all = sqlite.prepare<[], Record<string, unknown>>(`select * from "${name}" order by ${order}`);
      return { name, keys, all };
    });

  return () => {
    const rows = new Map<string, string>();
    for (const { name, keys, all } of tables)
      for (const row of all.all()) {
        const shown = Object.entries(row).filter(
          ([column, value]) =>
            value !== null && !keys.includes(column) && !leaveOut.includes(`${name}.${column}`),
        );
        const key = keys.map((column) => String(row[column])).join('/');
        if (!leaveOut.includes(`${name} ${key}`))
          rows.set(`${name} ${key}`, JSON.stringify(Object.fromEntries(shown)));
      }
    return rows;
  };
}
