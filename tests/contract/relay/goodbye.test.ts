// What stores hear of a relay that stops: each is sent away to dial again, and none is told that it is unknown here.
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { linked, onOneDatabase } from '../../harness/relay.ts';

onOneDatabase('a relay that stops', (scene) => {
  afterEach(async () => {
    await scene.relay.stop();
    await scene.relay.start();
  });

  it('lets in no link and no menu any more, and says that it will again', async () => {
    const store = await scene.pairedStore();
    const bearer = async (): Promise<string> => `Bearer ${await store.token()}`;
    await scene.relay.relay.gateway.stop();
    for (const path of ['/link', `/doc/${store.storeId}`])
      expect([path, await store.open(path, await bearer())]).toEqual([path, 503]);
  });

  it('says goodbye to the link and to the menu of each store', async () => {
    const store = await scene.pairedStore();
    const link = await store.dial();
    await linked(scene.relay, store);
    const menu = await store.open(`/doc/${store.storeId}`, `Bearer ${await store.token()}`);
    if (typeof menu === 'number') throw new Error(`the menu is refused with ${menu}`);
    const closed = Promise.all([link, menu].map((socket) => once(socket, 'close')));
    await scene.relay.relay.gateway.stop();
    // Goes away, and was not cut.
    expect((await closed).map(([code]: number[]) => code)).toEqual([1001, 1001]);
  });
});
