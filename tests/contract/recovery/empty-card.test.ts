// The card died: a machine that knows nothing becomes the store again, from the relay's copy.
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openDatabase } from '../../../edge/storage/open.ts';
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import { signIn } from '../../../edge/testing/sign-in.ts';
import { bodyOf, onBothDatabases, onOneDatabase, soon } from '../../harness/relay.ts';
import { countersIn, everythingIn, openBusyShop, place } from './busy-shop.ts';
import { inStep, openLinkedStore, snapshot } from '../../harness/real-store.ts';
import { emptyCard, replacing, restore } from './restore.ts';

const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

onBothDatabases('an empty card', (scene) => {
  it('[R1] gets everything back from the relay, row by row; numbers go on, erasures stay', async () => {
    const { store, cash, forgotten, deleted, code } = await openBusyShop(scene.relay);
    const { storeId } = store.identity;
    const whole = everythingIn(store.db);
    const counted = countersIn(store.db);
    await store.stop();

    const folder = emptyCard();
    const pairingCode = await replacing(scene.relay, storeId);
    const restored = await restore({ relayUrl: scene.relay.url, folder, pairingCode, sheet: code });
    expect(restored).toEqual({ orders: 5, ownerNeeded: false });
    const db = openDatabase(join(folder, 'store.db'), 'edge/storage/migrations');
    expect(everythingIn(db)).toEqual(whole);
    // The last order was deleted and had a number; of the same day it might have had one on the panel.
    const panel = 'panel:2026-11-21:1';
    expect(countersIn(db)).toEqual({ ...counted, [panel]: Number(counted[panel]) + 1 });
    db.$client.close();

    const again = await openLinkedStore(scene.relay, { folder, environment: {} });
    open.push(again);
    await inStep(scene.relay, again);
    expect(again.identity.epoch).toBe(2);
    expect(again.orders.repository.byId(forgotten.order.id)).toMatchObject({ customerPhone: null });
    expect(again.orders.repository.byId(deleted.order.id)).toBeNull();
    const admin = await signIn(again, 'admin@loja.com');
    expect((await admin('/api/staff/pix-key')).status).toBe(200);
    // The customer's page knows its order still, and the next one gets a number that nobody had.
    const tracked = await again.ask(`/api/orders/${cash.order.code}`, {
      headers: { authorization: `Bearer ${cash.trackingToken}` },
    });
    expect(await bodyOf(tracked)).toMatchObject({ access: 'whole' });
    expect((await place(again)).order.orderNumber).toBeGreaterThan(deleted.order.orderNumber);
    await inStep(scene.relay, again);
  });
});

onOneDatabase('a restore', (scene) => {
  const again = async (folder: string): Promise<TestStore> => {
    const store = await openLinkedStore(scene.relay, { folder, environment: {} });
    open.push(store);
    return store;
  };

  it('[R2] shuts the machine out that was the store: while it is linked, and when it comes back', async () => {
    const { store, code } = await openBusyShop(scene.relay);
    open.push(store);
    const image = await snapshot(store);
    const folder = emptyCard();
    const pairingCode = await replacing(scene.relay, store.identity.storeId);
    await restore({ relayUrl: scene.relay.url, folder, pairingCode, sheet: code });
    await soon(() => expect([store.writeGate.held(), store.link.state()]).toEqual(['fenced', 'unpaired']));
    expect((await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } })).status).toBe(503);
    const heir = await again(folder);
    await inStep(scene.relay, heir);
    // Its card in another machine, that was off meanwhile.
    const late = await openLinkedStore(scene.relay, { folder: image });
    open.push(late);
    await soon(() => expect([late.writeGate.held(), late.link.state()]).toEqual(['fenced', 'unpaired']));
    await inStep(scene.relay, heir);
  });

  it('[R5] of a store that the relay never followed says so', async () => {
    const store = await scene.pairedStore();
    const pairingCode = await replacing(scene.relay, store.storeId);
    await expect(
      restore({ relayUrl: scene.relay.url, folder: emptyCard(), pairingCode, sheet: null }),
    ).rejects.toThrow('nunca recebeu');
  });
});
