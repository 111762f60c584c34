// The sharding of the relay's tables, executed against what stands in for Citus: functions that refuse what Citus refuses.
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLES, UNSHARDED, shardStatements } from './shards.ts';

/** As Citus: the column has to be there, in every unique key, and beside a table that is spread already by a column of its type. */
const STUB = `
create table spread (name text primary key, by text, beside text);
create function create_distributed_table(t regclass, by text, colocate_with text default 'default') returns void language plpgsql as $$
declare unique_key record;
begin
  if not exists (select from pg_attribute where attrelid = t and attname = by and not attisdropped and attnotnull) then
    raise exception 'column "%" of relation "%" does not exist', by, t;
  end if;
  for unique_key in select indexrelid::regclass as name, indkey::int2[] as keys from pg_index where indrelid = t and indisunique loop
    if not (select attnum from pg_attribute where attrelid = t and attname = by) = any (unique_key.keys) then
      raise exception 'cannot create constraint on "%": % does not include the distribution column', t, unique_key.name;
    end if;
  end loop;
  if exists (select from pg_constraint where conrelid = t and contype = 'f') then
    raise exception 'foreign keys of "%" are not thought of', t;
  end if;
  if colocate_with <> 'none' and not exists (select from spread where name = colocate_with and spread.by = create_distributed_table.by) then
    raise exception 'relation % is not distributed', colocate_with;
  end if;
  insert into spread values (t::text, by, nullif(colocate_with, 'none'));
end $$;
create function create_reference_table(t regclass) returns void language sql as $$ insert into spread values (t::text, null, null) $$;`;

describe('[24] the relay on a PostgreSQL of several machines', () => {
  let client: PGlite;
  beforeAll(async () => {
    client = await PGlite.create();
    await migrate(drizzle({ client }), { migrationsFolder: 'cloud/storage/migrations' });
    await client.exec(STUB);
  });
  afterAll(() => client.close());

  it('spreads every table by its store, beside the stores, and refuses none', async () => {
    for (const statement of shardStatements()) await client.exec(statement);
    const { rows: made } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'spread'`,
    );
    const { rows } = await client.query<{ name: string; by: string | null; beside: string | null }>(
      'select * from spread',
    );
    const names = (by: string | null) => rows.filter((row) => row.by === by).map(({ name }) => name);
    const unsharded = Object.keys(UNSHARDED);
    expect(names('store_id').toSorted()).toEqual(
      made
        .map(({ name }) => name)
        .filter((name) => !unsharded.includes(name))
        .toSorted(),
    );
    expect(names(null).toSorted()).toEqual(['pairing_codes', 'relay_facts']);
    expect(
      rows.filter(({ name, by, beside }) => by !== null && name !== 'stores' && beside !== 'stores'),
    ).toEqual([]);
  });

  it('knows every table that the migrations make, and no other', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'spread'`,
    );
    expect([...TABLES.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('says of each table without a store why', () => {
    const without = [...TABLES].filter(([, { isSharded }]) => !isSharded).map(([name]) => name);
    expect(without.toSorted()).toEqual(Object.keys(UNSHARDED).toSorted());
  });

  it('is refused where a unique key could let two machines each have one', async () => {
    await client.exec('create table loose (store_id uuid not null, id uuid primary key)');
    await expect(
      client.exec(`select create_distributed_table('loose', 'store_id', colocate_with => 'stores')`),
    ).rejects.toThrow('does not include the distribution column');
  });
});
