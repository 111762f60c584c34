// Nothing of a person is left in any byte of the database once it was erased: words that stand nowhere else come in by every door,
// go through everything that is done with an order, and are looked for in every file that the store has: the database, the log beside
// it, and the databases that a restore or an update left there.
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { createPurge } from './purge.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const DAY_MS = 24 * 3_600_000;
const PHONE = '85977771234';
const WORDS = 'ZZQmarca';
let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

/** Which of the marks stand in which file; in the database with the table that has it, or `free space`. */
function found(marks: readonly string[]): string[] {
  store.db.$client.pragma('wal_checkpoint(PASSIVE)');
  return readdirSync(store.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name)).toString('latin1');
      const inTables = name === 'store.db' && parentPath === store.folder;
      return marks
        .filter((mark) => bytes.includes(mark))
        .map((mark) => `${mark} in ${inTables ? tablesWith(mark) : name}`);
    })
    .filter((line) => !line.endsWith('in store.db-wal'));
}

const HALF_MADE = ['store.db.restoring', 'store.db.back', '.trial.x/edge/store.db', '.update-copy/store.db'];

/** The database as a restore sets it aside, and as a restore and an update that were broken off leave it. */
async function leaveOldDatabases(): Promise<string[]> {
  const aside = `store.db.replaced-${store.clock.nowMs - DAY_MS}`;
  const { folder } = store;
  for (const name of [aside, ...HALF_MADE]) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    await store.db.$client.backup(join(folder, name));
  }
  for (const end of ['-wal', '-shm', '-journal'])
    writeFileSync(join(folder, aside + end), readFileSync(join(folder, aside)));
  const long = (store.clock.nowMs - 2 * 3_600_000) / 1000;
  for (const name of [...HALF_MADE, '.trial.x', '.update-copy']) utimesSync(join(folder, name), long, long);
  return [aside, `${aside}-wal`, `${aside}-shm`, `${aside}-journal`, ...HALF_MADE];
}

function tablesWith(mark: string): string {
  const tables = store.db.$client
    .prepare("select name from sqlite_master where type = 'table'")
    .pluck()
    .all() as string[];
  const having = tables.filter((table) =>
    JSON.stringify(store.db.$client.prepare(`select * from "${table}"`).all()).includes(mark),
  );
  return having.length === 0 ? 'free space' : having.join(', ');
}

let marked = 0;
const marks: string[] = [];
const mark = (): string => {
  marked += 1;
  const made = `${WORDS}${marked}q`;
  marks.push(made);
  return made;
};
beforeEach(() => {
  marked = 0;
  marks.length = 0;
});

const print = (purposes: string[]) =>
  admin('/api/staff/printers/new', {
    method: 'PUT',
    json: {
      name: 'Balcão',
      enabled: true,
      transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
      columns: 48,
      codePage: 'PC850',
      purposes,
    },
  });
const ok = async (answer: Promise<Response>): Promise<any> => {
  const response = await answer;
  expect(response.ok, `${response.status} ${await response.clone().text()}`).toBe(true);
  return response.status === 204 ? null : response.json();
};
const orderOf = (changes: Record<string, unknown>) => ({ ...sampleRequest(), id: v7(), ...changes });

/** One order per way in, each with words of its own; then everything that writes about an order again. */
async function everyDoor(customerPhone: string | null): Promise<string[]> {
  const ids: string[] = [];
  const order = () => {
    const made = orderOf({ customerPhone, observations: mark() });
    ids.push(made.id);
    return made;
  };
  if (customerPhone !== null) {
    await ok(store.ask('/api/orders', { json: order() }));
    await ok(
      store.askLink('/link/commands', {
        json: { id: v7(), kind: 'order.place', payload: { order: order() } },
      }),
    );
  }
  for (let n = 0; n < 3; n += 1) await ok(admin('/api/staff/orders', { json: order() }));
  for (const id of ids) {
    const known = store.orders.repository.byId(id);
    if (known === null) throw new Error(`the order ${id} is not there`);
    // As a printer that took the kitchen's ticket, so that a cancelling is printed too.
    store.printing.queue.enqueueTicket(known, 'kitchen', store.clock.nowMs);
    store.db.$client
      .prepare("update print_jobs set attempts = 1, state = 'printed' where order_id = ?")
      .run(id);
    store.printing.queue.enqueueTicket(known, 'cancelled', store.clock.nowMs);
  }
  store.db.$client.prepare("update print_jobs set state = 'printed' where id % 2 = 0").run();
  return ids;
}

async function wholesaleDoors(): Promise<void> {
  const wanted = () => ({
    id: v7(),
    customerName: `Ana ${mark()}`,
    customerPhone: PHONE,
    customerCpfCnpj: '',
    customerAddress: `Rua ${mark()}, 9`,
    observations: mark(),
    items: [{ id: 'a', productId: 'casquinha', quantity: 2 }],
  });
  await ok(store.ask('/api/wholesale/orders', { json: wanted() }));
  await ok(
    store.askLink('/link/commands', {
      json: { id: v7(), kind: 'wholesale.place', payload: { wholesale: wanted() } },
    }),
  );
  const { id } = store.db.$client.prepare('select id from wholesale_orders limit 1').get() as { id: string };
  await ok(admin(`/api/staff/wholesale/orders/${id}/print`, { method: 'POST' }));
}

describe('after an erasure', () => {
  it('[58] no byte of the database has the phone, the name, the address or the words of that person', async () => {
    await ok(print(['kitchen', 'counter', 'wholesale']));
    await everyDoor(PHONE);
    // Sold, so that the reports count its customer.
    sell(store, store.clock.nowMs, { customerPhone: PHONE, observations: mark() });
    await wholesaleDoors();
    await store.rollups.upToDate();
    const before = [PHONE, ...marks];
    const files = await leaveOldDatabases();
    await store.backups.make('manual');
    expect(found(before)).toHaveLength(before.length * (1 + files.length));
    await ok(admin('/api/staff/privacy/erase', { json: { phone: PHONE } }));
    // The copy is being made anew meanwhile, and lies open beside itself until it is.
    await store.backups.renew();
    expect(found(before)).toEqual([]);
    expect(store.db.$client.prepare('select count(*) from orders').pluck().get()).toBe(6);
  });

  it('[58] by age nothing is left either: also the words of orders that never had a phone', async () => {
    await ok(print(['kitchen', 'counter', 'wholesale']));
    await everyDoor(PHONE);
    await everyDoor(null);
    await wholesaleDoors();
    const before = [PHONE, ...marks];
    await leaveOldDatabases();
    store.clock.nowMs += 370 * DAY_MS;
    await store.retention.run();
    await store.leftovers.purge();
    expect(found(before)).toEqual([]);
  });

  it('[58] of the whole history nothing is left of its orders', async () => {
    await ok(print(['kitchen', 'counter']));
    const ids = await everyDoor(PHONE);
    for (const id of ids)
      store.db.$client.prepare("update orders set status = 'DELIVERED' where id = ?").run(id);
    await leaveOldDatabases();
    await ok(admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } }));
    expect(found([PHONE, ...marks])).toEqual([]);
  });

  it('[58] that is done again on an older copy, nothing is left there', async () => {
    await ok(print(['kitchen', 'counter', 'wholesale']));
    const ids = await everyDoor(PHONE);
    sell(store, store.clock.nowMs, { customerPhone: PHONE, observations: mark() });
    await store.rollups.upToDate();
    expect(tablesWith(PHONE)).toContain('report_clients');
    inTransaction(store.db, () =>
      createPurge(store.db)({ scope: 'retention', upToNumber: ids.length + 1 }, 1e9),
    );
    store.db.$client.pragma('wal_checkpoint(TRUNCATE)');
    expect(found([PHONE, ...marks])).toEqual([]);
  });
});
