// Another key for a store's place at the relay: the one before is refused from then on, and what was cut off is ended.
import { afterEach, expect, it } from 'vitest';
import { changeDeviceKey, isKeyChanging } from '../../../edge/replication/link/change-device-key.ts';
import { createDeviceTokens } from '../../../edge/replication/link/device-token.ts';
import { loadIdentity, newKeyPair, readMeta, writeMeta } from '../../../edge/storage/identity.ts';
import { openDatabase } from '../../../edge/storage/open.ts';
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import { onBothDatabases } from '../../harness/relay.ts';
import { inStep, openLinkedStore } from '../../harness/real-store.ts';

const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

onBothDatabases("the key of the store's device", (scene) => {
  /** A store that was linked, with its server stopped. */
  async function stopped(): Promise<TestStore> {
    const store = await openLinkedStore(scene.relay);
    await inStep(scene.relay, store);
    await store.stop();
    return store;
  }
  const fileOf = (store: TestStore) => openDatabase(`${store.folder}/store.db`, 'edge/storage/migrations');
  async function startAgain({ folder }: TestStore): Promise<TestStore> {
    const again = await openLinkedStore(scene.relay, { folder });
    open.push(again);
    return again;
  }
  const statusWith = async (identity: Parameters<typeof createDeviceTokens>[0]): Promise<number> => {
    const token = await createDeviceTokens(identity);
    return (await scene.relay.ask('/edge/restore', { token: await token() })).status;
  };

  it('[46] is changed by a command: the store links with the new one, the one before opens nothing', async () => {
    const store = await stopped();
    const before = store.identity;
    const db = fileOf(store);
    expect(await statusWith(before)).toBe(200);
    expect(await changeDeviceKey(db, scene.relay.url)).toBe('changed');
    db.$client.close();
    expect(await statusWith(before)).toBe(401);
    const again = await startAgain(store);
    expect(again.identity.deviceKey).not.toEqual(before.deviceKey);
    expect(await statusWith(again.identity)).toBe(200);
    await inStep(scene.relay, again);
  });

  it('[46] that the relay took, while its answer got lost, counts after the next start', async () => {
    const store = await stopped();
    const db = fileOf(store);
    const kept = JSON.stringify(newKeyPair());
    writeMeta(db, 'device_key_next', kept);
    // As before the power went: the relay has it, the store has not put it in its place.
    const before = readMeta(db, 'device_key');
    expect(await changeDeviceKey(db, scene.relay.url)).toBe('changed');
    writeMeta(db, 'device_key_next', kept);
    writeMeta(db, 'device_key', String(before));
    db.$client.close();
    const again = await startAgain(store);
    expect(again.identity.deviceKey).toEqual(JSON.parse(kept));
    expect(isKeyChanging(again.db)).toBe(false);
    await inStep(scene.relay, again);
  });

  it('[46] stays what it is while the relay is away, and when the relay does not know this machine', async () => {
    const store = await stopped();
    const db = fileOf(store);
    const { deviceKey } = loadIdentity(db);
    expect(await changeDeviceKey(db, 'http://127.0.0.1:9')).toBe('unreachable');
    expect([loadIdentity(db).deviceKey, isKeyChanging(db)]).toEqual([deviceKey, true]);
    await scene.relay.relay.pairing.revoke(store.identity.storeId);
    expect(await changeDeviceKey(db, scene.relay.url)).toBe('refused');
    expect([loadIdentity(db).deviceKey, isKeyChanging(db)]).toEqual([deviceKey, false]);
    db.$client.close();
  });

  it('[46] is not changed by who has the old one but not the new one', async () => {
    const store = await stopped();
    const token = await createDeviceTokens(store.identity);
    const strange = newKeyPair();
    const answer = await scene.relay.ask('/edge/device-key', {
      method: 'POST',
      token: await token(),
      json: { publicKey: strange.publicJwk, proof: await token() },
    });
    expect(answer.status).toBe(422);
    expect(await statusWith(store.identity)).toBe(200);
  });
});
