// What the relay finds, forgets and gives up, each at its bound: a moment before, at it and a moment after; of this store and no other.
// Asked of the database by itself, with a clock that stands still.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { Command, type Outcome } from '@balcao/shared/link/commands.ts';
import type { CommandState } from '@balcao/shared/link/command-state.ts';
import { formatCode } from '@balcao/shared/ids.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { commands as commandRows, orderStates, stores } from '../../../cloud/storage/schema.ts';
import { OrderState } from '@balcao/shared/link/order-states.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { createCommands } from '../../../cloud/shop/orders/commands.ts';
import { purgeAnswered, purgeErased, recordErasures } from '../../../cloud/shop/orders/erasure.ts';
import { createParkedCommands } from '../../../cloud/shop/orders/parked-commands.ts';
import { createReplica, upsertProvisionalOrder } from '../../../cloud/shop/orders/replica.ts';
import { createWholesaleReplica, keepWholesale } from '../../../cloud/shop/wholesale/replica.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { openDatabase, rowsOf, type TestDatabase } from '../../harness/database.ts';
import { anOrder } from '../../harness/store-log.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.parse('2026-12-15T12:00:00-03:00');
const PHONE = '11987654321';
const OTHER_STORE = randomUUID();

let database: TestDatabase;
let storeId: string;
let nowMs: number;
const persons = createPersons(randomBytes(32));
const clock = () => nowMs;
const db = () => database.db;
const replica = () =>
  createReplica({ ...{ persons, clock }, db: db(), repeat: database.repeat, timeZone: 'America/Sao_Paulo' });

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(() => {
  // Each test has a store of its own: nothing has to be cleared.
  storeId = randomUUID();
  nowMs = NOW_MS;
});

const once = sql`(select 1) as once`;
async function learn(order: Order, of = storeId): Promise<Order> {
  const hash = createHash('sha256').update(`token-of-${order.id}`).digest('hex');
  await db().execute(upsertProvisionalOrder(persons, of, order, hash, once));
  return order;
}
const ids = (orders: readonly (Order | null)[]) => orders.map((order) => order?.id);

describe("other people's orders", () => {
  const WAYS: [string, (order: Order) => Promise<(Order | null)[]>][] = [
    ['phone', () => replica().byPhone(storeId, PHONE)],
    ['number', (order) => replica().byNumber(storeId, order.orderNumber)],
    ['panel number', () => replica().byPanelNumber(storeId, 7, '2026-12-15')],
    ['code', async (order) => [await replica().recentByCode(storeId, order.code)]],
  ];
  const placedAt = (createdAtMs: number, of = storeId) =>
    learn(
      anOrder({
        createdAtMs,
        customerPhone: PHONE,
        panelNumber: 7,
        panelDate: '2026-12-15',
        panelSeries: 1,
      }),
      of,
    );

  it.each(WAYS)('are found by %s for 48 hours to the moment', async (_name, find) => {
    const order = await placedAt(NOW_MS - 2 * DAY_MS);
    expect(ids(await find(order))).toEqual([order.id]);
    nowMs += 1;
    expect((await find(order)).filter((one) => one !== null)).toEqual([]);
    expect((await replica().heldByCode(storeId, order.code, `Bearer token-of-${order.id}`))?.id).toBe(
      order.id,
    );
    expect((await replica().byId(storeId, order.id))?.id).toBe(order.id);
    expect(ids(await replica().byIds(storeId, [order.id]))).toEqual([order.id]);
  });

  it.each(WAYS)('of another store are not found by %s', async (_name, find) => {
    const order = await placedAt(NOW_MS, OTHER_STORE);
    expect((await find(order)).filter((one) => one !== null)).toEqual([]);
    expect(await replica().heldByCode(storeId, order.code, `Bearer token-of-${order.id}`)).toBeNull();
    expect(await replica().byId(storeId, order.id)).toBeNull();
    expect(await replica().byIds(storeId, [order.id])).toEqual([]);
    expect(await replica().verifyToken(storeId, order.id, `token-of-${order.id}`)).toBe(false);
  });

  it('are found by the panel number of their own day', async () => {
    await placedAt(NOW_MS);
    const before = await learn(
      anOrder({ createdAtMs: NOW_MS, panelNumber: 7, panelDate: '2026-12-14', panelSeries: 1 }),
    );
    expect(ids(await replica().byPanelNumber(storeId, 7, '2026-12-14'))).toEqual([before.id]);
  });

  it('are found by the whole phone alone, newest first, twenty at most', async () => {
    const orders: Order[] = [];
    for (let n = 20; n >= 0; n -= 1) orders.unshift(await placedAt(NOW_MS - n));
    await learn(anOrder({ createdAtMs: NOW_MS, customerPhone: '11987654322' }));
    await learn(anOrder({ createdAtMs: NOW_MS, customerPhone: null }));
    expect(ids(await replica().byPhone(storeId, PHONE))).toEqual(ids(orders.slice(0, 20)));
  });

  it('open to their own token, whichever of several it is, and to no hash of it', async () => {
    const [one, other] = [await placedAt(NOW_MS), await placedAt(NOW_MS)];
    const opens = (...tokens: string[]) => replica().verifyToken(storeId, one.id, ...tokens);
    expect(await opens(`token-of-${one.id}`)).toBe(true);
    expect(await opens('nonsense', `token-of-${one.id}`)).toBe(true);
    expect(await opens(`token-of-${other.id}`)).toBe(false);
    expect(await opens(createHash('sha256').update(`token-of-${one.id}`).digest('hex'))).toBe(false);
    expect(await opens()).toBe(false);
    expect(await replica().verifyToken(storeId, v7(), `token-of-${one.id}`)).toBe(false);
    const held = (header: string | undefined) => replica().heldByCode(storeId, one.code, header);
    expect(await held(`Bearer token-of-${one.id}`)).toEqual(one);
    const typed = ` ${formatCode(one.code).toLowerCase()} `;
    expect(await replica().heldByCode(storeId, typed, `Bearer token-of-${one.id}`)).toEqual(one);
    expect(await held(`token-of-${one.id}`)).toBeNull();
    expect(await held(`Bearer token-of-${other.id}`)).toBeNull();
    const hash = createHash('sha256').update(`token-of-${one.id}`).digest('hex');
    expect(await held(`Bearer ${hash}`)).toBeNull();
    expect(await held(undefined)).toBeNull();
  });

  it('give way to a later outcome, and never to one of another order', async () => {
    const order = await placedAt(NOW_MS);
    const other = await placedAt(NOW_MS);
    await learn({ ...order, status: 'RECEBIDO', paymentStatus: 'approved', panelNumber: 9 });
    expect(await replica().byId(storeId, order.id)).toMatchObject({ status: 'RECEBIDO', panelNumber: 9 });
    // Paid now, it counts among what is sold, before the row of the log says so.
    expect(await replica().topOfMonth(storeId)).toMatchObject([{ orderCount: 1 }]);
    expect(ids(await replica().byPanelNumber(storeId, 9, '2026-12-15'))).toEqual([order.id]);
    expect(await replica().byId(storeId, other.id)).toMatchObject({ status: 'PENDING' });
    await db().execute(sql`update orders set seq = 1 where store_id = ${storeId} and id = ${order.id}`);
    await learn({ ...order, status: 'CANCELLED' });
    expect(await replica().byId(storeId, order.id)).toMatchObject({ status: 'RECEBIDO' });
  });

  // The store answers the customer before its log comes to that: what it told ahead of its log is older than its answer.
  it('are as the last outcome says, whatever was told ahead of the log before it', async () => {
    await db()
      .insert(stores)
      .values({ ...{ storeId, name: '', publicKey: {}, pairedAtMs: 0, hash: '' }, ...{ seq: 3, epoch: 1 } });
    const order = await placedAt(NOW_MS);
    const state = OrderState.parse(order);
    await db().insert(orderStates).values({ storeId, orderId: order.id, seq: 5, epoch: 1, state });
    await learn({ ...order, status: 'CANCELLED', cancelReason: 'cliente' });
    expect(await replica().byId(storeId, order.id)).toMatchObject({ status: 'CANCELLED' });
    await db().execute(sql`update orders set seq = 1 where store_id = ${storeId} and id = ${order.id}`);
    expect(await replica().byId(storeId, order.id)).toMatchObject({ status: 'PENDING' });
  });

  it('are found by a panel number from the outcome on that gave them one', async () => {
    const order = await learn(anOrder({ createdAtMs: NOW_MS, panelNumber: null, panelDate: null }));
    await learn({ ...order, panelNumber: 7, panelDate: '2026-12-15', panelSeries: 1 });
    expect(ids(await replica().byPanelNumber(storeId, 7, '2026-12-15'))).toEqual([order.id]);
  });
});

describe('the ranking of the month', () => {
  const bought = (createdAtMs: number, changes: Partial<Order> = {}, of = storeId) =>
    learn(
      anOrder({ createdAtMs, customerPhone: PHONE, paymentStatus: 'approved', totalCents: 1000, ...changes }),
      of,
    );
  const FIRST_MS = Date.parse('2026-12-01T00:00:00-03:00');
  const NEXT_MS = Date.parse('2027-01-01T00:00:00-03:00');

  it.each([
    ['the last moment of the month before', FIRST_MS - 1, 0],
    ['the first moment', FIRST_MS, 1],
    ['the last moment', NEXT_MS - 1, 1],
    ['the first moment of the next month', NEXT_MS, 0],
  ])("counts what came in %s by the store's clock: %#", async (_name, atMs, count) => {
    await bought(atMs);
    expect(await replica().topOfMonth(storeId)).toHaveLength(count);
  });

  it('counts approved orders alone, of customers with a phone, of this store', async () => {
    for (const paymentStatus of [
      'pending',
      'in_process',
      'rejected',
      'expired',
      'cancelled',
      'refunded',
      'partially_refunded',
      'charged_back',
    ] as const)
      await bought(NOW_MS, { paymentStatus });
    await bought(NOW_MS, { customerPhone: null });
    await bought(NOW_MS, {}, OTHER_STORE);
    expect(await replica().topOfMonth(storeId)).toEqual([]);
    await bought(NOW_MS, { totalCents: 1500 });
    await bought(NOW_MS, { totalCents: 700 });
    expect(await replica().topOfMonth(storeId)).toEqual([
      { phone: PHONE, orderCount: 2, totalSpentCents: 2200 },
    ]);
  });

  it('has three, by how often they ordered, and by what they spent where that is the same', async () => {
    const buys = [
      ['11900000001', 1, 9000],
      ['11900000002', 2, 100],
      ['11900000003', 2, 200],
      ['11900000004', 3, 10],
    ] as const;
    for (const [customerPhone, times, totalCents] of buys)
      for (let time = 0; time < times; time += 1) await bought(NOW_MS, { customerPhone, totalCents });
    expect((await replica().topOfMonth(storeId)).map(({ phone }) => phone)).toEqual([
      '11900000004',
      '11900000003',
      '11900000002',
    ]);
  });
});

it('how long the kitchen takes is looked at once in half a minute, of what it made', async () => {
  const made = (changes: Partial<Order>) =>
    learn(
      anOrder({
        status: 'READY',
        createdAtMs: NOW_MS - HOUR_MS,
        receivedAtMs: NOW_MS - 40 * 60_000,
        readyAtMs: NOW_MS - 30 * 60_000,
        ...changes,
      }),
    );
  const { readyTime } = replica();
  for (let n = 0; n < 3; n += 1) await made({ status: n === 0 ? 'DELIVERED' : 'READY' });
  for (const status of ['RECEBIDO', 'PREPARING', 'CANCELLED'] as const) await made({ status });
  expect(await readyTime(storeId)).toBeNull();
  await made({});
  nowMs += 29_999;
  expect(await readyTime(storeId)).toBeNull();
  nowMs += 1;
  expect(await readyTime(storeId)).toEqual({ fromMinutes: 10, toMinutes: 12 });
  // Another shop's kitchen is another one, and made nothing.
  expect(await readyTime(randomUUID())).toBeNull();
  expect(await readyTime(storeId)).toEqual({ fromMinutes: 10, toMinutes: 12 });
});

it('how long the kitchen takes grows with what waits there', async () => {
  const minute = 60_000;
  const { readyTime } = replica();
  for (const ago of [20, 15, 10, 5])
    await learn(
      anOrder({
        status: 'READY',
        createdAtMs: NOW_MS - HOUR_MS,
        receivedAtMs: NOW_MS - (ago + 10) * minute,
        readyAtMs: NOW_MS - ago * minute,
      }),
    );
  for (const status of ['RECEBIDO', 'PREPARING', 'PREPARING'] as const)
    await learn(anOrder({ status, createdAtMs: NOW_MS - minute }));
  // What somebody forgot to hand over this morning, or that waits for its money, is not before anybody.
  for (let n = 0; n < 9; n += 1) {
    await learn(anOrder({ status: 'PREPARING', createdAtMs: NOW_MS - 4 * HOUR_MS }));
    await learn(anOrder({ status: 'PENDING', createdAtMs: NOW_MS - minute }));
  }
  expect(await readyTime(storeId)).toEqual({ fromMinutes: 15, toMinutes: 20 });
});

it('what is ordered most is told of paid orders of thirty days', async () => {
  const { mostOrdered } = replica();
  const item = (productId: string) => ({ ...anOrder().items[0], productId }) as Order['items'][number];
  const day = 24 * HOUR_MS;
  for (let n = 0; n < 5; n += 1)
    for (const [id, changes] of [
      ['taca', { paymentStatus: 'approved', createdAtMs: NOW_MS - 30 * day + 1 }],
      ['antiga', { paymentStatus: 'approved', createdAtMs: NOW_MS - 30 * day }],
      // It was made and sold, though a part of its money went back.
      ['barca', { paymentStatus: 'partially_refunded', createdAtMs: NOW_MS }],
      ['aberta', { paymentStatus: 'pending', createdAtMs: NOW_MS }],
      ['cancelada', { paymentStatus: 'approved', status: 'CANCELLED', createdAtMs: NOW_MS }],
    ] as const)
      await learn(anOrder({ ...changes, items: [{ ...item(id), toppings: [] }] }));
  // Paid by a first outcome, and called off by the next.
  for (let n = 0; n < 5; n += 1) {
    const items = [{ ...item('desistida'), toppings: [] }];
    const paid = await learn(anOrder({ paymentStatus: 'approved', createdAtMs: NOW_MS, items }));
    await learn({ ...paid, status: 'CANCELLED' });
  }
  expect((await mostOrdered(storeId)).toSorted()).toEqual(['barca', 'taca']);
  expect(await mostOrdered(v7())).toEqual([]);
});

it('what is ordered most is told of the newest five hundred orders', async () => {
  const { mostOrdered } = replica();
  const sold = (productId: string, agoMs: number) =>
    learn(
      anOrder({
        ...{ paymentStatus: 'approved', createdAtMs: NOW_MS - agoMs },
        items: [{ ...(anOrder().items[0] as Order['items'][number]), productId, toppings: [] }],
      }),
    );
  for (const [productId, agoMs] of [
    ['antiga', DAY_MS],
    ['nova', HOUR_MS],
  ] as const) {
    const { id } = await sold(productId, agoMs);
    await db()
      .execute(sql`insert into orders (store_id, id, seq, code, number, total_cents, status, payment_status, token_hash,
        created_at_ms, body)
      select store_id, gen_random_uuid(), seq, code, number, total_cents, status, payment_status, token_hash, created_at_ms, body
      from orders, generate_series(1, 499) where store_id = ${storeId} and id = ${id}`);
  }
  expect(await mostOrdered(storeId)).toEqual(['nova']);
});

describe('wholesale orders of a phone', () => {
  const keep = (changes: Partial<WholesaleOrder>, seq = 1, of = storeId) =>
    keepWholesale(db(), persons, of, [
      { seq, order: sampleWholesaleOrder({ id: v7(), customerPhone: PHONE, ...changes }) },
    ]);
  const wholesale = () =>
    createWholesaleReplica({ db: db(), persons, wake: new Wake(), clock, log: { error: () => undefined } });
  const numbers = async (digits = PHONE) =>
    (await wholesale().byPhone(storeId, digits)).map(({ orderNumber }) => orderNumber);

  it('are found while they are open, and for thirty days to the moment once they ended', async () => {
    const old = NOW_MS - 400 * DAY_MS;
    const bound = NOW_MS - 30 * DAY_MS;
    await keep({ orderNumber: 1, status: 'NOVO', updatedAtMs: old });
    await keep({ orderNumber: 2, status: 'EM_ANDAMENTO', updatedAtMs: old });
    await keep({ orderNumber: 3, status: 'FINALIZADO', updatedAtMs: bound });
    await keep({ orderNumber: 4, status: 'CANCELADO', updatedAtMs: bound });
    await keep({ orderNumber: 5, status: 'FINALIZADO', updatedAtMs: bound - 1 });
    await keep({ orderNumber: 6, status: 'CANCELADO', updatedAtMs: bound - 1 });
    await keep({ orderNumber: 7, status: 'NOVO', updatedAtMs: NOW_MS }, 1, OTHER_STORE);
    await keep({ orderNumber: 8, status: 'NOVO', customerPhone: '11987654322', updatedAtMs: NOW_MS });
    expect(await numbers()).toEqual([4, 3, 2, 1]);
    for (const digits of ['', '1198765432x', '9999']) expect(await numbers(digits)).toEqual([]);
  });

  it('are the newest twenty', async () => {
    for (let n = 1; n <= 21; n += 1) await keep({ orderNumber: n });
    expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, n) => 21 - n));
  });

  it('are what the newest row says: an outcome gives way to any row and to a later outcome, a row to a newer row', async () => {
    const order = sampleWholesaleOrder({ id: v7(), customerPhone: PHONE });
    const say = (seq: number, status: WholesaleOrder['status']) =>
      keepWholesale(db(), persons, storeId, [{ seq, order: { ...order, status } }]);
    const status = async () => (await wholesale().byPhone(storeId, PHONE))[0]?.status;
    await wholesale().learn(storeId, order, db());
    await wholesale().learn(storeId, { ...order, status: 'EM_ANDAMENTO' }, db());
    expect(await status()).toBe('EM_ANDAMENTO');
    await say(5, 'NOVO');
    expect(await status()).toBe('NOVO');
    await wholesale().learn(storeId, { ...order, status: 'EM_ANDAMENTO' }, db());
    await say(4, 'EM_ANDAMENTO');
    expect(await status()).toBe('NOVO');
    await say(6, 'EM_ANDAMENTO');
    expect(await status()).toBe('EM_ANDAMENTO');
  });
});

describe('a wholesale order', () => {
  const wholesale = () =>
    createWholesaleReplica({ db: db(), persons, wake: new Wake(), clock, log: { error: () => undefined } });
  const id = v7();
  const say = (seq: number, changes: Partial<WholesaleOrder>) =>
    keepWholesale(db(), persons, storeId, [
      { seq, order: sampleWholesaleOrder({ id, customerPhone: PHONE, ...changes }) },
    ]);
  const isFound = async (phone = PHONE) => (await wholesale().byPhone(storeId, phone)).length > 0;

  it('is found by what its newest row says: by that phone, and as long as that one ended', async () => {
    const other = '11987654322';
    await say(1, { status: 'NOVO', updatedAtMs: NOW_MS });
    await say(2, { status: 'NOVO', updatedAtMs: NOW_MS, customerPhone: other });
    expect([await isFound(), await isFound(other)]).toEqual([false, true]);
    await say(3, { status: 'FINALIZADO', updatedAtMs: NOW_MS - 31 * DAY_MS });
    expect([await isFound(), await isFound(other)]).toEqual([false, false]);
    await say(4, { status: 'FINALIZADO', updatedAtMs: NOW_MS });
    expect(await isFound()).toBe(true);
    await say(5, { status: 'FINALIZADO', updatedAtMs: NOW_MS, customerPhone: null });
    expect(await isFound()).toBe(false);
  });

  it('is delivered once it was handed over, and not before', async () => {
    for (const [seq, status] of (['NOVO', 'EM_ANDAMENTO', 'CANCELADO'] as const).entries()) {
      await say(seq + 1, { status });
      expect(await wholesale().delivered(storeId, id)).toBeNull();
    }
    await say(9, { status: 'FINALIZADO' });
    expect(await wholesale().delivered(storeId, id)).toMatchObject({ id, customerPhone: PHONE });
  });

  it('of an older store says nothing of what that one did not know', async () => {
    await say(1, { wishedDate: '2026-12-20', terms: 'à vista' });
    await db().execute(sql`update wholesale_orders
      set body = (body::jsonb - 'wishedDate' - 'terms' - 'paid')::text where store_id = ${storeId}`);
    const [order] = await wholesale().byPhone(storeId, PHONE);
    expect(order).toMatchObject({ wishedDate: null, terms: '', paid: null });
  });
});

describe('commands', () => {
  const row = (changes: Partial<typeof commandRows.$inferInsert> = {}) => {
    const orderId = v7();
    const command = Command.parse({
      id: randomUUID(),
      kind: 'order.place',
      payload: { order: sampleRequest({ id: orderId }) },
    });
    return {
      storeId,
      id: command.id,
      orderId,
      kind: command.kind,
      command,
      requestHash: 'x',
      state: 'queued' as CommandState,
      nextAtMs: 0,
      createdAtMs: NOW_MS,
      ...changes,
    };
  };
  const put = async (changes: Partial<typeof commandRows.$inferInsert> = {}) => {
    const one = row(changes);
    await db().insert(commandRows).values(one);
    return one;
  };
  const there = async (id: string) => {
    const rows = await rowsOf<{ state: string; command: unknown; outcome: Outcome | null }>(
      db(),
      sql`select state, command, outcome from commands where id = ${id}`,
    );
    return rows[0];
  };
  const service = () =>
    createCommands({
      db: db(),
      repeat: (_name, statement) => db().execute(statement),
      secretsKey: randomBytes(32),
      persons,
      clock,
      wholesale: createWholesaleReplica({
        db: db(),
        persons,
        wake: new Wake(),
        clock,
        log: { error: () => undefined },
      }),
      wake: new Wake(),
      random: () => 0,
      newId: randomUUID,
      log: { warn: () => undefined, error: () => undefined },
    });

  it('lose what a customer sent two days after it was answered, not at the moment, and never while they wait', async () => {
    const bound = NOW_MS - 2 * DAY_MS;
    const answered = ['done', 'refused', 'set-aside', 'lapsed'] as const;
    const due = await Promise.all(answered.map((state) => put({ state, createdAtMs: bound - 1 })));
    const young = await Promise.all(answered.map((state) => put({ state, createdAtMs: bound })));
    const waiting = await Promise.all(
      (['queued', 'deferred'] as const).map((state) => put({ state, createdAtMs: bound - DAY_MS })),
    );
    expect(await purgeAnswered(db(), NOW_MS)).toBe(due.length);
    for (const { id } of due) expect((await there(id))?.command).toBeNull();
    for (const { id } of [...young, ...waiting]) expect((await there(id))?.command).not.toBeNull();
    expect(await purgeAnswered(db(), NOW_MS)).toBe(0);
  });

  it('lose the token of their outcome by then, and nothing else of it', async () => {
    const done: Outcome = {
      status: 'done',
      order: anOrder(),
      trackingToken: 'sealed',
      trackingTokenHash: 'a'.repeat(64),
    };
    const refused: Outcome = { status: 'refused', refusal: { code: 'store-closed', reason: 'fechada' } };
    const old = { createdAtMs: NOW_MS - 3 * DAY_MS };
    const [one, other] = [
      await put({ state: 'done', outcome: done, ...old }),
      await put({ state: 'refused', outcome: refused, ...old }),
    ];
    await purgeAnswered(db(), NOW_MS);
    expect((await there(one.id))?.outcome).toEqual({ ...done, trackingToken: '' });
    expect((await there(other.id))?.outcome).toEqual(refused);
  });

  it('that are written along with something else are there with it, or not at all', async () => {
    const commandOf = () =>
      Command.parse({ id: randomUUID(), kind: 'order.withdraw', payload: { orderId: v7() } });
    const [kept, undone] = [commandOf(), commandOf()];
    const relay = service();
    await db().transaction((tx) => relay.enqueue(storeId, kept, tx));
    const failing = db().transaction(async (tx) => {
      await relay.enqueue(storeId, undone, tx);
      throw new Error('the rest could not be written');
    });
    await expect(failing).rejects.toThrow('the rest could not be written');
    expect(await there(kept.id)).toMatchObject({ state: 'queued' });
    expect(await there(undone.id)).toBeUndefined();
  });

  it('that place an order lapse after ten minutes to the moment, each followed by its withdrawal; nothing else does', async () => {
    const bound = NOW_MS - 10 * 60_000;
    const retail = await put({ createdAtMs: bound, claimHash: 'c'.repeat(64) });
    const wholesale = await put({ createdAtMs: bound, kind: 'wholesale.place' });
    const left = [
      await put({ createdAtMs: bound + 1 }),
      await put({ createdAtMs: bound, state: 'deferred' }),
      await put({ createdAtMs: bound, kind: 'payment.fact' }),
      await put({ createdAtMs: bound, kind: 'order.choose-cash' }),
    ];
    const before = await Promise.all(left.map(({ id }) => there(id)));
    await service().lapse();
    for (const { id } of [retail, wholesale])
      expect(await there(id)).toMatchObject({ state: 'lapsed', command: null });
    expect(await Promise.all(left.map(({ id }) => there(id)))).toEqual(before);
    const rows = await rowsOf<{ kind: string; payload: unknown }>(
      db(),
      sql`select kind, command -> 'payload' as payload from commands where store_id = ${storeId} and kind like '%withdraw' order by kind`,
    );
    expect(rows).toEqual([
      { kind: 'order.withdraw', payload: { orderId: retail.orderId, claimHash: 'c'.repeat(64) } },
      { kind: 'wholesale.withdraw', payload: { orderId: wholesale.orderId } },
    ]);
  });

  it('that place an order and lapsed are answered as lapsed at once when they are sent again', async () => {
    const order = sampleRequest({ id: v7() });
    const sent = () => Command.parse({ id: randomUUID(), kind: 'order.place', payload: { order } });
    const [command, again] = [sent(), sent()];
    if (command.kind !== 'order.place' || again.kind !== 'order.place') throw new Error('is no placement');
    const relay = service();
    const { id } = await relay.place(storeId, command, 0);
    await db().update(commandRows).set({ state: 'lapsed', command: null }).where(eq(commandRows.id, id));
    const answers: unknown[] = [];
    void relay.place(storeId, again, 600_000).then((answer) => answers.push(answer));
    await expect.poll(() => answers).toMatchObject([{ id, state: 'lapsed', outcome: null }]);
    await relay.stop();
  });

  it('of a person who is erased keep nothing of what was sent, nor a hash to test a guess against, once they were answered', async () => {
    const done = await put({ state: 'done' });
    const waits = await put();
    const [stranger, elsewhere] = [
      await put({ state: 'done' }),
      await put({ state: 'done', storeId: OTHER_STORE }),
    ];
    const orderIds = [done, waits, elsewhere].map(({ orderId }) => orderId);
    await db().transaction((tx) =>
      purgeErased(tx, storeId, [{ seq: 1, body: { scope: 'person', orderIds } }]),
    );
    const kept = await db().select().from(commandRows);
    const of = ({ id }: { id: string }) => {
      const one = kept.find((each) => each.id === id);
      return [one?.command === null, one?.requestHash];
    };
    expect([of(done), of(waits)]).toEqual([
      [true, 'erased'],
      [false, 'x'],
    ]);
    for (const other of [stranger, elsewhere]) expect(of(other)).toEqual([false, 'x']);
  });

  it('of a wholesale buyer who is erased go, whatever else is to be done with the order stays', async () => {
    const orderId = v7();
    const place = { kind: 'wholesale.place', orderId, state: 'done' as const };
    const sent = await put(place);
    const stay = [
      await put({ ...place, kind: 'wholesale.withdraw' }),
      await put({ ...place, orderId: v7() }),
      await put({ ...place, storeId: OTHER_STORE }),
    ];
    await db().transaction((tx) =>
      purgeErased(tx, storeId, [{ seq: 1, body: { scope: 'wholesale-person', orderIds: [orderId] } }]),
    );
    expect(await there(sent.id)).toBeUndefined();
    for (const { id } of stay) expect(await there(id)).toMatchObject({ state: 'done' });
  });

  it('are written down as erased by the thousand: none is left out', async () => {
    const orderIds = Array.from({ length: 2001 }, () => v7());
    await db().transaction((tx) =>
      recordErasures(tx, storeId, [{ seq: 1, body: { scope: 'orders', orderIds } }]),
    );
    const rows = await rowsOf<{ id: string }>(
      db(),
      sql`select order_id as id from erased_orders where store_id = ${storeId}::uuid`,
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(orderIds.sort());
  });

  describe('that stand still', () => {
    const held = (wake = new Wake()) => createParkedCommands({ db: db(), wake, clock });
    const cash = { kind: 'order.choose-cash' };
    const failed: Outcome = { status: 'refused', refusal: { code: 'order-not-found' } };

    it('are listed of this store in their order, with the code of the order that each is about', async () => {
      const order = await learn(anOrder({ createdAtMs: NOW_MS }));
      const aside = await put({ ...cash, state: 'set-aside', orderId: order.id });
      // By the clock it came before; another shop has an order of that id.
      const waits = await put({ ...cash, state: 'deferred', createdAtMs: NOW_MS - 1 });
      await learn(anOrder({ id: waits.orderId }), OTHER_STORE);
      const placed = await put({ state: 'set-aside' });
      const fact = await put({ kind: 'payment.fact', state: 'deferred' });
      for (const state of ['queued', 'done', 'refused', 'lapsed'] as const) await put({ ...cash, state });
      await put({ ...cash, state: 'set-aside', storeId: OTHER_STORE, orderId: order.id });
      const common = { createdAtMs: NOW_MS, orderCode: null, canRetry: true, canDiscard: true };
      const of = ({ id, orderId, kind }: typeof aside) => ({ ...common, id, orderId, kind });
      expect(await held().list(storeId)).toEqual([
        { ...of(aside), orderCode: order.code, state: 'set-aside' },
        { ...of(waits), createdAtMs: NOW_MS - 1, state: 'deferred' },
        // Its customer was told that it failed; money that came is never ended without an effect.
        { ...of(placed), state: 'set-aside', canRetry: false },
        { ...of(fact), state: 'deferred', canDiscard: false },
      ]);
    });

    it('are listed up to a hundred, those that came first', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 101; n += 1) ids.push((await put({ ...cash, state: 'set-aside' })).id);
      expect((await held().list(storeId)).map(({ id }) => id)).toEqual(ids.slice(0, 100));
    });

    it('go at once when somebody has one tried again, as if it had never been tried', async () => {
      const before = { attempts: 9, nextAtMs: NOW_MS + 600_000, lastError: 'x', outcome: failed };
      const { id } = await put({ ...cash, state: 'deferred', ...before });
      const wake = new Wake();
      const woken: string[] = [];
      wake.on(storeId, 'commands', () => woken.push('this store'));
      wake.on(OTHER_STORE, 'commands', () => woken.push('the other one'));
      expect(await held(wake).retry(OTHER_STORE, id)).toBe(false);
      expect(await held(wake).discard(OTHER_STORE, id)).toBe(false);
      expect(woken).toEqual([]);
      expect(await held(wake).retry(storeId, id)).toBe(true);
      expect(woken).toEqual(['this store']);
      const [row] = await db().select().from(commandRows).where(eq(commandRows.id, id));
      expect(row).toMatchObject({
        ...{ state: 'queued', attempts: 0, nextAtMs: NOW_MS, lastError: null, outcome: null },
      });
      expect(await held(wake).retry(storeId, id)).toBe(false);
    });

    it('end without an effect when somebody discards one: nothing is kept of what was sent', async () => {
      const { id } = await put({ ...cash, state: 'set-aside' });
      expect(await held().discard(storeId, id)).toBe(true);
      expect(await there(id)).toMatchObject({
        ...{ state: 'refused', command: null },
        outcome: { status: 'refused', refusal: { code: 'invalid-order' } },
      });
      expect(await held().discard(storeId, id)).toBe(false);
    });
  });

  it('may wait by the hundred: five of them for a store, whatever waits for others or is answered', async () => {
    const many = (count: number, changes: Partial<typeof commandRows.$inferInsert> = {}) =>
      db()
        .insert(commandRows)
        .values(Array.from({ length: count }, () => row(changes)));
    await many(500, { storeId: OTHER_STORE });
    await many(300, { state: 'done' });
    await many(499);
    const { hasRoom } = service();
    expect(await hasRoom(storeId)).toBe(true);
    await many(1);
    expect(await hasRoom(storeId)).toBe(false);
  });
});
