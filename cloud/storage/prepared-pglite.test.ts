import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPglite } from './open-pglite.ts';
import { PreparedPglite } from './prepared-pglite.ts';

let client: PreparedPglite;
beforeAll(async () => {
  client = new PreparedPglite();
  await client.exec(
    `create table things (id int primary key, name text, many text[], body jsonb, at timestamptz)`,
  );
});
afterAll(() => client.close());

const namesPrepared = async (): Promise<number> => {
  const [answer] = await client.exec('select count(*)::int as count from pg_prepared_statements');
  return Number(answer?.rows[0]?.['count']);
};

const EVERY_KIND = `select $1::int8 as whole, $2::text as text, $3::jsonb as body, $4::bytea as bytes, $5::text[] as texts,
  $6::int[] as numbers, $7::boolean as flag, $8::numeric as sum, $9::timestamptz as at, null::text as none, 12345678901234567::int8 as large`;
const VALUES = [
  7,
  'ação',
  { ação: [1, null] },
  Uint8Array.of(0, 255),
  ['a', 'b,"c"'],
  [1, 2],
  true,
  '12.50',
  new Date('2026-11-28T12:00:00.123Z'),
];

it.each([
  ['rows by name', {}],
  ['rows as lists', { rowMode: 'array' as const }],
  ['a parser of the one who asks', { parsers: { [types.TIMESTAMPTZ]: (text: string) => `at ${text}` } }],
])('answers a prepared statement as PGlite answers it: %s', async (_, options) => {
  const own = await PGlite.prototype.query.call(client, EVERY_KIND, VALUES, options);
  for (let time = 0; time < 3; time += 1)
    expect(await client.query(EVERY_KIND, VALUES, options)).toEqual(own);
});

it.each([
  [
    `insert into things (id, name) values ($1, $2) on conflict (id) do update set name = $2 returning name`,
    [1, 'a'],
  ],
  [`update things set name = $1 where id = $2`, ['b', 1]],
  [`update things set name = $1 where id = $2`, [null, 404]],
  [`update things set name = $1 where id = $2 returning name`, [undefined, 1]],
  [`select name from things where id = $1`, [404]],
  [`delete from things where id = $1`, [404]],
])('says as PGlite does what a statement changed: %s', async (text, values) => {
  const own = await PGlite.prototype.query.call(client, text, values);
  for (let time = 0; time < 3; time += 1) expect(await client.query(text, values)).toEqual(own);
});

it('goes over to the database once, from the third time on, also within a transaction', async () => {
  const text = 'select id from things where id > $1';
  await client.query(text, [0]);
  await client.query(text, [0]);
  const crossings = vi.spyOn(client, 'execProtocolStream');
  try {
    await client.query(text, [0]);
    expect(crossings).toHaveBeenCalledTimes(1);
    await client.transaction(async (tx) => {
      crossings.mockClear();
      await tx.query(text, [0]);
      expect(crossings).toHaveBeenCalledTimes(1);
    });
  } finally {
    crossings.mockRestore();
  }
});

it('prepares nothing that comes once', async () => {
  const before = await namesPrepared();
  await client.query('select 1 as nothing_else');
  expect(await namesPrepared()).toBe(before);
});

it('tells of an error with its code and statement, and goes on', async () => {
  const text = 'insert into things (id) values ($1)';
  await client.query(text, [10]);
  for (let time = 0; time < 3; time += 1)
    await expect(client.query(text, [10])).rejects.toMatchObject({
      code: '23505',
      query: text,
      params: [10],
    });
  await client.query(text, [11]);
  expect((await client.query('select id from things where id >= 10 order by id')).rows).toEqual([
    { id: 10 },
    { id: 11 },
  ]);
});

it('keeps a statement that was prepared in a transaction which is rolled back, and what that wrote is gone', async () => {
  const text = 'insert into things (id) values ($1) returning id';
  const failed = client.transaction(async (tx) => {
    for (const id of [20, 21, 22]) await tx.query(text, [id]);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect((await client.query(text, [20])).rows).toEqual([{ id: 20 }]);
});

it('refuses a query of a transaction that is over', async () => {
  const text = 'select id from things where id = $1';
  const over = await client.transaction(async (tx) => {
    await tx.query(text, [1]);
    await tx.query(text, [1]);
    return tx;
  });
  await expect(over.query(text, [1])).rejects.toThrow('Transaction is closed');
});

it('lets the statement used longest ago go when there are more than 500', async () => {
  const texts = Array.from({ length: 501 }, (_, at) => `select ${at} as n, $1::int as given`);
  const used = texts[0] ?? '';
  for (const text of texts) {
    await client.query(text, [1]);
    await client.query(text, [1]);
    await client.query(used, [1]);
  }
  expect(await namesPrepared()).toBe(500);
  const crossings = vi.spyOn(client, 'execProtocolStream');
  try {
    expect((await client.query(used, [3])).rows).toEqual([{ n: 0, given: 3 }]);
    expect(crossings).toHaveBeenCalledTimes(1);
    expect((await client.query(texts[1] ?? '', [2])).rows).toEqual([{ n: 1, given: 2 }]);
    expect((await client.query(texts[1] ?? '', [4])).rows).toEqual([{ n: 1, given: 4 }]);
  } finally {
    crossings.mockRestore();
  }
});

it('plans for the values of each time in a relay: a plan for any would pass by the indexes of queues', async () => {
  const database = await openPglite({
    folder: null,
    migrationsFolder: join(import.meta.dirname, 'migrations'),
    turnMsMax: undefined,
    onStatement: undefined,
  });
  try {
    expect((await database.query({ text: 'show plan_cache_mode' })).rows).toEqual([
      { plan_cache_mode: 'force_custom_plan' },
    ]);
  } finally {
    await database.close();
  }
});
