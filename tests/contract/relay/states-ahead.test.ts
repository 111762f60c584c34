// After a cut, how open orders stand comes before the rows that were missed; and never takes anything back.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { bodyOf, linked, onBothDatabases, soon, unlinked } from '../../harness/relay.ts';
import { anOrder } from '../../harness/store-log.ts';

const TOKEN = 'token-of-the-customer';

onBothDatabases('an open order after a cut', (scene) => {
  const cursor = async (): Promise<number> =>
    Number((await scene.relay.rows<{ seq: string }>(sql`select seq from stores`))[0]?.seq);
  const followedTo = (seq: number): Promise<void> => soon(async () => expect(await cursor()).toBe(seq));
  const shown = async ({ code }: Order): Promise<OrderStatus> =>
    (await bodyOf(await scene.relay.ask(`/api/orders/${code}`)))['order'].status;
  const isShown = (order: Order, status: OrderStatus): Promise<void> =>
    soon(async () => expect(await shown(order)).toBe(status));

  /** An order that the relay knows as received, and is prepared and then ready at the store while the link is cut. */
  async function afterACut(): Promise<{ store: FakeStore; order: Order; rows: number }> {
    const order = anOrder({ status: 'RECEBIDO' });
    const store = await scene.linkedStore((one) => one.log.appendOrder(order, TOKEN));
    await followedTo(1);
    store.cut();
    await unlinked(scene.relay, store);
    store.log.appendOrder({ ...order, status: 'PREPARING' }, TOKEN);
    for (let row = 0; row < 30; row += 1) store.log.append('audit', randomUUID(), { row });
    store.log.appendOrder({ ...order, status: 'READY' }, TOKEN);
    store.logUpTo = 1;
    return { store, order, rows: store.log.rows.length };
  }
  async function comesBack(store: FakeStore): Promise<void> {
    await store.dial();
    await linked(scene.relay, store);
  }
  const says = (store: FakeStore, seq: number, ...states: Partial<Order>[]): void => {
    store.onStates = () => Promise.resolve({ seq, states });
  };
  function upTo(store: FakeStore, seq: number): Promise<void> {
    store.logUpTo = seq;
    store.log.wake();
    return followedTo(seq);
  }

  it('[L24] is shown as it stands before any row that was missed has come, and as the log says from then on', async () => {
    const { store, order, rows } = await afterACut();
    says(store, rows, { ...order, status: 'READY', readyAtMs: 7 });
    await comesBack(store);
    await isShown(order, 'READY');
    expect(await cursor()).toBe(1);
    await upTo(store, 2);
    expect(await shown(order)).toBe('READY');
    store.log.appendOrder({ ...order, status: 'DELIVERED' }, TOKEN);
    await upTo(store, rows + 1);
    expect(await shown(order)).toBe('DELIVERED');
    expect(await scene.relay.rows(sql`select * from order_states`)).toEqual([]);
  });

  it('[L24] comes before two thousand rows: twenty that were prepared in the cut, one that was handed over, one called off', async () => {
    const ends: OrderStatus[] = [
      ...Array.from({ length: 20 }, () => 'READY' as const),
      'DELIVERED',
      'CANCELLED',
    ];
    const placed = ends.map(() => anOrder({ status: 'RECEBIDO' }));
    const store = await scene.linkedStore((one) => {
      for (const order of placed) one.log.appendOrder(order, TOKEN);
    });
    await followedTo(placed.length);
    store.cut();
    await unlinked(scene.relay, store);
    for (let row = 0; row < 2000; row += 1) store.log.append('audit', randomUUID(), { row });
    const ended = placed.map((order, at) => ({ ...order, status: ends[at] ?? 'READY' }));
    for (const order of ended) store.log.appendOrder(order, TOKEN);
    // Not one of the rows that were missed gets through.
    store.logUpTo = placed.length;
    says(store, store.log.rows.length, ...ended);
    await comesBack(store);
    for (const { code, status } of ended)
      await soon(async () =>
        expect((await bodyOf(await scene.relay.ask(`/api/orders/${code}`)))['order'].status).toBe(status),
      );
    expect(await cursor()).toBe(placed.length);
  });

  it('[L24] is told nobody: what says who ordered and what is kept with the log alone', async () => {
    const { store, order, rows } = await afterACut();
    says(store, rows, { ...order, status: 'READY', customerPhone: '44912345678', observations: 'sem leite' });
    await comesBack(store);
    await isShown(order, 'READY');
    const kept = JSON.stringify(await scene.relay.rows(sql`select * from order_states`));
    expect(kept).toContain('READY');
    expect(kept).not.toMatch(/44912345678|sem leite|customerPhone|items/);
  });

  it('[L24] is told to open pages at once, and not how it stood before', async () => {
    const { store, order, rows } = await afterACut();
    const view = await bodyOf(await scene.relay.ask(`/api/orders/${order.code}`));
    const page = await scene.relay.ask(`/api/live?ticket=${encodeURIComponent(view['ticket'])}`);
    const told: string[] = [];
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of page.body ?? [])
        told.push(
          ...[...decoder.decode(chunk as Uint8Array).matchAll(/"status":"([A-Z]+)"/g)].map(
            ([, status = '']) => status,
          ),
        );
    })().catch(() => undefined);
    says(store, rows, { ...order, status: 'READY' });
    await comesBack(store);
    await soon(() => expect(told).toEqual(['READY']));
    await upTo(store, 2);
    store.log.appendOrder({ ...order, status: 'DELIVERED' }, TOKEN);
    await upTo(store, rows + 1);
    await soon(() => expect(told.at(-1)).toBe('DELIVERED'));
    expect(told).not.toContain('PREPARING');
    await page.body?.cancel().catch(() => undefined);
    await scene.relay.stop();
    await scene.relay.start();
    await reading;
  });

  it('[L24] is not asked of a store that does not know how, and comes with the log where the answer is none', async () => {
    const { store, order, rows } = await afterACut();
    let asked = 0;
    store.onStates = () => {
      asked += 1;
      return Promise.resolve({ seq: rows, states: [{ status: 'nonsense' as OrderStatus }] });
    };
    store.protocol = 8;
    store.logUpTo = 2;
    await comesBack(store);
    await followedTo(2);
    expect(asked).toBe(0);
    expect(await shown(order)).toBe('PREPARING');
    store.cut();
    await unlinked(scene.relay, store);
    store.protocol = 9;
    store.logUpTo = Infinity;
    await comesBack(store);
    await followedTo(rows);
    expect(asked).toBe(1);
    expect(await shown(order)).toBe('READY');
  });

  it('[L25] is not taken back by a state of before, sent again', async () => {
    const { store, order, rows } = await afterACut();
    says(store, rows, { ...order, status: 'READY' });
    await comesBack(store);
    await isShown(order, 'READY');
    for (const seq of [1, 2, rows - 1, rows]) {
      store.cut();
      await unlinked(scene.relay, store);
      let asked = false;
      store.onStates = () => {
        asked = true;
        return Promise.resolve({ seq, states: [{ ...order, status: 'RECEBIDO' }] });
      };
      store.logUpTo += 1;
      await comesBack(store);
      await followedTo(store.logUpTo);
      expect(asked).toBe(true);
      expect(await shown(order)).toBe('READY');
    }
  });

  it('[L25] is as the log says again when the store was put back, whose states of before are of another epoch', async () => {
    const { store, order, rows } = await afterACut();
    says(store, rows, { ...order, status: 'READY' });
    await comesBack(store);
    await isShown(order, 'READY');
    store.cut();
    await unlinked(scene.relay, store);
    store.log.rows.splice(1);
    store.log.epoch += 1;
    store.log.append('audit', randomUUID(), {});
    says(store, 0);
    store.logUpTo = Infinity;
    await comesBack(store);
    await followedTo(2);
    expect(await shown(order)).toBe('RECEBIDO');
  });

  it('[L25] is as the log says again when what came is no log that goes on from ours', async () => {
    const { store, order, rows } = await afterACut();
    says(store, rows, { ...order, status: 'READY' });
    await comesBack(store);
    await isShown(order, 'READY');
    const broken = store.log.rows[1];
    if (broken) store.log.rows[1] = { ...broken, hash: 'f'.repeat(64) };
    store.logUpTo = 2;
    store.log.wake();
    await soon(async () =>
      expect(await scene.relay.rows(sql`select condition from stores`)).toEqual([
        { condition: 'quarantined' },
      ]),
    );
    await isShown(order, 'RECEBIDO');
  });
});
