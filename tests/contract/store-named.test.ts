// The watch that every contract suite of the relay runs under: what it lets pass, and what it does not. That a statement of the relay
// has no place in the list, and names no store, fails the suite which made the relay say it.
import { describe, expect, test } from 'vitest';
import {
  ACROSS_STORES,
  createStatementWatch,
  refuseWithoutStore,
  tablesWithoutStore,
} from '../harness/store-named.ts';

describe('[24] a statement of the relay', () => {
  test.each([
    'select "code" from "orders" where ("orders"."store_id" = $1 and "orders"."code" = $2)',
    'insert into "commands" ("store_id", "id") values ($1, $2) on conflict do nothing',
    'update "stores" set "seq" = $1 where "stores"."store_id" = $2',
    'delete from "images" where "images"."store_id" in ($1, $2)',
    'select s.state from order_states s join stores c on c.store_id = s.store_id where s.store_id = $1',
    'select * from "commands" where "commands"."store_id" = $1 for update',
    'select * from "relay_facts" where "relay_facts"."name" = $1',
    "select set_config('synchronous_commit', 'off', true)",
  ])('that names its store, or needs none, passes: %s', (statement) => {
    expect(tablesWithoutStore(statement)).toEqual([]);
  });

  test.each([
    ['select "store_id", "code" from "orders" where "orders"."code" = $1', ['orders']],
    ['update "orders" set "status" = $1 where "orders"."id" = $2 returning "store_id"', ['orders']],
    ['delete from "commands"', ['commands']],
    ['insert into "commands" ("id") values ($1)', ['commands']],
    [
      'select "orders"."code" from "orders" inner join "commands" on "commands"."order_id" = "orders"."id" where "orders"."store_id" = $1',
      ['orders', 'commands'],
    ],
  ])('that does not is found: %s', (statement, tables) => {
    expect(tablesWithoutStore(statement)).toEqual(tables);
  });

  test('fails the suite which heard it, once', () => {
    const watch = createStatementWatch();
    watch.hear('select * from "orders" where "orders"."code" = $1');
    expect(() => refuseWithoutStore(watch)).toThrow('select * from orders where orders.code = $1');
    expect(() => refuseWithoutStore(watch)).not.toThrow();
  });

  test('that is a round over all stores passes by the list, and only as it stands there', () => {
    const watch = createStatementWatch();
    watch.hear('delete from "alarms" where "alarms"."since_ms" < $1');
    expect(watch.wrong).toEqual([]);
    watch.hear('delete from "alarms" where "alarms"."id" = $1');
    expect(watch.wrong).toHaveLength(1);
    expect(ACROSS_STORES.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });
});
