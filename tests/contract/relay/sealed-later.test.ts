// What an earlier version kept of persons in clear is sealed, though the process that does it is killed on the way. The use case alone, on a
// database of its own; through a whole relay: persons.test.ts.
import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orderRow } from '../../../cloud/shop/orders/replica.ts';
import { createPersons, type Persons } from '../../../cloud/storage/persons/persons.ts';
import { createSealKept } from '../../../cloud/storage/persons/seal-kept.ts';
import { aggregates, commands, orders, relayFacts, wholesaleOrders } from '../../../cloud/storage/schema.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder } from '../../harness/store-log.ts';

const PHONE = '11955554444';
let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  await database.db.delete(relayFacts);
});

it('[61] a sealing that was cut off begins anew, and is done once', async () => {
  const { db } = database;
  const storeId = randomUUID();
  const persons = createPersons(randomBytes(32));
  const killed: Persons = {
    ...persons,
    close() {
      throw new Error('killed');
    },
  };
  const keepInClear = async (): Promise<string> => {
    const order = anOrder({ customerPhone: PHONE, observations: 'tocar a campainha' });
    await db
      .insert(orders)
      .values({ ...orderRow(order, ''), storeId, seq: 0, customerPhone: PHONE, body: JSON.stringify(order) });
    return order.id;
  };
  const kept = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];
  const seal = (by: Persons) => createSealKept({ db, persons: by }).run();

  const first = await keepInClear();
  await expect(seal(killed)).rejects.toThrow('killed');
  expect(await kept(first)).toMatchObject({ customerPhone: PHONE });
  await seal(persons);
  expect(await kept(first)).toMatchObject({
    customerPhone: persons.phoneKey(storeId, PHONE),
    body: expect.not.stringContaining('campainha') as string,
  });
  // What is written since is sealed as it is written: nobody looks through all of it again.
  const later = await keepInClear();
  await seal(persons);
  expect(await kept(later)).toMatchObject({ customerPhone: PHONE });
});

it('[61] all that was kept of every shop is sealed, however much there is: the log, orders of both kinds, answers', async () => {
  const { db } = database;
  const [one = '', other = ''] = [randomUUID(), randomUUID()].toSorted();
  // More than are read at once, and behind them the second shop's, which are older.
  const owners = [...Array.from({ length: 10 }, () => other), ...Array.from({ length: 120 }, () => one)];
  const rows = owners.map((storeId) => {
    const order = anOrder({ customerPhone: PHONE });
    return { storeId, order, wholesale: sampleWholesaleOrder({ id: order.id, customerPhone: PHONE }) };
  });
  const body = (value: object) => JSON.stringify(value);
  await db.insert(aggregates).values(
    rows.map(({ storeId, order }) => ({
      ...{ storeId, kind: 'order', aggregateId: order.id, seq: 1, sealed: false },
      body: body({ order }),
    })),
  );
  await db
    .insert(orders)
    .values(
      rows.map(({ storeId, order }) => ({ ...orderRow(order, ''), storeId, seq: 0, body: body(order) })),
    );
  await db.insert(wholesaleOrders).values(
    rows.map(({ storeId, wholesale }) => ({
      ...{ storeId, id: wholesale.id, seq: 1, number: 1, customerPhone: PHONE, status: wholesale.status },
      ...{ updatedAtMs: 0, body: body(wholesale) },
    })),
  );
  await db.insert(commands).values(
    rows.map(({ storeId, order }) => ({
      ...{ storeId, id: randomUUID(), orderId: order.id, kind: 'order.place', requestHash: '' },
      ...{ state: 'done' as const, nextAtMs: 0, createdAtMs: 0 },
      outcome: { status: 'done' as const, order, trackingToken: '', trackingTokenHash: '' },
    })),
  );
  await createSealKept({ db, persons: createPersons(randomBytes(32)) }).run();
  const kept = [
    await db.select().from(aggregates),
    await db.select().from(orders),
    await db.select().from(wholesaleOrders),
    await db.select().from(commands),
  ];
  for (const table of kept) {
    expect(table).toHaveLength(owners.length);
    expect(table.filter((row) => body(row).includes(PHONE))).toEqual([]);
  }
});

it('[61] what a wholesale buyer was answered is sealed as well, and opens as it was', async () => {
  const { db } = database;
  const storeId = randomUUID();
  const persons = createPersons(randomBytes(32));
  const wholesale = sampleWholesaleOrder({
    ...{ customerPhone: PHONE, customerName: 'Maria de Souza', customerCpfCnpj: '12345678909' },
    ...{ customerAddress: 'Rua das Flores, 9', observations: 'tocar a campainha' },
  });
  await db.insert(commands).values({
    ...{ storeId, id: randomUUID(), orderId: wholesale.id, kind: 'wholesale.place', requestHash: '' },
    ...{ state: 'done', outcome: { status: 'wholesale', wholesale }, nextAtMs: 0, createdAtMs: 0 },
  });
  await createSealKept({ db, persons }).run();
  const [row] = await db.select().from(commands);
  expect(JSON.stringify(row?.outcome)).not.toMatch(/11955554444|Maria|12345678909|Flores|campainha/);
  if (row?.outcome?.status !== 'wholesale') throw new Error('another outcome');
  expect(persons.open({ storeId, id: wholesale.id }, row.outcome.wholesale)).toEqual(wholesale);
});

it('[61] what was answered to a customer without a phone is sealed as well', async () => {
  const { db } = database;
  const storeId = randomUUID();
  const persons = createPersons(randomBytes(32));
  const order = anOrder({ customerPhone: null, observations: 'tocar a campainha' });
  const outcome = { status: 'done' as const, order, trackingToken: '', trackingTokenHash: '' };
  await db.insert(commands).values({
    ...{ storeId, id: randomUUID(), orderId: order.id, kind: 'order.place', requestHash: '' },
    ...{ state: 'done', outcome, nextAtMs: 0, createdAtMs: 0 },
  });
  // The mark of a version that did not look for such answers.
  await db.insert(relayFacts).values({ name: 'persons_sealed', value: '1' });
  await createSealKept({ db, persons }).run();
  const [row] = await db.select().from(commands);
  expect(JSON.stringify(row?.outcome)).not.toContain('campainha');
});

it('[61] an answer that is erased while it is being sealed stays erased', async () => {
  const { db } = database;
  const storeId = randomUUID();
  const persons = createPersons(randomBytes(32));
  const order = anOrder({ customerPhone: PHONE });
  const outcome = { status: 'done' as const, order, trackingToken: '', trackingTokenHash: '' };
  await db.insert(commands).values({
    ...{ storeId, id: randomUUID(), orderId: order.id, kind: 'order.place', requestHash: '' },
    ...{ state: 'done', outcome, nextAtMs: 0, createdAtMs: 0 },
  });
  const erasures: Promise<unknown>[] = [];
  const interrupted: Persons = {
    ...persons,
    close(about, person) {
      erasures.push(db.update(commands).set({ outcome: null }).execute());
      return persons.close(about, person);
    },
  };
  await createSealKept({ db, persons: interrupted }).run();
  await Promise.all(erasures);
  expect(erasures).toHaveLength(1);
  expect(await db.select({ outcome: commands.outcome }).from(commands)).toEqual([{ outcome: null }]);
});
