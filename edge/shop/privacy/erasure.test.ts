// What the relay and later restores are told of what was erased here, and what an erased order leaves in the drawer.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { ErasureUnfinished } from './erasure.ts';
import { CARTS, createTrading, type Trading } from '../../testing/trading.ts';

let store: TestStore;
let admin: Asking;
let trading: Trading;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
  trading = createTrading(store, admin, admin);
});
afterEach(() => store.close());

const order = (phone: string) => trading.order('lan', (CARTS[1] as (typeof CARTS)[number])(), phone, false);
const told = (): unknown[] =>
  store.db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === 'erasure')
    .map(({ body }) => JSON.parse(String(body)) as unknown);

it('an open order that is deleted is called off first: its money goes back out of the drawer', async () => {
  await trading.openCash(0);
  const [gone, kept] = [await order('11900000001'), await order('11900000001')];
  await trading.payByHand(gone, 'cash');
  await trading.payByHand(kept, 'cash');
  await trading.remove(gone);
  expect(told()).toEqual([{ scope: 'orders', orderIds: [gone.id] }]);
  expect(await trading.closeCash(1350)).toMatchObject({ cashSalesCents: 1350, differenceCents: 0 });
});

it('one that was handed over is deleted with its money kept', async () => {
  await trading.openCash(0);
  const gone = await order('11900000001');
  await trading.payByHand(gone, 'cash');
  await trading.deliver(gone);
  await trading.remove(gone);
  expect(await trading.closeCash(1350)).toMatchObject({ cashSalesCents: 1350, differenceCents: 0 });
});

it('a cleared history is told of by its last number, however many orders were still there', async () => {
  const [first, second] = [await order('11900000001'), await order('11900000001')];
  await trading.remove(first);
  await trading.expire(second);
  const cleared = await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } });
  expect(await cleared.json()).toMatchObject({ orders: 1 });
  expect(told().at(-1)).toEqual({ scope: 'history', upToNumber: 2 });
});

it('a history is not cleared when somebody orders while its copy is made', async () => {
  const first = await order('11900000001');
  await trading.expire(first);
  const { make } = store.backups;
  vi.spyOn(store.backups, 'make').mockImplementation(async (...asked) => {
    const copy = await make(...asked);
    await order('11900000002');
    return copy;
  });
  const cleared = await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } });
  expect(cleared.status).toBe(409);
  expect(await cleared.json()).toMatchObject({ code: 'orders-open', openOrders: 1 });
  expect(store.orders.repository.byNumbers([1, 2])).toHaveLength(2);
  expect(told()).toEqual([]);
});

it("a person's orders are told of by their ids, and nobody else's lose anything", async () => {
  const [mine, other] = [await order('11900000001'), await order('11900000002')];
  await trading.expire(mine);
  await trading.expire(other);
  const erased = await admin('/api/staff/privacy/erase', { json: { phone: '11900000001' } });
  expect(erased.status).toBe(200);
  expect(told()).toEqual([{ scope: 'person', orderIds: [mine.id] }]);
  expect([mine, other].map(({ id }) => store.orders.repository.byId(id)?.customerPhone)).toEqual([
    null,
    '11900000002',
  ]);
});

describe('[131] a disk that refuses the rest', () => {
  const phone = '11900000001';
  /** What the relay's commands were answered, which may name who ordered. */
  const inbox = (): string => JSON.stringify(store.db.$client.prepare('select outcome from inbox').all());
  async function fromTheSite(): Promise<string> {
    const order = sampleRequest({ id: v7(), customerPhone: phone, observations: 'sem canudo, por favor' });
    const json = { id: v7(), kind: 'order.place', payload: { order } };
    expect(await (await store.askLink('/link/commands', { json })).json()).toMatchObject({ status: 'done' });
    return order.id;
  }
  function refuse(): void {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    store.db.$client.function('refuse', () => {
      throw full;
    });
    store.db.$client.exec(
      'create temp trigger refused before update of outcome on inbox begin select refuse(); end',
    );
  }
  const takeAgain = (): void => void store.db.$client.exec('drop trigger refused');
  const erase = () => admin('/api/staff/privacy/erase', { json: { phone } });
  const remove = (id: string) => admin(`/api/staff/orders/${id}`, { method: 'DELETE' });

  it.each(['a person', 'an order'])(
    'is asked again after %s was erased, until it has done it',
    async (what) => {
      const id = await fromTheSite();
      expect(inbox()).toContain(phone);
      refuse();
      const answer = what === 'a person' ? await erase() : await remove(id);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        507,
        'erasure-unfinished',
      ]);
      expect(inbox()).toContain(phone);
      await expect(store.erasure.finish()).rejects.toThrow(ErasureUnfinished);
      takeAgain();
      await store.erasure.finish();
      expect(inbox()).not.toMatch(/11900000001|sem canudo/);
    },
  );

  it('is asked again after a restart', async () => {
    await fromTheSite();
    refuse();
    await erase();
    const { folder } = store;
    // The trigger is of the connection, and gone with it.
    await store.stop();
    store = await openTestStore({ folder, nowMs: store.clock.nowMs });
    expect(inbox()).toContain(phone);
    await store.erasure.finish();
    expect(inbox()).not.toContain(phone);
  });

  it('is asked of every erasure that it has refused, and of none that is done', async () => {
    const [first, second] = [await fromTheSite(), await fromTheSite()];
    refuse();
    for (const id of [first, second]) await remove(id);
    takeAgain();
    await store.erasure.finish();
    expect(inbox()).not.toContain(phone);
    const again = vi.spyOn(store.db.$client, 'pragma');
    await store.erasure.finish();
    expect(again).not.toHaveBeenCalled();
  });
});
