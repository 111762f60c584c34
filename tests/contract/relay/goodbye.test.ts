// What stores hear of a relay that stops: each is sent away to dial again, and none is told that it is unknown here.
import { once } from 'node:events';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { v7 } from 'uuid';
import { afterEach, expect, it } from 'vitest';
import { linked, onOneDatabase, soon } from '../../harness/relay.ts';

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

  it('lets its readers go first, answers what is under way over the links, and lets those go then', async () => {
    const store = await scene.linkedStore();
    const heard = (await scene.relay.ask('/api/live')).text();
    const decided: (() => void)[] = [];
    store.onCommand = (command, decide) =>
      new Promise((resolve) => decided.push(() => resolve(decide(command))));
    const order = scene.relay.ask('/api/orders', { json: sampleRequest({ id: v7() }) });
    const hanging = scene.relay.ask('/api/staff/hang');
    await soon(() =>
      expect([decided.length, store.asked.map(({ path }) => path)]).toEqual([1, ['/api/staff/hang']]),
    );
    const answered = Promise.withResolvers<void>();
    const stopped = scene.relay.stop(() => answered.promise);
    expect(await heard).toContain('event: hello');
    decided[0]?.();
    expect((await order).status).toBe(201);
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(scene.relay.relay.gateway.session(store.storeId)).not.toBeNull();
    answered.resolve();
    await stopped;
    expect((await hanging).status).toBe(503);
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
