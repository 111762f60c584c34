// The night in which the store reads itself through, through its real composition.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sell } from '../testing/sell.ts';
import { asRole } from '../testing/sign-in.ts';
import { openTestStore, START_MS, type TestStore } from '../testing/open-test-store.ts';
import { readMeta } from '../storage/identity.ts';
import { SCRUBBED } from './scrub.ts';

type Ask = Awaited<ReturnType<typeof asRole>>;
let store: TestStore;
let admin: Ask;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const night = async (): Promise<void> => void (await store.scrub.job.run());
const run = (sql: string): void => void store.db.$client.exec(sql);
const check = async () => {
  const { checks } = (await (await admin('/api/staff/diagnostics')).json()) as {
    checks: { id: string; state: string; text: string }[];
  };
  return checks.find(({ id }) => id === 'database');
};
const notices = async () => (await (await admin('/api/staff/condition')).json()) as unknown;

describe('[70] what a card gives back otherwise, and the database takes for good', () => {
  it.each([
    [
      'a price',
      'update orders set total_cents = total_cents | 4096 where number = 2',
      'Pedidos diferentes do registro: nº 2.',
    ],
    [
      'a state',
      "update orders set status = 'READX' where number = 1",
      'Pedidos diferentes do registro: nº 1.',
    ],
    [
      'a name of an item',
      "update order_items set id = 'x' || id where order_number = 2",
      'Pedidos diferentes do registro: nº 2.',
    ],
    [
      'what the log says',
      "update outbox set body = replace(body, '1', '9') where kind = 'order'",
      'O registro tem um defeito na linha ROW.',
    ],
    [
      'who the log says it of',
      "update outbox set aggregate_id = 'x' where kind = 'order'",
      'O registro tem um defeito na linha ROW.',
    ],
    [
      'a row of the log that is gone',
      "delete from outbox where body like '%' || (select id from orders where number = 2) || '%'",
      'O registro tem um defeito na linha ROW.',
    ],
  ])('%s: said by alarm, diagnostics and every staff screen', async (_, spoil, told) => {
    sell(store, START_MS);
    sell(store, START_MS + 1);
    sell(store, START_MS + 2);
    await store.backups.make('manual');
    await night();
    expect([store.alarms.open(), await notices()]).toEqual([[], { notices: [] }]);
    expect(await check()).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('sem defeito') as string,
    });

    const rows = store.outbox.after(0, 1000).filter(({ kind }) => kind === 'order');
    run(spoil);
    // The first row of an order, or what stands where one is gone.
    const left = new Set(store.outbox.after(0, 1000).map(({ seq }) => seq));
    const gone = rows.find(({ seq }) => !left.has(seq));
    const row = gone === undefined ? rows[0]?.seq : gone.seq + 1;
    store.clock.nowMs += 24 * 3_600_000;
    await night();
    expect(store.alarms.open()).toMatchObject([
      {
        ...{ id: 'database-content', title: 'Dados da loja não conferem' },
        text: `${told.replace('ROW', String(row))} O cartão pode estar falhando: troque-o e restaure a última cópia (sudo balcao restore --list).`,
      },
    ]);
    expect(await check()).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('restaure a última cópia') as string,
    });
    expect(await notices()).toMatchObject({ notices: [{ id: 'content' }] });
    // It sells on: what is wrong is one row, and may be seen by a person.
    expect(store.writeGate.held()).toBeNull();
  });

  it('is over, and said no more, once the store is as it wrote itself', async () => {
    sell(store, START_MS);
    run('update orders set total_cents = total_cents + 1');
    await night();
    expect(store.alarms.open()).toMatchObject([{ id: 'database-content' }]);
    run('update orders set total_cents = total_cents - 1');
    store.clock.nowMs += 24 * 3_600_000;
    await night();
    expect([store.alarms.open(), await notices()]).toEqual([[], { notices: [] }]);
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  it('is told to the screens when it begins, and when it is over, and not every night', async () => {
    let told = 0;
    store.orders.wake.on('condition', () => (told += 1));
    const afterNight = async (): Promise<number> => {
      await night();
      await Promise.resolve();
      store.clock.nowMs += 24 * 3_600_000;
      return told;
    };
    sell(store, START_MS);
    expect(await afterNight()).toBe(0);
    run('update orders set total_cents = total_cents + 1');
    expect(await afterNight()).toBe(1);
    expect(await afterNight()).toBe(1);
    run('update orders set total_cents = total_cents - 1');
    expect(await afterNight()).toBe(2);
    expect(await afterNight()).toBe(2);
  });

  it('ends before its end when the store is told to stop, and is not taken for done', async () => {
    sell(store, START_MS);
    const ending = new AbortController();
    const reading = Promise.resolve(store.scrub.job.run(ending.signal));
    ending.abort();
    await expect(reading).rejects.toBe(ending.signal.reason);
    expect(readMeta(store.db, SCRUBBED)).toBeNull();
    await night();
    expect(readMeta(store.db, SCRUBBED)).not.toBeNull();
  });

  it('finds an index that no longer has its rows, which the quick look after a start does not: nothing more is sold', async () => {
    sell(store, START_MS);
    store.db.$client.unsafeMode(true);
    run('pragma writable_schema = on');
    // It is said to be of another column than its pages are.
    run("update sqlite_schema set sql = replace(sql, 'customer_phone', 'id') where name = 'orders_phone'");
    store.db.$client.unsafeMode(false);
    await store.damage.checkSafely();
    expect([store.damage.found(), store.writeGate.held()]).toEqual([false, null]);
    await night();
    expect([store.damage.found(), store.writeGate.held()]).toEqual([true, 'damaged']);
    expect(store.alarms.open()).toMatchObject([{ id: 'database', title: 'Banco de dados danificado' }]);
  });

  it('writes nothing more to a file that it finds damaged', async () => {
    vi.spyOn(store.damage, 'found').mockReturnValue(true);
    await night();
    expect(readMeta(store.db, SCRUBBED)).toBeNull();
  });

  it('drives no copy out that was made before', async () => {
    sell(store, START_MS);
    await store.backups.make('manual');
    run('update orders set total_cents = total_cents | 4096');
    for (let more = 0; more < 11; more += 1) {
      store.clock.nowMs += 1000;
      await store.backups.make('manual');
    }
    expect(readdirSync(join(store.folder, 'edge', 'backups'))).toHaveLength(12);
  });

  it('is looked for once a night, and by day when the machine was off then', async () => {
    const at = async (time: string): Promise<number | undefined> => {
      store.clock.nowMs = Date.parse(time);
      await night();
      const row = store.db.$client.prepare("select value from meta where key = 'scrubbed'").pluck().get();
      return (JSON.parse(String(row)) as { atMs: number }).atMs;
    };
    const first = await at('2026-11-21T15:00:00-03:00');
    expect(await at('2026-11-22T04:04:00-03:00')).toBe(first);
    const second = await at('2026-11-22T04:06:00-03:00');
    expect(second).not.toBe(first);
    expect(await at('2026-11-22T23:00:00-03:00')).toBe(second);
    expect(await at('2026-11-25T16:00:00-03:00')).toBe(store.clock.nowMs);
    // A clock that was a year ahead, then right again.
    await at('2027-11-25T16:00:00-03:00');
    expect(await at('2026-11-26T16:00:00-03:00')).toBe(store.clock.nowMs);
  });
});
