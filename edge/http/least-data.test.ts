// What of a customer each role is sent, field by field, in every answer and live message that holds a retail order. The table is written out
// from the screens: the kitchen calls who waits for a ready order; the counter takes money from and hands over open ones; the admin sees all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '@balcao/shared/http/staff.ts';
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import { change, sell } from '../testing/sell.ts';
import { openTestStore, START_MS, type TestStore } from '../testing/open-test-store.ts';
import { asRole, type Asking } from '../testing/sign-in.ts';

const PHONE = '11987654321';
const WORDS = 'Sem cebola, é para a Dona Rita';
const MASKED = '***321';

type Seen = { phone: string | null; observations: string };
const all: Seen = { phone: PHONE, observations: WORDS };
const toCook: Seen = { phone: null, observations: WORDS };
const masked: Seen = { phone: MASKED, observations: WORDS };

const TABLE: Record<'ADMIN' | 'ATTENDANT' | 'KITCHEN', Record<OrderStatus, Seen>> = {
  ADMIN: { PENDING: all, RECEBIDO: all, PREPARING: all, READY: all, DELIVERED: all, CANCELLED: all },
  ATTENDANT: {
    PENDING: all,
    RECEBIDO: all,
    PREPARING: all,
    READY: all,
    DELIVERED: masked,
    CANCELLED: masked,
  },
  KITCHEN: {
    PENDING: toCook,
    RECEBIDO: toCook,
    PREPARING: toCook,
    READY: all,
    DELIVERED: toCook,
    CANCELLED: toCook,
  },
};
const ROLES = ['ADMIN', 'ATTENDANT', 'KITCHEN'] as const;
const STATUSES = Object.keys(TABLE.ADMIN) as OrderStatus[];

let store: TestStore;
let ask: Record<Role, Asking>;
const orders = new Map<OrderStatus, Order>();
const seenOf = ({ customerPhone, observations }: Order): Seen => ({ phone: customerPhone, observations });

beforeAll(async () => {
  store = await openTestStore();
  for (const status of STATUSES)
    orders.set(
      status,
      sell(store, START_MS, {
        status,
        customerPhone: PHONE,
        observations: WORDS,
        ...(status === 'PENDING' ? { paymentMethod: 'cash' } : {}),
        deliveredAtMs: status === 'DELIVERED' ? START_MS : null,
      }),
    );
  ask = {
    ADMIN: await asRole(store, 'ADMIN'),
    ATTENDANT: await asRole(store, 'ATTENDANT'),
    KITCHEN: await asRole(store, 'KITCHEN'),
    WHOLESALE: await asRole(store, 'WHOLESALE'),
  };
});
afterAll(() => store.close());

const listed = async (role: Role, path: string): Promise<Order[]> => {
  const body = (await (await ask[role](path)).json()) as { orders: Order[]; delivered?: Order[] };
  return [...body.orders, ...(body.delivered ?? [])];
};
const expectTable = (
  role: (typeof ROLES)[number],
  found: readonly Order[],
  statuses: readonly OrderStatus[],
) =>
  expect(Object.fromEntries(found.map((order) => [order.status, seenOf(order)]))).toEqual(
    Object.fromEntries(statuses.map((status) => [status, TABLE[role][status]])),
  );

describe.each(ROLES)('%s is sent of a customer', (role) => {
  it('[30] what the table says, on the board', async () => {
    const onBoard = STATUSES.filter((status) => status !== 'CANCELLED');
    expectTable(role, await listed(role, '/api/staff/board'), onBoard);
  });

  it('[30] what the table says, in live messages and in those that were missed', async () => {
    const since = store.outbox.head().seq;
    for (const order of orders.values()) change(store, order, { updatedAtMs: START_MS + 1 });
    const response = await ask[role](`/api/staff/live?since=${since}`);
    const reader = response.body?.getReader();
    if (!reader) throw new Error('no stream');
    const heard: Order[] = [];
    const decoder = new TextDecoder();
    let text = '';
    const hear = async (count: number): Promise<void> => {
      while (heard.length < count) {
        const { value, done } = await reader.read();
        if (done) return;
        text += decoder.decode(value, { stream: true });
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const data = /^event: order$/m.test(event) ? /^data: (.+)$/m.exec(event)?.[1] : undefined;
          if (data !== undefined) heard.push(JSON.parse(data) as Order);
        }
      }
    };
    await hear(STATUSES.length);
    expectTable(role, heard, STATUSES);

    heard.length = 0;
    for (const order of orders.values()) change(store, order, { updatedAtMs: START_MS + 2 });
    store.orders.wake.notify('log');
    await hear(STATUSES.length);
    expectTable(role, heard, STATUSES);
    await reader.cancel();
  });

  it('[30] what the table says, in the answer to a move', async () => {
    const id = orders.get('RECEBIDO')?.id;
    const moved: Order[] = [];
    for (const kind of ['start', 'mark-ready', 'back-to-preparing', 'back-to-received']) {
      const answer = await ask[role](`/api/staff/orders/${id}/moves`, { json: { kind } });
      moved.push(((await answer.json()) as { order: Order }).order);
    }
    expect(moved.map((order) => order.status)).toEqual(['PREPARING', 'READY', 'PREPARING', 'RECEBIDO']);
    for (const order of moved) expect(seenOf(order)).toEqual(TABLE[role][order.status]);
  });
});

describe.each(['ADMIN', 'ATTENDANT'] as const)('%s is sent of a customer', (role) => {
  it('[30] what the table says, in the list of orders and of awaited cash', async () => {
    expectTable(role, await listed(role, '/api/staff/orders'), STATUSES);
    expectTable(role, await listed(role, '/api/staff/cash'), ['PENDING']);
  });
});

it.each(['/api/staff/board', '/api/staff/orders', '/api/staff/cash'])(
  '[30] the wholesale operator is sent no retail order: %s',
  async (path) => {
    expect((await ask.WHOLESALE(path)).status).toBe(403);
  },
);

it.each(['/api/staff/orders', '/api/staff/cash', '/api/staff/users'])(
  '[30] the kitchen is sent no list of phones or e-mails: %s',
  async (path) => {
    expect((await ask.KITCHEN(path)).status).toBe(403);
  },
);

it('[30] the board is written for each role, also while nothing has changed since another one read it', async () => {
  const onBoard = STATUSES.filter((status) => status !== 'CANCELLED');
  for (const role of [...ROLES, ...ROLES.toReversed()])
    expectTable(role, await listed(role, '/api/staff/board'), onBoard);
});

it('[30] what was begun at the counter is sent to each role as the table says, too', async () => {
  const sale = {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    source: 'counter',
  } as const;
  sell(store, START_MS, { ...sale, customerPhone: PHONE, observations: WORDS, deliveredAtMs: null });
  for (const role of ROLES) {
    const { begun } = (await (await ask[role]('/api/staff/board')).json()) as { begun: Order[] };
    expect(begun.map(seenOf)).toEqual([TABLE[role].PENDING]);
  }
});
