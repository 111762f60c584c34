// The relay's copy of the kitchen's board, for an administrator while the store is away: what is paid is never cut off.
import { expect, it } from 'vitest';
import { createMirror } from '../../../cloud/shop/staff/mirror.ts';
import { onBothDatabases, soon } from '../../harness/relay.ts';
import { anOrder } from '../../harness/store-log.ts';

/** What the board lists of orders that wait for cash. */
const SHOWN_MAX = 100;

onBothDatabases('the board while the store is away', (scene) => {
  it('[41] holds the paid orders first and whole, and says how many of the unpaid ones are not there', async () => {
    const now = Date.now();
    const waiting = { status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
    const store = await scene.linkedStore();
    const add = (changes: Parameters<typeof anOrder>[0]) => {
      const order = anOrder(changes);
      store.log.appendOrder(order, order.id);
      return order.id;
    };
    const atTheCounter = add({ ...waiting, source: 'counter', createdAtMs: now - 900_000 });
    for (let n = 0; n < 320; n += 1) add({ ...waiting, createdAtMs: now - 800_000 + n });
    const ready = add({ status: 'READY', createdAtMs: now - 700_000 });
    const received = add({ status: 'RECEBIDO', createdAtMs: now });
    // Its customer is still paying online: nobody's yet.
    add({ status: 'PENDING', paymentMethod: 'pix', createdAtMs: now });

    const { db } = scene.relay.relay;
    const mirror = createMirror({
      db,
      persons: await scene.relay.persons(),
      clock: () => now,
      timeZone: 'America/Sao_Paulo',
    });
    const board = () => mirror.board(store.storeId, 0);
    await soon(async () => expect((await board()).orders.map((order) => order.id)).toContain(received));
    const { orders, unpaidMore } = await board();
    expect(orders.slice(0, 3).map((order) => order.id)).toEqual([ready, received, atTheCounter]);
    expect(orders).toHaveLength(2 + SHOWN_MAX);
    expect(unpaidMore).toBe(321 - SHOWN_MAX);
  });
});
