// What each order added to the sums of the reports, and those sums: the tables below `report_`, written by rollups.ts alone.
import type { Db } from '../../storage/open.ts';
import type { Way } from './hand-parts.ts';
import { NO_SUMS } from './order-sums.ts';

/** What one order added, as a row of `report_orders`. */
export type Known = {
  number: number;
  date: string;
  hour: number;
  method: string;
  cents: number;
  counted: number;
  /** JSON of the ways in which it was paid, where there are several; `method` is the main one. */
  ways: string | null;
  /** What it added to `report_sums`. */
  sums: string;
  firstSeq: number | null;
  lastSeq: number | null;
};

const SUMS = ['hours', 'items', 'clients', 'days', 'month_hours', 'month_items', 'sums'];

// What counts as sold, of the items of one order; half-and-half counts both flavours.
const SOLD = [
  {
    type: 'size',
    from: 'select size_name as name from order_items where order_number = :number and size_name is not null',
  },
  {
    type: 'base',
    from: 'select base_name as name from order_items where order_number = :number and base_name is not null',
  },
  {
    type: 'ice_cream',
    from: `select ice_cream_name as name from order_items where order_number = :number and ice_cream_name is not null
      union all select secondary_ice_cream_name from order_items where order_number = :number and secondary_ice_cream_name is not null`,
  },
  { type: 'topping', from: 'select name from order_item_toppings where order_number = :number' },
] as const;

export function createSumTables(db: Db) {
  const sqlite = db.$client;
  const known = sqlite.prepare<[number], Known>(
    'select number, date, hour, method, cents, counted, ways, sums, first_seq as firstSeq, last_seq as lastSeq from report_orders where number = ?',
  );
  const keep = sqlite.prepare<Known>(
    `insert or replace into report_orders (number, date, hour, method, cents, counted, ways, sums, first_seq, last_seq)
     values (:number, :date, :hour, :method, :cents, :counted, :ways, :sums, :firstSeq, :lastSeq)`,
  );
  const drop = sqlite.prepare<[number]>('delete from report_orders where number = ?');
  const addHour = sqlite.prepare<[string, number, string, number, number]>(
    `insert into report_hours (date, hour, method, orders, cents) values (?, ?, ?, ?, ?)
     on conflict do update set orders = orders + excluded.orders, cents = cents + excluded.cents`,
  );
  const addDay = sqlite.prepare<[string, string, number, number]>(
    `insert into report_days (date, method, orders, cents) values (?, ?, ?, ?)
     on conflict do update set orders = orders + excluded.orders, cents = cents + excluded.cents`,
  );
  const addMonthHour = sqlite.prepare<[string, number, number]>(
    `insert into report_month_hours (month, hour, orders) values (?, ?, ?)
     on conflict do update set orders = orders + excluded.orders`,
  );
  const addClient = sqlite.prepare<[string, string, number, number]>(
    `insert into report_clients (month, phone, orders, cents) values (?, ?, ?, ?)
     on conflict do update set orders = orders + excluded.orders, cents = cents + excluded.cents`,
  );
  // Below 0 is what goes of a month that was forgotten already: it must not bring the phone back.
  const dropClientWithoutOrders = sqlite.prepare<[string, string]>(
    'delete from report_clients where month = ? and phone = ? and orders <= 0',
  );
  const addItems = SOLD.flatMap(({ type, from }) =>
    [
      ['report_items', 'date', ':date'],
      ['report_month_items', 'month', 'substr(:date, 1, 7)'],
    ].map(([table, column, value]) =>
      sqlite.prepare<{ date: string; sign: number; number: number }>(
        `insert into ${table} (${column}, type, name, count) select ${value}, '${type}', name, count(*) * :sign from (${from}) where true group by name
         on conflict do update set count = count + excluded.count`,
      ),
    ),
  );

  /** Adds what an order brought (1), or takes it away again (-1). */
  function add(
    facts: { number: number; customerPhone: string | null },
    one: Pick<Known, 'date' | 'hour' | 'method' | 'cents' | 'ways'>,
    sign: 1 | -1,
  ): void {
    const ways = one.ways === null ? [[one.method, 1, one.cents] as const] : (JSON.parse(one.ways) as Way[]);
    for (const [method, orders, cents] of ways) {
      addHour.run(one.date, one.hour, method, sign * orders, sign * cents);
      addDay.run(one.date, method, sign * orders, sign * cents);
    }
    addMonthHour.run(one.date.slice(0, 7), one.hour, sign);
    if (facts.customerPhone !== null) addToClient(one.date.slice(0, 7), facts.customerPhone, one.cents, sign);
    for (const statement of addItems) statement.run({ date: one.date, sign, number: facts.number });
  }

  /** The phone of whoever bought nothing in a month is not kept for it. */
  function addToClient(month: string, phone: string, cents: number, sign: 1 | -1): void {
    addClient.run(month, phone, sign, sign * cents);
    if (sign === -1) dropClientWithoutOrders.run(month, phone);
  }

  function clear(): void {
    for (const table of ['orders', ...SUMS]) sqlite.exec(`delete from report_${table}`);
  }

  /** As if no order had added anything yet. */
  function emptySums(): void {
    for (const table of SUMS) sqlite.exec(`delete from report_${table}`);
    sqlite.exec(`update report_orders set counted = 0, sums = '${NO_SUMS}'`);
  }

  return {
    known: (number: number): Known | undefined => known.get(number),
    keep: (one: Known): void => void keep.run(one),
    drop: (number: number): void => void drop.run(number),
    add,
    clear,
    emptySums,

    /** In the transaction that takes a phone out of its orders. */
    purgePhone: (phone: string): void =>
      void sqlite.prepare('delete from report_clients where phone = ?').run(phone),
    /** Only the running month is ever shown. */
    purgeClientsUpTo: (month: string): void =>
      void sqlite.prepare('delete from report_clients where month <= ?').run(month),
  };
}
