import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeEach, expect, it } from 'vitest';
import { createRepeated } from './repeated.ts';
import { commands } from './schema.ts';

let repeated: ReturnType<typeof createRepeated>;
beforeEach(() => void (repeated = createRepeated()));

const whole = (statement: SQL) => {
  const { sql: text, params: values } = new PgDialect().sqlToQuery(statement);
  return { text, values };
};
const settle = (id: string, outcome: object | null, seq: number, bytes: Uint8Array): SQL => sql`
  update ${commands} set outcome = ${sql.param(outcome, commands.outcome)}, kind = ${'order'}::text
  where ${and(eq(commands.id, id), inArray(commands.state, ['queued', 'deferred']))}
    and exists (${sql`select ${seq}::bigint, ${bytes}::bytea, ${null}::text, ${true}::boolean`})`;

it('gives each statement of a name its own values, in their order', () => {
  const first = settle('a', { status: 'done' }, 1, Buffer.from('x'));
  expect(repeated('settle', first)).toEqual(whole(first));
  const second = settle('b', { status: 'refused' }, 2, Buffer.from('y'));
  const { text, values } = repeated('settle', second);
  expect(values).toEqual([
    '{"status":"refused"}',
    'order',
    'b',
    'queued',
    'deferred',
    2,
    Buffer.from('y'),
    null,
    true,
  ]);
  expect({ text, values }).toEqual(whole(second));
});

it('keeps names apart, and writes anew what has more values than the one before', () => {
  const [one, two] = [sql`select ${1}`, sql`select ${1}, ${2}`];
  expect(repeated('one', one)).toEqual({ text: 'select $1', values: [1] });
  expect(repeated('two', two)).toEqual({ text: 'select $1, $2', values: [1, 2] });
  expect(repeated('one', two)).toEqual({ text: 'select $1, $2', values: [1, 2] });
});

it('takes the values of a list, and writes a longer one anew', () => {
  const listed = (...ids: string[]): SQL => sql`select 1 where id in ${ids}`;
  repeated('list', listed('a'));
  expect(repeated('list', listed('b'))).toEqual(whole(listed('b')));
  expect(repeated('list', listed('b', 'c'))).toEqual(whole(listed('b', 'c')));
});

it('leaves a value that is SQL itself to the one who writes it', () => {
  const lower = { mapToDriverValue: (value: string): SQL => sql`lower(${value})` };
  const named = (name: string): SQL => sql`select ${sql.param(name, lower)}`;
  repeated('lower', named('A'));
  expect(repeated('lower', named('B'))).toEqual({ text: 'select lower($1)', values: ['B'] });
});
