// What the administrator's search finds, by each of its ways, and how an order comes back out of its rows, whole.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createOrderRepository, type OrderRepository } from './order-repository.ts';
import { createOrderSearch } from './order-search.ts';

const TODAY = '2026-11-21';
const idOf = (number: number): string => `019a000${number}-0000-7000-8000-00000000000${number}`;

let db: Db;
let repository: OrderRepository;
let search: ReturnType<typeof createOrderSearch>;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  repository = createOrderRepository(db);
  const panel = { slot: () => ({ date: TODAY, series: 2, number: 9 }) };
  search = createOrderSearch({
    db,
    repository,
    panel: panel as unknown as Parameters<typeof createOrderSearch>[0]['panel'],
    clock: () => 0,
  });
});
afterEach(() => void db.$client.close());

function put(number: number, changes: Partial<Order> = {}): Order {
  const order = sampleOrder({
    id: idOf(number),
    code: `QCJ9TR13Q${number}`,
    simpleId: number,
    orderNumber: number,
    createdAtMs: number * 1000,
    customerPhone: null,
    ...changes,
  });
  repository.insert(order, 'hash');
  return order;
}
type Asked = { by?: 'phone' | 'id' | 'panel'; q?: string; state?: 'active' | 'finished'; limit?: number };
const ask = ({ limit = 50, ...asked }: Asked) =>
  search({ by: undefined, q: undefined, state: undefined, limit, ...asked });
const found = (asked: Asked): number[] => ask(asked).orders.map(({ simpleId }) => simpleId);

describe('without a word', () => {
  const STATUSES: OrderStatus[] = ['PENDING', 'RECEBIDO', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED'];
  beforeEach(() => {
    for (const [n, status] of STATUSES.entries()) put(n + 1, { status });
  });

  it.each([
    [undefined, [6, 5, 4, 3, 2, 1]],
    ['active', [4, 3, 2, 1]],
    ['finished', [6, 5]],
  ] as const)('are the newest of the state %s, as many as there is room for', (state, numbers) => {
    const asked = state === undefined ? {} : { state };
    expect(found(asked)).toEqual(numbers);
    expect(found({ ...asked, limit: 1 })).toEqual(numbers.slice(0, 1));
    expect(ask(asked)).not.toHaveProperty('panelExpired');
  });

  it.each([
    [undefined, [1, 2, 3, 4, 5, 6]],
    ['active', [1, 2, 3, 4]],
    ['finished', [5, 6]],
  ] as const)('and with one, of the state %s alone', (state, numbers) => {
    const asked = state === undefined ? {} : { state };
    expect(found({ by: 'panel', q: 'QCJ9', ...asked })).toEqual(numbers);
  });
});

describe('by the phone', () => {
  beforeEach(() => {
    put(1, { customerPhone: '11911110001' });
    put(2, { customerPhone: '11911110002' });
    put(3, { customerPhone: '11911110001' });
    put(4, { customerPhone: '2133334444' });
    put(5, { customerPhone: null });
  });

  it.each([
    ['(11) 91111-0001', [3, 1]],
    ['1191111000199', [3, 1]],
    ['2133334444', [4]],
    ['213333444', [4]],
    ['1191111000', []],
    ['191111000', [3, 1, 2]],
    ['0002', [2]],
    ['sem número', []],
  ])('%s finds %j', (q, numbers) => {
    expect(found({ by: 'phone', q })).toEqual(numbers);
    expect(found({ by: 'phone', q, limit: 1 })).toEqual(numbers.slice(0, 1));
    expect(ask({ by: 'phone', q })).not.toHaveProperty('panelExpired');
  });
});

describe('by its own name', () => {
  beforeEach(() => {
    for (const n of [1, 2, 3]) put(n);
    put(4, { id: '11aa0000-0000-7000-8000-0000000000ab' });
  });

  it.each([
    ['2', [2]],
    ['12', []],
    ['019a', [3, 2, 1]],
    ['019A0002', [2]],
    ['019a0002-', [2]],
    [idOf(3).toUpperCase(), [3]],
    ['11aa', [4]],
    ['1x', []],
    ['aa', []],
    ['ab11', []],
  ])('%s finds %j', (q, numbers) => {
    expect(found({ by: 'id', q })).toEqual(numbers);
    expect(ask({ by: 'id', q })).not.toHaveProperty('panelExpired');
  });
});

describe('by what the panel or the slip shows', () => {
  beforeEach(() => {
    put(1, { panelDate: '2026-11-20', panelSeries: 1, panelNumber: 5 });
    put(2, { panelDate: TODAY, panelSeries: 1, panelNumber: 5 });
    put(3, { panelDate: TODAY, panelSeries: 2, panelNumber: 5 });
    put(5, { panelDate: TODAY, panelSeries: 2, panelNumber: 6 });
    put(6, { panelDate: TODAY, panelSeries: 1, panelNumber: 7 });
    put(7, { panelDate: null, panelSeries: null, panelNumber: null, code: 'ABCD111111' });
  });

  it.each([
    // Of the running series first, then the order of that number; older series are not said then.
    ['5', [3, 5], false],
    ['6', [5, 6], false],
    // The panel showed it in older series alone: the order of that number, and that it is over.
    ['7', [7, 6], true],
    ['99', [], false],
    ['1', [1], false],
    ['abcd-11', [7], false],
    ['ABCD', [7], false],
    ['ABC', [], false],
    ['5x', [], false],
    ['x5', [], false],
    ['1234567890', [], false],
  ])('%s finds %j, expired: %s', (q, numbers, panelExpired) => {
    for (const by of ['panel', undefined] as const) {
      const asked = by === undefined ? { q } : { by, q };
      expect(ask(asked)).toMatchObject({ orders: numbers.map((simpleId) => ({ simpleId })), panelExpired });
    }
    expect(found({ by: 'panel', q, limit: 1 })).toEqual(numbers.slice(0, 1));
  });

  it('is found in every older series, the newest of them first', () => {
    put(8, { panelDate: '2026-11-20', panelSeries: 1, panelNumber: 44 });
    put(9, { panelDate: TODAY, panelSeries: 1, panelNumber: 44 });
    expect(ask({ by: 'panel', q: '44' })).toMatchObject({
      orders: [{ simpleId: 9 }, { simpleId: 8 }],
      panelExpired: true,
    });
  });
});

describe('an order', () => {
  const [item] = sampleOrder({}).items;
  const [topping] = item?.toppings ?? [];
  const line = (id: string, ...names: string[]) => ({
    ...item!,
    id,
    toppings: names.map((name) => ({ ...topping!, name })),
  });
  const MORE = {
    concession: { kind: 'discount', cents: 50, percent: null, reason: 'demora' },
    tenders: [{ id: 't1', method: 'cash', card: null, cents: 100, receivedCents: null, atMs: 1 }],
    paidDifferences: [{ id: 'd1', cents: 5, atMs: 2, proved: { attemptId: 'a', method: 'pix' } }],
    changes: [{ id: 'c1', atMs: 3, addedIds: ['x'], takenOff: [], inKitchen: true }],
    balanceCents: -7,
    madeAt: ['bar'],
  } as unknown as Partial<Order>;

  it('comes back as it was written, each line with its own toppings, alone and among others', () => {
    const rich = put(1, { ...MORE, items: [line('a', 'Leite', 'Mel'), line('b'), line('c', 'Nutella')] });
    const plain = put(2, { items: [line('d', 'Granola')] });
    expect([repository.byId(rich.id), repository.byCode(plain.code)]).toEqual([rich, plain]);
    expect(repository.byNumbers([2, 1, 3])).toEqual([rich, plain]);
    for (const name of Object.keys(MORE)) expect(repository.byId(plain.id)).not.toHaveProperty(name);
    expect([repository.byId(idOf(9)), repository.byCode('ABCD111111')]).toEqual([null, null]);
    expect(repository.byNumbers([])).toEqual([]);
  });

  it('is written over by its newest state, and keeps its lines until they are others', () => {
    const order = put(1, { items: [line('a', 'Leite')] });
    const other = put(2, { items: [line('z', 'Mel')] });
    const moved = {
      ...order,
      ...MORE,
      status: 'READY',
      late: true,
      panelNumber: 4,
      readyAtMs: 9,
      updatedAtMs: 9,
    };
    delete (moved as Partial<Order>).concession;
    delete (moved as Partial<Order>).changes;
    repository.update(moved as Order);
    expect(repository.byId(order.id)).toEqual(moved);
    const cut = { ...moved, ...MORE, items: [line('b'), line('c', 'Mel', 'Leite')], totalCents: 9 } as Order;
    repository.updateLines(cut);
    expect(repository.byId(order.id)).toEqual(cut);
    const given = [{ ...cut.changes![0]!, givenBack: [{ method: 'cash' as const, card: null, cents: 1 }] }];
    repository.updateChanges({ ...cut, changes: given });
    expect(repository.byId(order.id)).toEqual({ ...cut, changes: given });
    repository.update(order);
    expect(repository.byId(order.id)).not.toHaveProperty('tenders');
    expect(repository.byId(other.id)).toEqual(other);
  });

  it('keeps what was asked and claimed under its own id, and nothing of one that there is not', () => {
    repository.insert(sampleOrder({ id: idOf(1) }), 'asked', { claimHash: 'claim' });
    expect([repository.requestHashOf(idOf(1)), repository.claimHashOf(idOf(1))]).toEqual(['asked', 'claim']);
    expect([repository.requestHashOf(idOf(2)), repository.claimHashOf(idOf(2))]).toEqual([null, null]);
  });
});

describe('the kitchen', () => {
  it('is asked what it has, and what was called off after it had begun, of one day, newest first', () => {
    const day = { panelDate: TODAY, panelSeries: 1 };
    put(1, { ...day, panelNumber: 1, status: 'RECEBIDO' });
    put(2, { ...day, panelNumber: 2, status: 'PREPARING' });
    put(3, { ...day, panelNumber: 3, status: 'READY' });
    put(4, { ...day, panelNumber: 4, status: 'PENDING' });
    const begun = { ...day, status: 'CANCELLED', preparingAtMs: 1 } as const;
    put(5, { ...begun, panelNumber: 5, updatedAtMs: 50 });
    put(6, { ...begun, panelNumber: 6, updatedAtMs: 60 });
    put(7, { ...begun, panelNumber: 7, preparingAtMs: null });
    put(8, { ...begun, panelNumber: 8, panelDate: '2026-11-20' });
    expect(repository.inKitchen()).toBe(2);
    const cancelled = (limit: number) =>
      repository.cancelledInWork(TODAY, limit).map(({ simpleId }) => simpleId);
    expect([cancelled(9), cancelled(1)]).toEqual([[6, 5], [6]]);
    expect([repository.openWithPanel(TODAY), repository.openWithPanel('2026-11-20')]).toEqual([4, 0]);
  });
});
