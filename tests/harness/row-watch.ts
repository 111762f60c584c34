// Which rows of the relay's database changed since it was looked at last, as lines in an order that nothing drawn by lot decides.
import { sql } from 'drizzle-orm';
import type { Db } from '../../cloud/storage/open.ts';
import { rowsOf } from './database.ts';
import { fieldsOf, written, type createNames } from './record-text.ts';

/** Counters that change by asking alone, and keys that are drawn once. */
const LEFT_OUT = new Set(['limit_counts', 'relay_facts']);
/** Written when the process finds time for it. */
const COLUMNS_LEFT_OUT = new Set(['last_seen_ms', 'position', 'seen_at_ms']);

const inOrder = new Intl.Collator('en', { numeric: true });

type Row = Record<string, unknown>;
type Kept = { table: string; key: string; row: Row };

/** Bytes by their number, and of what merges in any order nothing. */
function plain(table: string, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !COLUMNS_LEFT_OUT.has(column))
      .map(([column, value]) => {
        if (table === 'commands' && column === 'outcome' && row['kind'] !== 'order.place')
          return [column, shortened(value)];
        if (typeof value !== 'string' || !value.startsWith(String.raw`\x`)) return [column, value];
        return [column, table === 'images' ? `${(value.length - 2) / 2} bytes` : 'bytes'];
      }),
  );
}

/** The order that a store answers with is written out where it was placed, and named here. */
function shortened(outcome: unknown): unknown {
  if (!isObject(outcome) || !isObject(outcome['order'])) return outcome;
  const { id, status, paymentStatus, paymentMethod, customerPhone, observations } = outcome['order'];
  return { ...outcome, order: { id, status, paymentStatus, paymentMethod, customerPhone, observations } };
}

export async function createRowWatch(db: Db, names: Pick<ReturnType<typeof createNames>, 'named'>) {
  const tables = await rowsOf<{ name: string; keys: string[] }>(
    db,
    sql`select c.relname as name, array_agg(a.attname::text order by a.attnum) as keys
      from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`,
  );
  const watched = tables.filter(({ name }) => !LEFT_OUT.has(name));
  const query = sql.raw(
    watched
      .map(({ name, keys }) => {
        const key = keys.map((column) => `x."${column}"`).join(', ');
        return `select '${name}' as "table", jsonb_build_array(${key})::text as key, to_jsonb(x) as row from "${name}" x`;
      })
      .join(' union all '),
  );
  const look = async (): Promise<Map<string, Kept>> =>
    new Map((await rowsOf<Kept>(db, query)).map((one) => [`${one.table} ${one.key}`, one]));
  let before = await look();

  return {
    /** Another one whenever anything was written. */
    async version(): Promise<string> {
      const [row] = await rowsOf<{ at: string }>(
        db,
        sql`select pg_snapshot_xmax(pg_current_snapshot())::text as at`,
      );
      return row?.at ?? '';
    },
    /** One line for each row that came, changed or went. */
    async changes(): Promise<string[]> {
      const after = await look();
      const lines: string[] = [];
      for (const [key, { table, row }] of after) {
        const old = before.get(key)?.row;
        if (old === undefined) lines.push(`+ ${table}: ${fieldsOf(plain(table, row))}`);
        else {
          const changed = changesOf(plain(table, old), plain(table, row));
          if (changed !== '') lines.push(`~ ${table} ${nameOfRow(row)}: ${changed}`);
        }
      }
      for (const [key, { table, row }] of before)
        if (!after.has(key)) lines.push(`- ${table}: ${fieldsOf(plain(table, row))}`);
      before = after;
      const tableOf = (line: string): string => /^. (\w+)/.exec(line)?.[1] ?? '';
      return lines
        .map((line) => ({ line, masked: `${tableOf(line)} ${names.named(line, false)}` }))
        .toSorted((one, other) => inOrder.compare(one.masked, other.masked))
        .map(({ line }) => names.named(line));
    },
  };
}

/** What a person knows a row by. */
const nameOfRow = (row: Row): string =>
  ['seq', 'kind', 'id', 'order_id', 'aggregate_id', 'attempt_id', 'notice_id', 'name', 'store_id']
    .filter((column) => row[column] !== null && row[column] !== undefined)
    .slice(0, 2)
    .map((column) => written(row[column]))
    .join(' ');

const changesOf = (old: Row, row: Row): string =>
  Object.keys(row)
    .flatMap((column) => differencesOf(column, readable(old[column]), readable(row[column])))
    .join(' · ');

/** A text that is JSON is read. */
const readable = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('{') ? (JSON.parse(value) as unknown) : value;

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of two objects only where they differ. */
function differencesOf(path: string, old: unknown, now: unknown): string[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  if (!isObject(old) || !isObject(now)) return [`${path} ${written(old)} → ${written(now)}`];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keys.flatMap((key) => differencesOf(`${path}.${key}`, old[key], now[key]));
}
