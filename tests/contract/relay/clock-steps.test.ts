// The clock of the relay's machine is set, by a day forward or an hour back, and undone or not.
import { beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { createForwarder } from '../../../cloud/cluster/forward.ts';
import {
  CLAIM,
  bodyOf,
  onBothDatabases,
  onOneDatabase,
  soon,
  unlinked,
  type Scene,
} from '../../harness/relay.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const place = (scene: Scene, id = v7()): Promise<Response> =>
  scene.relay.ask('/api/orders', { json: { ...sampleRequest(), id, claim: CLAIM } });
const stateOf = async (scene: Scene, id: string): Promise<unknown> =>
  (await bodyOf(await scene.relay.ask(`/api/orders/by-id/${id}`, { token: CLAIM })))['state'];
/** The machine is looked at, round by round, while this time passes. */
async function pass(scene: Scene, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5 * MINUTE) {
    scene.relay.advance(Math.min(left, 5 * MINUTE));
    await scene.relay.relay.round();
  }
}
/** A clock that was set back, and is believed by now. */
async function believe(scene: Scene, ms: number): Promise<void> {
  scene.relay.setClock(ms);
  await pass(scene, 35 * MINUTE);
}
/** The relay itself was away meanwhile: it begins with the new time, whatever it was before. */
async function startWith(scene: Scene, skewMs: number): Promise<void> {
  await scene.relay.stop();
  scene.relay.setClock(skewMs);
  await scene.relay.start();
}
async function leave(scene: Scene, store: Awaited<ReturnType<Scene['linkedStore']>>): Promise<void> {
  store.cut();
  await unlinked(scene.relay, store);
}

onOneDatabase('[121] a clock that is set a day ahead or an hour back, and undone', (scene) => {
  it.each([24 * HOUR, -HOUR])(
    'changes nothing for an order that waits: it lapses after its ten minutes (%i ms)',
    async (ms) => {
      const store = await scene.linkedStore();
      await leave(scene, store);
      const id = v7();
      expect((await place(scene, id)).status).toBe(202);
      scene.relay.setClock(ms);
      await pass(scene, 5 * MINUTE);
      expect(await stateOf(scene, id)).toBe('waiting');
      scene.relay.setClock(0);
      await pass(scene, 4 * MINUTE);
      expect(await stateOf(scene, id)).toBe('waiting');
      await pass(scene, 2 * MINUTE);
      expect(await stateOf(scene, id)).toBe('lapsed');
    },
  );

  it.each([24 * HOUR, -HOUR])(
    'takes orders for the minute after the store went, and none later (%i ms)',
    async (ms) => {
      const store = await scene.linkedStore();
      await leave(scene, store);
      scene.relay.setClock(ms);
      expect((await place(scene)).status).toBe(202);
      await pass(scene, 61_000);
      expect((await place(scene)).status).toBe(503);
    },
  );
});

onBothDatabases('[121] a clock that was an hour ahead and is right now', (scene) => {
  beforeEach(() => startWith(scene, 0));

  it('lets no store stand for linked that went', async () => {
    const store = await scene.linkedStore();
    await leave(scene, store);
    await believe(scene, -HOUR);
    expect((await place(scene)).status).toBe(503);
  });

  it('brings an order that was taken before to the store at once', async () => {
    const store = await scene.linkedStore();
    await leave(scene, store);
    const id = v7();
    expect((await place(scene, id)).status).toBe(202);
    await startWith(scene, -HOUR);
    await store.dial();
    await soon(async () => expect(await stateOf(scene, id)).toBe('placed'));
    expect(store.heard).toHaveLength(1);
  });

  async function lapsesAfterTenMinutes(backMs: number): Promise<void> {
    const store = await scene.linkedStore();
    await leave(scene, store);
    const id = v7();
    expect((await place(scene, id)).status).toBe(202);
    await startWith(scene, -backMs);
    await pass(scene, 9 * MINUTE);
    expect(await stateOf(scene, id)).toBe('waiting');
    await pass(scene, 6 * MINUTE);
    expect(await stateOf(scene, id)).toBe('lapsed');
  }

  it('gives an order of before ten minutes, not an hour more', () => lapsesAfterTenMinutes(HOUR));
  it('gives it no quarter of an hour more either, set back by that', () =>
    lapsesAfterTenMinutes(15 * MINUTE));
});

onOneDatabase('[121] another process of the same relay', (scene) => {
  it('is believed while the clock of this one is a day ahead: it hears who holds a link', async () => {
    const other = createForwarder({ secretsKey: scene.relay.secretsKey, clock: () => scene.relay.nowMs });
    const question = () => new Request(`${scene.relay.url}/cluster/links/${v7()}`);
    const answer = async () => (await other.send(scene.relay.url, question(), '-')).json();
    expect(await answer()).toEqual({ instance: null });
    scene.relay.setClock(24 * HOUR);
    expect(await answer()).toEqual({ instance: null });
    scene.relay.setClock(0);
  });
});
