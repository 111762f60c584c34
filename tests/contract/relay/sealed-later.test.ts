// What an earlier version kept of persons in clear is sealed, though the process that does it is killed on the way. The use case alone, on a
// database of its own; through a whole relay: persons.test.ts.
import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderRow } from '../../../cloud/shop/orders/replica.ts';
import { createPersons, type Persons } from '../../../cloud/storage/persons/persons.ts';
import { createSealKept } from '../../../cloud/storage/persons/seal-kept.ts';
import { orders } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder } from '../../harness/store-log.ts';

const PHONE = '11955554444';
let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());

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
