// Pages that follow wholesale orders: whoever has gone is listened for no more.
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { createWholesaleReplica, keepWholesale } from '../../../cloud/shop/wholesale/replica.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { openDatabase } from '../../harness/database.ts';

it('leave nothing behind that is woken with each change of the store for as long as the process lives', async () => {
  const database = await openDatabase('pglite');
  const wake = new Wake();
  const on = wake.on.bind(wake);
  let listening = 0;
  wake.on = (...about) => {
    const stop = on(...about);
    listening += 1;
    return () => {
      listening -= 1;
      stop();
    };
  };
  const replica = createWholesaleReplica({
    ...{ db: database.relaysDb, persons: createPersons(randomBytes(32)), wake, clock: () => 1 },
    log: { error: (details) => expect.fail(JSON.stringify(details)) },
  });
  try {
    const storeId = randomUUID();
    const [leave, stay] = [randomUUID(), randomUUID()].map((id) =>
      replica.follow(storeId, [id], () => undefined),
    );
    expect(listening).toBe(2);
    leave?.();
    expect(listening).toBe(1);
    stay?.();
    expect(listening).toBe(0);
    // What they looked up as they came is answered before the database goes.
    await replica.byPhone(storeId, '11987654321');
  } finally {
    await database.close();
  }
});

it('are told of each change of their orders, and not of what they came to, of another order or another shop', async () => {
  const database = await openDatabase('pglite');
  const [wake, persons, storeId] = [new Wake(), createPersons(randomBytes(32)), randomUUID()];
  const db = database.relaysDb;
  const replica = createWholesaleReplica({
    ...{ db, persons, wake, clock: () => 1 },
    log: { error: (details) => expect.fail(JSON.stringify(details)) },
  });
  const [mine, other] = [
    sampleWholesaleOrder({ id: randomUUID() }),
    sampleWholesaleOrder({ id: randomUUID() }),
  ];
  let seq = 0;
  const say = async (order: typeof mine, updatedAtMs: number, of = storeId) => {
    seq += 1;
    await keepWholesale(db, persons, of, [{ seq, order: { ...order, updatedAtMs } }]);
    wake.notify(of, 'wholesale');
    // Each look comes after those that were asked for before it.
    await replica.byPhone(of, '11987654321');
    await new Promise((resolve) => setImmediate(resolve));
  };
  try {
    await say(mine, 1);
    let told = 0;
    const stop = replica.follow(storeId, [mine.id], () => (told += 1));
    // Also the very first one.
    await say(mine, 2);
    await expect.poll(() => told).toBe(1);
    await say(other, 3);
    await say(mine, 4, randomUUID());
    expect(told).toBe(1);
    await say(mine, 5);
    await expect.poll(() => told).toBe(2);
    // The change is found by a look that had begun before the page left.
    await keepWholesale(db, persons, storeId, [{ seq: 99, order: { ...mine, updatedAtMs: 6 } }]);
    wake.notify(storeId, 'wholesale');
    stop();
    await say(mine, 7);
    expect(told).toBe(2);
  } finally {
    await database.close();
  }
});
