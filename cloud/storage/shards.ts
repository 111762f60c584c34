// How the relay's tables stand on a PostgreSQL of several machines (Citus): all rows of a store on one of them. Written from the
// schema, so that a table that is added is spread like the others, or fails its test. Run by nobody but the operator.
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema.ts';

/** The column by whose value a row finds its machine. */
export const SHARD_COLUMN = 'store_id';
/** Every other table lies beside its rows of the same store. */
const FIRST = 'stores';

/** Tables that no store owns, and where they stand. `everywhere`: few rows, hardly written. `here`: on the machine that is asked. */
export const UNSHARDED: Readonly<Record<string, { stands: 'everywhere' | 'here'; reason: string }>> = {
  pairing_codes: { stands: 'everywhere', reason: 'a code is looked up before its store is known' },
  relay_facts: { stands: 'everywhere', reason: 'what the relay knows of itself, read once at its start' },
  limit_counts: { stands: 'here', reason: 'counts callers before a store is known; forgotten by a crash' },
};

/** Every table of the relay's schema, by its name. */
export const TABLES: ReadonlyMap<string, { isSharded: boolean }> = new Map(
  Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map((table) => getTableConfig(table))
    .map(({ name, columns }) => [name, { isSharded: columns.some((one) => one.name === SHARD_COLUMN) }]),
);

/** The statements that spread an empty or filled database over machines, in their order. One table that fits nowhere is an error. */
export function shardStatements(): string[] {
  const names = [...TABLES.keys()].toSorted((one, other) =>
    one === FIRST ? -1 : other === FIRST ? 1 : one.localeCompare(other),
  );
  return names.flatMap((name) => {
    if (TABLES.get(name)?.isSharded) {
      const beside = name === FIRST ? 'none' : FIRST;
      return [`select create_distributed_table('${name}', '${SHARD_COLUMN}', colocate_with => '${beside}');`];
    }
    const place = UNSHARDED[name];
    if (place === undefined)
      throw new Error(`${name} has no ${SHARD_COLUMN}, and nothing says where it stands`);
    return place.stands === 'here' ? [] : [`select create_reference_table('${name}');`];
  });
}
