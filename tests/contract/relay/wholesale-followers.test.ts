// Pages that follow wholesale orders: whoever has gone is listened for no more.
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createWholesaleReplica } from '../../../cloud/shop/wholesale/replica.ts';
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
