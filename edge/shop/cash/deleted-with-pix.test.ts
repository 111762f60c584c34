import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeMeta } from '../../storage/identity.ts';
import { staticPix } from '../../storage/schema/payments.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { noteDeletedWithPix, readDeletedWithPix } from './deleted-with-pix.ts';

let store: TestStore;
beforeEach(async () => (store = await openTestStore()));
afterEach(() => store.close());

type State = typeof staticPix.$inferInsert.state;
function cancelledWith(state: State): string {
  const { id } = sell(store, store.clock.nowMs, { status: 'CANCELLED' });
  store.db
    .insert(staticPix)
    .values({
      ...{ txid: id, orderId: id, amountCents: 500, state, atMs: store.clock.nowMs, userName: 'Ana' },
      looks: 0,
    })
    .run();
  return id;
}

it('[P34] an order that was called off is remembered where its PIX came, or may still come', () => {
  const ids = (['proved', 'received', 'not-received'] as const).map(cancelledWith);
  // Called off before anybody was to pay, and not called off at all.
  const without = sell(store, store.clock.nowMs, { status: 'CANCELLED' });
  for (const id of [...ids, without.id]) noteDeletedWithPix(store.db, id);
  expect(readDeletedWithPix(store.db)).toEqual(ids);
});

it('[P34] of more than 5,000 the newest are remembered', () => {
  writeMeta(
    store.db,
    'called_off_pix_deleted',
    JSON.stringify(Array.from({ length: 5000 }, (_, at) => `${at}`)),
  );
  const id = cancelledWith('received');
  noteDeletedWithPix(store.db, null);
  const kept = readDeletedWithPix(store.db);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([5000, '1', id]);
});
