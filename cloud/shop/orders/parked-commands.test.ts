import { expect, it } from 'vitest';
import type { Db } from '../../storage/open.ts';
import { Wake } from '../../storage/wake.ts';
import { createParkedCommands } from './parked-commands.ts';

const STORE = '01900000-0000-7000-8000-000000000001';

/** A relay whose table holds this command under whatever id it is asked for, and how often its store's line was woken. */
function createScene(row: object) {
  const wake = new Wake();
  let wakes = 0;
  wake.on(STORE, 'commands', () => (wakes += 1));
  const tx = {
    select: () => ({ from: () => ({ where: () => ({ for: () => Promise.resolve([row]) }) }) }),
    update: () => ({ set: () => ({ where: () => Promise.resolve() }) }),
  };
  const db = { transaction: (work: (one: typeof tx) => Promise<unknown>) => work(tx) };
  const parked = createParkedCommands({ db: db as unknown as Db, wake, clock: () => 1 });
  return { parked, wakes: () => wakes };
}

it('[L22] sends what is tried again at once, and wakes nobody for what may not be', async () => {
  const row = { kind: 'payment.fact', state: 'deferred', command: {} };
  const fact = createScene(row);
  expect([await fact.parked.retry(STORE, STORE), fact.wakes()]).toEqual([true, 1]);
  // Its customer was told that it was not taken.
  const placement = createScene({ ...row, kind: 'order.place', state: 'set-aside' });
  expect([await placement.parked.retry(STORE, STORE), placement.wakes()]).toEqual([false, 0]);
});
