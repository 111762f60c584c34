import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainInput } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { OrderStatus, type Order } from '@balcao/shared/order/order.ts';
import { orderItemToppings, orderItems, orders } from '../../storage/schema/orders.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { reportClients } from '../../storage/schema/reports.ts';
import { openCopy } from '../../testing/open-copy.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { change, orderId, sell } from '../../testing/sell.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const read = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, any>,
});
const find = async (by: string, q: string, rest = '') =>
  (await (await admin(`/api/staff/orders?by=${by}&q=${encodeURIComponent(q)}${rest}`)).json()) as {
    orders: Order[];
    panelExpired?: boolean;
  };
const numbers = async (by: string, q: string) => (await find(by, q)).orders.map((order) => order.simpleId);
const panel = (panelNumber: number, panelSeries = 1, panelDate = '2026-11-21') => ({
  panelNumber,
  panelSeries,
  panelDate,
});
const chainHolds = () => {
  let previous = GENESIS_HASH;
  for (const row of store.outbox.after(0, 100_000)) {
    if (createHash('sha256').update(chainInput(previous, row)).digest('hex') !== row.hash) return false;
    previous = row.hash;
  }
  return true;
};

describe('the search', () => {
  it('finds by the digits of a phone, whole or in part', async () => {
    sell(store, store.clock.nowMs, { customerPhone: '11987654321' });
    sell(store, store.clock.nowMs + 1, { customerPhone: '11987654321' });
    sell(store, store.clock.nowMs, { customerPhone: '21911112222' });
    sell(store, store.clock.nowMs, { customerPhone: null });
    expect(await numbers('phone', '(11) 98765-4321')).toEqual([2, 1]);
    expect(await numbers('phone', '98765')).toEqual([2, 1]);
    expect(await numbers('phone', '1111-2222')).toEqual([3]);
    expect(await numbers('phone', 'sem número')).toEqual([]);
  });

  it.each([
    ['11 3222-445', ['1132224455', '11322244559']],
    ['(11) 3222-4455', ['1132224455']],
    ['(11) 32224-4559', ['11322244559']],
    ['(11) 32224-4559 ramal 12', ['11322244559']],
  ])('of a phone %s, whole from ten digits to eleven, finds %j', async (typed, phones) => {
    for (const customerPhone of ['1132224455', '11322244559', '21911112222'])
      sell(store, store.clock.nowMs, { customerPhone });
    const { orders: found } = await find('phone', typed);
    expect(new Set(found.map(({ customerPhone }) => customerPhone))).toEqual(new Set(phones));
  });

  it('finds a code by its beginning, from four characters on', async () => {
    sell(store, store.clock.nowMs, { code: '7K2MQ9XWTB' });
    sell(store, store.clock.nowMs, { code: '7K2MQZZZZZ' });
    expect(await numbers('panel', '7k2')).toEqual([]);
    expect(await numbers('panel', '7k2m')).toEqual([1, 2]);
    expect(await numbers('panel', '7k2mq-9')).toEqual([1]);
    // Of digits alone, it may be a number too.
    sell(store, store.clock.nowMs, { code: '4071K2MQ9X' });
    expect(await numbers('panel', '4071')).toEqual([3]);
  });

  it.each(OrderStatus.options)(
    'counts one that is %s among the open or among the finished',
    async (status) => {
      sell(store, store.clock.nowMs, { status, customerPhone: '11987654321' });
      const isOver = status === 'DELIVERED' || status === 'CANCELLED';
      for (const state of ['active', 'finished']) {
        const found = (await find('phone', '11987654321', `&state=${state}`)).orders;
        const listed = (await (await admin(`/api/staff/orders?state=${state}`)).json()) as {
          orders: Order[];
        };
        expect([found.length, listed.orders.length]).toEqual(
          isOver === (state === 'finished') ? [1, 1] : [0, 0],
        );
      }
    },
  );

  it('finds by simple id, by whole id, and by the beginning of one', async () => {
    for (let n = 0; n < 12; n += 1) sell(store, store.clock.nowMs);
    expect(await numbers('id', '1')).toEqual([1]);
    expect(await numbers('id', orderId(5).toUpperCase())).toEqual([5]);
    expect(await numbers('id', orderId(5).slice(0, 20))).toHaveLength(12);
    expect(await numbers('id', `${orderId(5).slice(0, -1)}b`)).toEqual([11]);
    expect(await numbers('id', 'zzz%_')).toEqual([]);
  });

  it('finds a panel number in the running series first, then simple ids, and codes with or without the dash', async () => {
    sell(store, store.clock.nowMs, panel(2, 1, '2026-11-20'));
    sell(store, store.clock.nowMs, panel(9));
    sell(store, store.clock.nowMs, panel(2));
    expect(await find('panel', '2')).toMatchObject({ panelExpired: false });
    expect(await numbers('panel', '2')).toEqual([3, 2]);
    expect(await numbers('panel', '00000-00003')).toEqual([3]);
  });

  it("answers 'Número do Painel Expirado' only for a number found solely in older series", async () => {
    sell(store, store.clock.nowMs, panel(40, 1, '2026-11-20'));
    sell(store, store.clock.nowMs, panel(41));
    expect(await find('panel', '40')).toMatchObject({ panelExpired: true, orders: [{ simpleId: 1 }] });
    expect(await find('panel', '41')).toMatchObject({ panelExpired: false, orders: [{ simpleId: 2 }] });
    expect(await find('panel', '42')).toMatchObject({ panelExpired: false, orders: [] });
    await admin('/api/staff/panel/reset', { method: 'POST' });
    expect(await find('panel', '41')).toMatchObject({ panelExpired: true });
  });

  it('of older series, shows the newest first', async () => {
    for (const [series, day] of [
      [1, '2026-11-20'],
      [2, '2026-11-20'],
      [1, '2026-11-19'],
    ] as const)
      sell(store, store.clock.nowMs, panel(40, series, day));
    expect(await numbers('panel', '40')).toEqual([2, 1, 3]);
  });

  it('an expired panel number is told of beside the order that has it for its own', async () => {
    sell(store, store.clock.nowMs, panel(7, 1, '2026-11-19'));
    sell(store, store.clock.nowMs, panel(1, 1, '2026-11-20'));
    expect(await find('panel', '1')).toMatchObject({
      panelExpired: true,
      orders: [{ simpleId: 1 }, { simpleId: 2 }],
    });
    sell(store, store.clock.nowMs, panel(1));
    expect(await find('panel', '1')).toMatchObject({
      panelExpired: false,
      orders: [{ simpleId: 3 }, { simpleId: 1 }],
    });
  });

  it('answers as many as were asked for, by whatever name they were found', async () => {
    sell(store, store.clock.nowMs);
    sell(store, store.clock.nowMs, panel(1));
    expect((await find('panel', '1', '&limit=1')).orders.map(({ simpleId }) => simpleId)).toEqual([2]);
    expect((await find('panel', '1', '&limit=2')).orders.map(({ simpleId }) => simpleId)).toEqual([2, 1]);
  });

  it('needs a term that is not blank', async () => {
    expect((await admin('/api/staff/orders?by=phone&q=%20')).status).toBe(422);
  });

  it('lists newest first, the open ones or those that are over', async () => {
    sell(store, store.clock.nowMs);
    sell(store, store.clock.nowMs, { status: 'PREPARING', deliveredAtMs: null });
    sell(store, store.clock.nowMs, { status: 'CANCELLED' });
    const listed = async (query: string) =>
      ((await (await admin(`/api/staff/orders${query}`)).json()) as { orders: Order[] }).orders.map(
        (order) => order.simpleId,
      );
    expect(await listed('')).toEqual([3, 2, 1]);
    expect(await listed('?state=active')).toEqual([2]);
    expect(await listed('?state=finished&limit=1')).toEqual([3]);
    for (const later of [2000, 1000]) sell(store, store.clock.nowMs + later, { status: 'READY' });
    // When each was ordered; which number it has says nothing of that where the clock was set since.
    expect(await listed('?state=active')).toEqual([4, 5, 2]);
    expect(await listed('?state=active&limit=2')).toEqual([4, 5]);
    expect(await listed('?state=finished')).toEqual([3, 1]);
  });
});

describe('deleting one order', () => {
  it('takes it out of everything but the hashes, and tells the relay by its id alone', async () => {
    const kept = sell(store, store.clock.nowMs, { totalCents: 1000 });
    const gone = change(
      store,
      sell(store, store.clock.nowMs, { totalCents: 2000, observations: 'sem gelo' }),
      { status: 'READY' },
    );
    expect((await admin(`/api/staff/orders/${gone.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await admin(`/api/staff/orders/${gone.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(
      store.db
        .select()
        .from(orders)
        .all()
        .map((row) => row.id),
    ).toEqual([kept.id]);
    expect(
      [orderItems, orderItemToppings].map((table) =>
        store.db
          .select()
          .from(table)
          .all()
          .every((row) => row.orderNumber === kept.simpleId),
      ),
    ).toEqual([true, true]);
    const rows = store.db.select().from(outbox).all();
    expect(rows.filter((row) => row.aggregateId === gone.id).every((row) => row.body === null)).toBe(true);
    expect(rows.filter((row) => row.aggregateId === gone.id).length).toBeGreaterThan(1);
    expect(rows.find((row) => row.aggregateId === kept.id)?.body).toContain(kept.code);
    expect(rows.find((row) => row.kind === 'erasure')).toMatchObject({
      sealed: false,
      body: JSON.stringify({ scope: 'orders', orderIds: [gone.id] }),
    });
    expect(chainHolds()).toBe(true);
    expect(await (await admin('/api/staff/reports/sales')).json()).toMatchObject({
      totalOrders: 1,
      totalSalesCents: 1000,
    });
  });

  const clients = () => store.db.select().from(reportClients).all();

  it('takes the phone out of the sums of customers with its last order, and no sooner', async () => {
    const [first, second, other] = ['11911110001', '11911110001', '11922220002'].map((customerPhone) =>
      sell(store, store.clock.nowMs, { customerPhone, totalCents: 1000 }),
    ) as [Order, Order, Order];
    const gone = async (order: Order) => {
      expect((await admin(`/api/staff/orders/${order.id}`, { method: 'DELETE' })).status).toBe(204);
      return clients().map(({ phone, orders: count, cents }) => [phone, count, cents]);
    };
    expect(await gone(first)).toEqual([
      ['11911110001', 1, 1000],
      ['11922220002', 1, 1000],
    ]);
    expect(await gone(second)).toEqual([['11922220002', 1, 1000]]);
    expect(await gone(other)).toEqual([]);
  });

  it('does not bring a phone back into the sums of a month that were forgotten', async () => {
    const old = sell(store, '2026-08-15T12:00:00-03:00', { customerPhone: '11911110001' });
    await store.rollups.upToDate();
    store.rollups.purgeClientsUpTo('2026-08');
    expect((await admin(`/api/staff/orders/${old.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(clients()).toEqual([]);
  });

  it('keeps no phone of an order that was called off', async () => {
    const order = sell(store, store.clock.nowMs, { customerPhone: '11911110001', status: 'READY' });
    await store.rollups.upToDate();
    expect(clients()).toHaveLength(1);
    change(store, order, { status: 'CANCELLED' });
    await store.rollups.upToDate();
    expect(clients()).toEqual([]);
  });
});

describe('clearing the history', () => {
  const clear = (confirm = 'CONFIRMAR') => admin('/api/staff/orders/clear', { json: { confirm } });

  it('needs the word, and no open order', async () => {
    sell(store, store.clock.nowMs);
    expect(await read(await clear('confirmar'))).toMatchObject({
      status: 422,
      body: { detail: 'Digite CONFIRMAR para limpar o histórico.' },
    });
    const open = sell(store, store.clock.nowMs, { status: 'READY', deliveredAtMs: null });
    expect(await read(await clear())).toMatchObject({
      status: 409,
      body: { code: 'orders-open', openOrders: 1 },
    });
    expect(store.db.select().from(orders).all()).toHaveLength(2);
    change(store, open, { status: 'DELIVERED' });
    expect((await clear()).status).toBe(200);
  });

  it('keeps a whole copy first, the hashes, the numbers that go on, and the closes', async () => {
    await admin('/api/staff/cash-session', { json: { id: orderId(0xc), floatCents: 100 } });
    await admin('/api/staff/cash-session/close', { json: { countedCents: 100 } });
    for (let n = 0; n < 3; n += 1) sell(store, store.clock.nowMs);
    for (const table of [orderItems, orderItemToppings])
      expect(store.db.select().from(table).all()).not.toEqual([]);
    const { body } = await read(await clear());
    expect(body).toMatchObject({
      orders: 3,
      backup: expect.stringMatching(/^antes-de-limpar-2026-11-21-1500/),
    });
    const file = join(store.folder, 'edge', 'backups', body['backup'] as string);
    expect(existsSync(file)).toBe(true);
    const copy = new Database(await openCopy(store, file), { readonly: true });
    expect(copy.prepare('select count(*) as n from orders').get()).toEqual({ n: 3 });
    copy.close();
    for (const table of [orders, orderItems, orderItemToppings])
      expect(store.db.select().from(table).all()).toEqual([]);
    const rows = store.db.select().from(outbox).all();
    expect(rows.filter((row) => row.kind === 'order' && row.body !== null)).toEqual([]);
    expect(rows.find((row) => row.kind === 'erasure')?.body).toBe(
      JSON.stringify({ scope: 'history', upToNumber: 3 }),
    );
    expect(chainHolds()).toBe(true);
    expect(await (await admin('/api/staff/reports/sales')).json()).toMatchObject({ totalOrders: 0 });
    expect(await (await admin('/api/staff/cash-closes')).json()).toMatchObject({ closes: [{ number: 1 }] });
    expect(sell(store, store.clock.nowMs).simpleId).toBe(4);
  });
});

describe('the panel', () => {
  it('is reset to 1 in a new series, and says how many open orders keep an old number', async () => {
    const kitchen = await asRole(store, 'KITCHEN');
    sell(store, store.clock.nowMs, { ...panel(1), status: 'READY', deliveredAtMs: null });
    sell(store, store.clock.nowMs, panel(2));
    expect(await read(await kitchen('/api/staff/panel/reset', { method: 'POST' }))).toEqual({
      status: 200,
      body: { date: '2026-11-21', series: 2, openOrders: 1 },
    });
    expect(await read(await kitchen('/api/staff/board'))).toMatchObject({
      body: { panel: { date: '2026-11-21', series: 2 }, orders: [{ panelNumber: 1, panelSeries: 1 }] },
    });
    expect(store.orders.panel.slot(store.clock.nowMs)).toEqual({ date: '2026-11-21', series: 2, number: 1 });
    expect((await read(await kitchen('/api/staff/panel/reset', { method: 'POST' }))).body).toMatchObject({
      series: 3,
    });
  });
});

describe('the kitchen board', () => {
  it('counts what was handed over since four in the morning, not since midnight', async () => {
    const kitchen = await asRole(store, 'KITCHEN');
    const at = (local: string) => Date.parse(`${local}-03:00`);
    store.clock.nowMs = at('2026-11-22T01:30:00');
    for (const [number, local] of [
      '2026-11-21T03:59:59',
      '2026-11-21T04:00:00',
      '2026-11-21T23:50:00',
    ].entries())
      sell(store, at(local), { ...panel(number + 1), deliveredAtMs: at(local) });
    expect(await read(await kitchen('/api/staff/board'))).toMatchObject({ body: { deliveredToday: 2 } });
    store.clock.nowMs = at('2026-11-22T04:00:00');
    expect(await read(await kitchen('/api/staff/board'))).toMatchObject({ body: { deliveredToday: 0 } });
  });

  it('shows the last twelve that were handed over, the newest first, though more were', async () => {
    const kitchen = await asRole(store, 'KITCHEN');
    for (let number = 1; number <= 13; number += 1)
      sell(store, store.clock.nowMs, { ...panel(number), deliveredAtMs: store.clock.nowMs + number });
    const { body } = await read(await kitchen('/api/staff/board'));
    expect(body['deliveredToday']).toBe(13);
    expect(body['delivered'].map(({ panelNumber }: { panelNumber: number }) => panelNumber)).toEqual(
      Array.from({ length: 12 }, (_, older) => 13 - older),
    );
  });

  it('tells from how many minutes on a card turns yellow and red, as the settings say', async () => {
    const kitchen = await asRole(store, 'KITCHEN');
    const limits = async () => (await read(await kitchen('/api/staff/board'))).body['ageLimits'];
    expect(await limits()).toEqual({ warnMinutes: 5, lateMinutes: 8 });
    const patch = (json: Record<string, unknown>) => admin('/api/staff/settings', { method: 'PATCH', json });
    expect((await patch({ kitchenWarnMinutes: 6, kitchenLateMinutes: 12 })).status).toBe(200);
    expect(await limits()).toEqual({ warnMinutes: 6, lateMinutes: 12 });
    for (const wrong of [
      { kitchenWarnMinutes: 12 },
      { kitchenLateMinutes: 91 },
      { kitchenWarnMinutes: 0 },
      { kitchenWarnMinutes: 2.5 },
    ])
      expect((await patch(wrong)).status).toBe(422);
    expect(await read(await patch({ kitchenWarnMinutes: 12 }))).toMatchObject({
      body: {
        errors: [{ field: 'kitchenLateMinutes', message: 'O vermelho precisa vir depois do amarelo.' }],
      },
    });
    expect(await limits()).toEqual({ warnMinutes: 6, lateMinutes: 12 });
  });
});

describe('the pause', () => {
  it('stops customers for so long, and not the counter', async () => {
    const kitchen = await asRole(store, 'KITCHEN');
    const front = await asRole(store, 'ATTENDANT');
    const order = (id: number) => ({
      id: orderId(id),
      customerPhone: '(11) 98765-4321',
      consumptionType: 'takeaway',
      items: [{ id: 'one', productId: 'agua' }],
    });
    const customer = async (id: number) => {
      const { status, body } = await read(await store.ask('/api/orders', { json: order(id) }));
      return [status, body['code'] ?? null];
    };
    const counter = async (id: number) => (await front('/api/staff/orders', { json: order(id) })).status;
    expect(await read(await kitchen('/api/staff/pause', { json: { minutes: 30 } }))).toEqual({
      status: 200,
      body: { pausedUntilMs: store.clock.nowMs + 1_800_000 },
    });
    expect(store.menu.catalog().settings.pausedUntilMs).toBe(store.clock.nowMs + 1_800_000);
    expect(await customer(901)).toEqual([409, 'store-closed']);
    expect(await counter(902)).toBe(201);
    store.clock.nowMs += 1_800_000 - 1;
    expect(await customer(903)).toEqual([409, 'store-closed']);
    store.clock.nowMs += 1;
    expect(await customer(904)).toEqual([201, null]);
    await kitchen('/api/staff/pause', { json: { minutes: 30 } });
    expect(await customer(905)).toEqual([409, 'store-closed']);
    expect(await read(await kitchen('/api/staff/pause', { json: { minutes: null } }))).toEqual({
      status: 200,
      body: { pausedUntilMs: null },
    });
    expect(await customer(906)).toEqual([201, null]);
  });
});

describe('the audit of menu, settings and orders', () => {
  it('says what became of what', async () => {
    await admin('/api/staff/catalog/sizes/g', { method: 'PATCH', json: { priceCents: 2700 } });
    await admin('/api/staff/catalog/sizes/g', { method: 'PATCH', json: { priceCents: 2700 } });
    await admin('/api/staff/catalog/toppings/kiwi', {
      method: 'PATCH',
      json: { name: 'Kiwi', category: 'frutas' },
    });
    await admin('/api/staff/settings', { method: 'PATCH', json: { specialDiscountPercent: 12.5 } });
    const order = sell(store, store.clock.nowMs, { status: 'RECEBIDO', deliveredAtMs: null });
    await admin(`/api/staff/orders/${order.id}/moves`, { json: { kind: 'start' } });
    await admin(`/api/staff/orders/${order.id}/moves`, { json: { kind: 'start' } });
    const { rows } = (await (await admin('/api/staff/audit')).json()) as {
      rows: { text: string; subject: string }[];
    };
    expect(rows.slice(0, 4).map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
      'order: mudou o pedido nº 1 de Recebido para Em preparo',
      'settings: mudou o desconto especial de 10% para 12,5%',
      'menu: criou o complemento Kiwi',
      'menu: mudou o tamanho Grande: o preço de R$ 25,00 para R$ 27,00',
    ]);
  });
});
