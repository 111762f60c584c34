// The relay's copy of the kitchen's board, for an administrator while the store is away: what is paid is never cut off.
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { createMirror } from '../../../cloud/shop/staff/mirror.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { onBothDatabases, soon, type Scene } from '../../harness/relay.ts';
import { anOrder } from '../../harness/store-log.ts';

/** What the board lists of orders that wait for cash. */
const SHOWN_MAX = 100;
const HOUR_MS = 3_600_000;
/** Noon in São Paulo. */
const NOON = Date.UTC(2026, 10, 21, 15);

const mirrorAt = async (scene: Scene, nowMs: number) =>
  createMirror({
    db: scene.relay.relay.db,
    persons: await scene.relay.persons(),
    clock: () => nowMs,
    timeZone: 'America/Sao_Paulo',
  });

const add = (store: FakeStore, changes: Parameters<typeof anOrder>[0]): string => {
  const order = anOrder(changes);
  store.log.appendOrder(order, order.id);
  return order.id;
};
/** The relay has what the store has said so far. */
const heard = (store: FakeStore) =>
  soon(() => expect(store.checkpoints.at(-1)?.seq).toBe(store.log.rows.at(-1)?.seq));
const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

onBothDatabases('the board while the store is away', (scene) => {
  it('[41] holds the paid orders first and whole, and says how many of the unpaid ones are not there', async () => {
    const now = Date.now();
    const waiting = { status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
    const store = await scene.linkedStore();
    const atTheCounter = add(store, { ...waiting, source: 'counter', createdAtMs: now - 900_000 });
    for (let n = 0; n < 320; n += 1) add(store, { ...waiting, createdAtMs: now - 800_000 + n });
    for (let n = 0; n < 100; n += 1)
      add(store, { ...waiting, source: 'lan', createdAtMs: now - 850_000 + n });
    const ready = add(store, { status: 'READY', createdAtMs: now - 700_000 });
    const received = add(store, { status: 'RECEBIDO', createdAtMs: now });
    // Its customer is still paying online: nobody's yet.
    add(store, { status: 'PENDING', paymentMethod: 'pix', createdAtMs: now });

    const mirror = await mirrorAt(scene, now);
    const board = () => mirror.board(store.storeId, 0);
    await soon(async () => expect((await board()).orders.map((order) => order.id)).toContain(received));
    const { orders, unpaidMore } = await board();
    expect(orders.slice(0, 3).map((order) => order.id)).toEqual([ready, received, atTheCounter]);
    expect(orders).toHaveLength(2 + SHOWN_MAX);
    expect(unpaidMore).toBe(421 - SHOWN_MAX);
    // Who stands there comes before who ordered in the shop's network, and both before the site.
    expect(orders.slice(3).map(({ source }) => source)).toEqual(Array.from({ length: 99 }, () => 'lan'));
    // Another shop, which has none of them, is not told that there are more.
    expect(await mirror.board(v7(), 0)).toMatchObject({ orders: [], unpaidMore: 0 });
  });

  it('lists unpaid orders oldest first, and none that has been open for more than three days', async () => {
    const store = await scene.linkedStore();
    const waiting = { status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
    const later = add(store, { ...waiting, source: 'counter', createdAtMs: NOON - HOUR_MS });
    const sooner = add(store, { ...waiting, source: 'relay', createdAtMs: NOON - 2 * HOUR_MS });
    const kept = add(store, { status: 'READY', createdAtMs: NOON - 71 * HOUR_MS });
    for (const changes of [
      { status: 'READY' },
      { status: 'DELIVERED', deliveredAtMs: NOON },
      waiting,
    ] as const)
      add(store, { ...changes, createdAtMs: NOON - 73 * HOUR_MS });
    await heard(store);
    const board = await (await mirrorAt(scene, NOON)).board(store.storeId, 0);
    expect(idsOf(board.orders)).toEqual([kept, sooner, later]);
    expect(board).toMatchObject({ unpaidMore: 0, delivered: [], deliveredToday: 0 });
  });

  it('shows the twelve that were handed out last, and counts those of the business day', async () => {
    const store = await scene.linkedStore();
    // Handed out in the opposite order of their coming, from 03:40 to 04:30: the day turns at four.
    const handedOut = Array.from({ length: 6 }, (_, n) => NOON - 8 * HOUR_MS + (n - 2) * 600_000).concat(
      Array.from({ length: 8 }, (_, n) => NOON - 2 * HOUR_MS + n * 1000),
    );
    const ids = handedOut.map((deliveredAtMs, n) =>
      add(store, { status: 'DELIVERED', deliveredAtMs, createdAtMs: NOON - 10 * HOUR_MS - n * 1000 }),
    );
    await heard(store);
    const board = await (await mirrorAt(scene, NOON)).board(store.storeId, 0);
    expect(idsOf(board.delivered)).toEqual(ids.toReversed().slice(0, 12));
    expect(board.deliveredToday).toBe(12);
    const elsewhere = await (await mirrorAt(scene, NOON)).board(v7(), 0);
    expect([elsewhere.delivered, elsewhere.deliveredToday]).toEqual([[], 0]);
  });
});

onBothDatabases('the search while the store is away', (scene) => {
  const query = { by: 'panel', limit: 50 } as const;

  it('says that the panel’s number has expired where it was shown on earlier days alone', async () => {
    const store = await scene.linkedStore();
    const panel = { panelNumber: 7001, createdAtMs: NOON } as const;
    const yesterday = add(store, { ...panel, panelDate: '2026-11-20', createdAtMs: NOON - 24 * HOUR_MS });
    const byNumber = add(store, { orderNumber: 7002, simpleId: 7002, createdAtMs: NOON });
    await heard(store);
    const { search } = await mirrorAt(scene, NOON);
    const found = async (q: string) => {
      const { orders, panelExpired } = await search(store.storeId, { ...query, q });
      return { ids: idsOf(orders), panelExpired };
    };
    expect(await found('7001')).toEqual({ ids: [yesterday], panelExpired: true });
    expect(await found('7002')).toEqual({ ids: [byNumber], panelExpired: false });
    expect(await found('07002')).toEqual({ ids: [byNumber], panelExpired: false });
    expect(await found('7999')).toEqual({ ids: [], panelExpired: false });
    // An order that has it for its own number does not make the panel's number a present one.
    const ofLongAgo = add(store, {
      orderNumber: 7001,
      simpleId: 7001,
      createdAtMs: NOON - 48 * HOUR_MS,
    });
    await heard(store);
    expect(await found('7001')).toEqual({ ids: [yesterday, ofLongAgo], panelExpired: true });
    const today = add(store, { ...panel, panelDate: '2026-11-21' });
    await heard(store);
    expect(await found('7001')).toEqual({ ids: [today, ofLongAgo], panelExpired: false });
  });

  it('finds by a whole phone of ten digits or eleven, and by what a code begins with', async () => {
    const store = await scene.linkedStore();
    const ofCode = (code: string, n: number) => add(store, { code, createdAtMs: NOON + n });
    const [mixed, digits] = [ofCode('7K2MQ9XWTB', 1), ofCode('4471209385', 2)];
    const fixed = add(store, { customerPhone: '1133334444', createdAtMs: NOON + 3 });
    const mobile = add(store, { customerPhone: '11933334444', createdAtMs: NOON + 4 });
    await heard(store);
    const { search } = await mirrorAt(scene, NOON);
    const found = async (q: string, by: 'panel' | 'phone' | 'id' = 'panel') =>
      idsOf((await search(store.storeId, { by, limit: 50, q })).orders);
    expect(await found('(11) 3333-4444', 'phone')).toEqual([fixed]);
    expect(await found('(11) 93333-4444', 'phone')).toEqual([mobile]);
    expect(await found('3333-4444', 'phone')).toEqual([]);
    // By the beginning of its id, however it was copied; a panel's number says nothing of ids.
    expect(await found(mixed.toUpperCase().slice(0, -1), 'id')).toEqual([mixed]);
    expect(await found(mixed.toUpperCase(), 'id')).toEqual([mixed]);
    expect(await found('of no order', 'id')).toEqual([]);
    expect(await found('7k2m')).toEqual([mixed]);
    expect(await found('7K2')).toEqual([]);
    expect(await found('7K2MQ-9XWTB')).toEqual([mixed]);
    expect(await found('44712-09385')).toEqual([digits]);
  });

  it('tells the open ones, also those that wait for their money, from the finished', async () => {
    const store = await scene.linkedStore();
    const statuses = ['PENDING', 'RECEBIDO', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED'] as const;
    for (const [n, status] of statuses.entries()) add(store, { status, createdAtMs: NOON + n });
    await heard(store);
    const { search } = await mirrorAt(scene, NOON);
    const found = async (state?: 'active' | 'finished') =>
      (await search(store.storeId, { limit: 50, state })).orders.map(({ status }) => status);
    expect(await found('active')).toEqual(['READY', 'PREPARING', 'RECEBIDO', 'PENDING']);
    expect(await found('finished')).toEqual(['CANCELLED', 'DELIVERED']);
    expect(await found()).toEqual(statuses.toReversed());
    // A site keeps the orders of years: a page that asks for two of them gets the newest two.
    const two = await search(store.storeId, { limit: 2 });
    expect(two.orders.map(({ status }) => status)).toEqual(['CANCELLED', 'DELIVERED']);
    // What is looked for is told apart too, and bounded: they are all of one phone.
    const ofPhone = { by: 'phone', q: '11987654321' } as const;
    const statusesOf = async (by: Parameters<typeof search>[1]) =>
      (await search(store.storeId, by)).orders.map(({ status }) => status);
    expect(await statusesOf({ ...ofPhone, limit: 50, state: 'finished' })).toEqual([
      'CANCELLED',
      'DELIVERED',
    ]);
    expect(await statusesOf({ ...ofPhone, limit: 3 })).toEqual(['CANCELLED', 'DELIVERED', 'READY']);
  });

  it('shows fifty wholesale orders that are over at once, and says whether there are more', async () => {
    const store = await scene.linkedStore();
    const over = (orderNumber: number) => {
      const order = sampleWholesaleOrder({ id: v7(), orderNumber, status: 'FINALIZADO' });
      store.log.append('wholesale-order', order.id, order);
    };
    const { wholesale } = await mirrorAt(scene, NOON);
    for (let n = 1; n <= 50; n += 1) over(n);
    await heard(store);
    const first = await wholesale(store.storeId, { state: 'over' });
    expect([first.orders.length, first.more]).toEqual([50, false]);
    over(51);
    await heard(store);
    const page = await wholesale(store.storeId, { state: 'over' });
    expect([page.orders.length, page.orders[0]?.orderNumber, page.more, page.over]).toEqual([
      50,
      51,
      true,
      51,
    ]);
    const rest = await wholesale(store.storeId, { state: 'over', before: 2 });
    expect([rest.orders.map(({ orderNumber }) => orderNumber), rest.more]).toEqual([[1], false]);
    const elsewhere = await wholesale(v7(), { state: 'over' });
    expect([elsewhere.orders, elsewhere.open, elsewhere.over]).toEqual([[], 0, 0]);
  });

  it('shows the open wholesale orders whole, up to three hundred, and says whether there are more', async () => {
    const store = await scene.linkedStore();
    const open = (orderNumber: number) => {
      const order = sampleWholesaleOrder({ id: v7(), orderNumber });
      store.log.append('wholesale-order', order.id, order);
    };
    const { wholesale } = await mirrorAt(scene, NOON);
    const shown = async () => {
      const page = await wholesale(store.storeId, { state: 'open' });
      return [page.orders.length, page.orders.at(-1)?.orderNumber, page.more, page.open, page.over];
    };
    for (let n = 1; n <= 300; n += 1) open(n);
    await heard(store);
    expect(await shown()).toEqual([300, 1, false, 300, 0]);
    open(301);
    await heard(store);
    expect(await shown()).toEqual([300, 2, true, 301, 0]);
  });
});
