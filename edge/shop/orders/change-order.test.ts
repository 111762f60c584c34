// What a decision writes: in one transaction, once, and nothing where it was refused or changed nothing. The use case alone.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Decision } from '@balcao/shared/order/decide.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { changeOrder, saveDecision, setOrderStatus } from './change-order.ts';
import type { OrderContext } from './context.ts';
import { createOrderRepository, type OrderRepository } from './order-repository.ts';

const NOW_MS = 1_800_000_000_000;
const SLOT = { date: '2026-11-21', series: 2, number: 9 };
let db: Db;
let repository: OrderRepository;
let context: OrderContext;
let did: string[];
let orders = 0;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  repository = createOrderRepository(db);
  did = [];
  orders = 0;
  context = {
    db,
    repository,
    clock: () => NOW_MS,
    panel: {
      slot: () => SLOT,
      takeNumber: ({ date, series, number }: typeof SLOT) =>
        void did.push(`takes ${date} ${series} ${number}`),
    },
    wake: { notify: (topic: string) => void did.push(`wakes ${topic}`) },
    log: ({ status }: Order) => void did.push(`logs ${status}`),
    enqueueTicket: ({ status }: Order, purpose: string, nowMs: number) =>
      void did.push(`prints ${purpose} of ${status} at ${nowMs - NOW_MS}`),
  } as unknown as OrderContext;
});
afterEach(() => void db.$client.close());

function put(changes: Partial<Order>): Order {
  orders += 1;
  const order = sampleOrder({
    id: `019a0000-0000-7000-8000-00000000000${orders}`,
    code: `QCJ9TR13Q${orders}`,
    simpleId: orders,
    orderNumber: orders,
    panelNumber: null,
    panelDate: null,
    panelSeries: null,
    ...changes,
  });
  repository.insert(order, 'hash');
  return order;
}
const PENDING = { status: 'PENDING', paymentStatus: 'pending', paymentMethod: null } as const;
const PAID = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
const alongside = (before: Order, after: Order) => void did.push(`beside ${before.status} ${after.status}`);

it('that approves an order takes its number, logs it, prints it, and wakes who follows once it stands', () => {
  const { id } = put(PENDING);
  const result = changeOrder(context, id, { kind: 'approve', method: 'cash' }, alongside);
  expect(result).toMatchObject({ ok: true, value: { status: 'RECEBIDO', panelNumber: 9, panelSeries: 2 } });
  expect(did).toEqual([
    'takes 2026-11-21 2 9',
    'logs RECEBIDO',
    'prints kitchen of RECEBIDO at 0',
    'beside PENDING RECEBIDO',
    'wakes log',
    'wakes print',
  ]);
  expect(repository.byId(id)).toMatchObject({ status: 'RECEBIDO', panelNumber: 9 });
});

it('that moves an order with a number takes none, and prints nothing that it does not ask for', () => {
  const { id } = put({ ...PAID, panelNumber: 4, panelDate: '2026-11-20', panelSeries: 1 });
  expect(setOrderStatus(context, id, 'READY', 'RECEBIDO', alongside).ok).toBe(true);
  expect(did).toEqual(['logs READY', 'beside RECEBIDO READY', 'wakes log', 'wakes print']);
  expect(repository.byId(id)).toMatchObject({ status: 'READY', panelNumber: 4, panelDate: '2026-11-20' });
});

it('that calls an unpaid order off gives it no number', () => {
  const { id } = put(PENDING);
  expect(changeOrder(context, id, { kind: 'cancel', reason: 'loja' }).ok).toBe(true);
  expect(did.filter((one) => one.startsWith('takes'))).toEqual([]);
  expect(repository.byId(id)).toMatchObject({ status: 'CANCELLED', panelNumber: null });
});

it('that was made already changes nothing, writes nothing and wakes nobody', () => {
  const order = put({ ...PAID, panelNumber: 4, panelDate: '2026-11-20', panelSeries: 1 });
  expect(setOrderStatus(context, order.id, 'RECEBIDO', undefined, alongside)).toEqual({
    ok: true,
    value: order,
  });
  expect(did).toEqual([]);
});

it('that is refused says why, and leaves no trace', () => {
  const unpaid = put(PENDING);
  const result = setOrderStatus(context, unpaid.id, 'READY', undefined, alongside);
  expect(result).toMatchObject({ ok: false });
  expect(changeOrder(context, 'nobody', { kind: 'approve', method: 'cash' }, alongside)).toEqual({
    ok: false,
    refusal: { code: 'order-not-found' },
  });
  expect([did, repository.byId(unpaid.id)]).toEqual([[], unpaid]);
});

it('that fails on the way is not there, and wakes nobody', () => {
  const unpaid = put(PENDING);
  const fail = (): never => {
    throw new Error('beside it');
  };
  expect(() => changeOrder(context, unpaid.id, { kind: 'approve', method: 'cash' }, fail)).toThrow(
    'beside it',
  );
  expect(did.filter((one) => one.startsWith('wakes'))).toEqual([]);
  expect(repository.byId(unpaid.id)).toEqual(unpaid);
});

it.each(['panelNumber', 'panelDate', 'panelSeries'] as const)(
  'that gives a number without its %s takes none of the panel',
  (missing) => {
    const before = put(PENDING);
    const slot = { panelNumber: 9, panelDate: '2026-11-21', panelSeries: 2, [missing]: null };
    const decision = { order: { ...before, ...slot }, changed: true, ticket: null } as Decision;
    expect(inTransaction(db, () => saveDecision(context, before, decision, NOW_MS))).toBe(true);
    expect(did).toEqual(['logs PENDING']);
  },
);
