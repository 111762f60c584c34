// Statements that are run again and again with other values: what they say is written once, and of each only the values are looked for. To write
// one takes Drizzle longer than the driver takes to send it.
import { Column, is, Param, SQL, StringChunk, Table } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

export type Repeated = { text: string; values: unknown[] };

/** Writes statements by their names; those under one name say the same of any values. */
export function createRepeated(): (name: string, statement: SQL) => Repeated {
  const written = new Map<string, { text: string; count: number }>();
  return (name, statement) => {
    const known = written.get(name);
    const values: unknown[] = [];
    if (known !== undefined && hasOnlyValues(statement, values) && values.length === known.count)
      return { text: known.text, values };
    const { sql: text, params } = dialect.sqlToQuery(statement);
    written.set(name, { text, count: params.length });
    return { text, values: params };
  };
}

/** Puts the values of a statement in `into`, in their order. False when it has parts of which this does not know what they hold. */
function hasOnlyValues(chunk: unknown, into: unknown[]): boolean {
  if (chunk === undefined || is(chunk, StringChunk) || is(chunk, Column) || is(chunk, Table)) return true;
  if (Array.isArray(chunk)) return chunk.every((part) => hasOnlyValues(part, into));
  if (is(chunk, SQL)) return chunk.queryChunks.every((part) => hasOnlyValues(part, into));
  if (is(chunk, Param)) {
    const value: unknown = chunk.value === null ? null : chunk.encoder.mapToDriverValue(chunk.value);
    into.push(value);
    return !is(value, SQL);
  }
  into.push(chunk);
  return chunk === null || typeof chunk !== 'object' || ArrayBuffer.isView(chunk);
}
