import { createPersons } from '../../storage/persons/persons.ts';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import type { Sight } from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../../storage/open.ts';
import { createFollowedOrders } from './followed-orders.ts';
import { Wake } from '../../storage/wake.ts';

type Row = { seq: number; phone: string | null; id: string; followed: boolean; body: string | null };

/** A database that answers each look at the orders after a row with the next of `looks`. */
const answering = (looks: ((after: unknown) => Row[])[]): Db => {
  const query: Record<string, unknown> = {};
  let after: unknown;
  for (const step of ['from', 'orderBy']) query[step] = () => query;
  query['where'] = (rows: SQL) => {
    after = new PgDialect().sqlToQuery(rows).params.at(-1);
    return query;
  };
  query['limit'] = () => Promise.resolve(looks.shift()?.(after) ?? []);
  return { select: () => query } as unknown as Db;
};

it('tells of an order also whoever came while it was being read without a body', async () => {
  const wake = new Wake();
  const heard: Order[] = [];
  const wrong: unknown[] = [];
  const row = { seq: 1, phone: null, id: 'order-1' };
  const heads = [0];
  const looks = [
    () => {
      followed.followOrders('store', { orders: [['order-1', 'public']], phone: null }, (order) => {
        heard.push(order);
      });
      return [{ ...row, followed: false, body: null }];
    },
    (after: unknown) => (after === 0 ? [{ ...row, followed: true, body: '{"id":"order-1"}' }] : []),
  ];
  const followed = createFollowedOrders({
    persons: createPersons(Buffer.alloc(32, 1)),
    db: answering(looks),
    wake,
    head: () => Promise.resolve(heads.shift() ?? 1),
    log: { error: (details) => void wrong.push(details) },
  });
  followed.followOrders('store', { orders: [['order-2', 'public']], phone: null }, () =>
    wrong.push('not mine'),
  );
  wake.notify('store', 'orders');
  await new Promise(setImmediate);
  expect([heard, wrong]).toEqual([[{ id: 'order-1' }], []]);
});

/** Over a log that had four rows when the page came. */
const scene = (looks: (() => Row[])[]) => {
  let head = 4;
  const failed = Promise.withResolvers<never>();
  const wake = new Wake();
  const followed = createFollowedOrders({
    persons: createPersons(Buffer.alloc(32, 1)),
    db: answering(looks),
    wake,
    head: () => Promise.resolve(head),
    log: { error: (details) => failed.reject(new Error(JSON.stringify(details))) },
  });
  const applied = (from: number, to: number, status: string) =>
    followed.publishAppliedOrders('store', {
      from,
      to,
      orders: [{ id: 'order-1', phone: null, body: Buffer.from(JSON.stringify({ order: { status } })) }],
    });
  const grow = (to: number): void => {
    head = to;
  };
  /** What a page hears next. */
  const heard: string[] = [];
  let onHeard = (): void => undefined;
  followed.followOrders('store', { orders: [['order-1', 'public']], phone: null }, (order) => {
    heard.push(order.status);
    onHeard();
  });
  const until = (count: number): Promise<unknown> =>
    Promise.race([
      failed.promise,
      new Promise<void>((resolve) => {
        onHeard = () => heard.length === count && resolve();
        onHeard();
      }),
    ]);
  return { wake, applied, grow, heard, until };
};

it('asks for nothing when the log is where it was, whoever wakes it', async () => {
  let isAsked = false;
  const { wake, applied, heard, until } = scene([
    () => {
      isAsked = true;
      return [];
    },
  ]);
  for (let times = 0; times < 3; times += 1) wake.notify('store', 'orders');
  applied(4, 5, 'PREPARING');
  await until(1);
  expect([heard, isAsked]).toEqual([['PREPARING'], false]);
});

it('tells of what was just applied without the table being read, and once', async () => {
  const looks: (() => Row[])[] = [];
  const { wake, applied, heard, until } = scene(looks);
  applied(4, 6, 'PREPARING');
  applied(6, 7, 'READY');
  await until(2);
  // Another process wakes this one for the same rows.
  looks.push(() => []);
  wake.notify('store', 'orders');
  applied(7, 8, 'DELIVERED');
  await until(3);
  expect(heard).toEqual(['PREPARING', 'READY', 'DELIVERED']);
});

it('reads the table when something before was missed, and then not again, whatever else the log has', async () => {
  const row = { seq: 6, phone: null, id: 'order-1', followed: true };
  const { applied, grow, heard, until } = scene([() => [{ ...row, body: '{"status":"PREPARING"}' }]]);
  await until(0);
  // The seventh row is of something else.
  grow(7);
  applied(6, 7, 'never told by this');
  await until(1);
  applied(7, 8, 'READY');
  await until(2);
  expect(heard).toEqual(['PREPARING', 'READY']);
});

it('[152] a database that does not answer has one reading of a store’s orders to answer, and one more after it', async () => {
  const wake = new Wake();
  const asked: PromiseWithResolvers<number>[] = [];
  const followed = createFollowedOrders({
    persons: createPersons(Buffer.alloc(32, 1)),
    db: answering([]),
    wake,
    head: () => {
      const one = Promise.withResolvers<number>();
      asked.push(one);
      return one.promise;
    },
    log: { error: () => undefined },
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  followed.followOrders('store', { orders: [], phone: null }, () => undefined);
  await turn();
  asked[0]?.resolve(4);
  for (let polls = 0; polls < 10; polls += 1) {
    wake.deliverAll(['orders']);
    await turn();
  }
  expect(asked).toHaveLength(2);
  asked[1]?.resolve(4);
  await turn();
  expect(asked).toHaveLength(3);
  asked[2]?.resolve(4);
  await turn();
  expect(asked).toHaveLength(3);
});

it('tells each follower of an order once, as its own where the phone is, and nobody who has left', async () => {
  const heard: string[] = [];
  const persons = createPersons(Buffer.alloc(32, 1));
  const followed = createFollowedOrders({
    ...{ persons, db: answering([]), wake: new Wake(), head: () => Promise.resolve(0) },
    log: { error: (details) => void heard.push(JSON.stringify(details)) },
  });
  const hear = (name: string, orders: [string, Sight][], phone: string | null) =>
    followed.followOrders('store', { orders, phone }, ({ status }, sight) =>
      heard.push(`${name} ${status} ${sight}`),
    );
  hear('by code', [['order-1', 'code']], null);
  hear('by both', [['order-1', 'code']], '11987654321');
  const leave = hear('left', [['order-1', 'code']], '11987654321');
  hear('of another', [['order-2', 'code']], '11900000000');
  let seq = 0;
  const apply = (status: string): void => {
    const body = Buffer.from(JSON.stringify({ order: { status } }));
    const order = { id: 'order-1', phone: persons.phoneKey('store', '11987654321'), body };
    followed.publishAppliedOrders('store', { from: seq, to: (seq += 1), orders: [order] });
  };
  apply('RECEBIDO');
  await new Promise(setImmediate);
  expect(heard.splice(0)).toEqual([
    'by code RECEBIDO code',
    'by both RECEBIDO public',
    'left RECEBIDO public',
  ]);
  leave();
  apply('READY');
  await new Promise(setImmediate);
  expect(heard).toEqual(['by code READY code', 'by both READY public']);
});

it('tells of what comes although the database was away when the page came', async () => {
  const heads = [Promise.reject(new Error('away'))];
  const heard: string[] = [];
  const failed: unknown[] = [];
  const wake = new Wake();
  const row = { seq: 7, phone: null, id: 'order-1', followed: true };
  const followed = createFollowedOrders({
    ...{ persons: createPersons(Buffer.alloc(32, 1)), wake },
    db: answering([() => [{ ...row, body: '{"status":"RECEBIDO"}' }]]),
    head: () => heads.shift() ?? Promise.resolve(7),
    log: { error: (details) => void failed.push(details) },
  });
  followed.followOrders('store', { orders: [['order-1', 'public']], phone: null }, ({ status }) =>
    heard.push(status),
  );
  await new Promise(setImmediate);
  expect(failed).toHaveLength(1);
  wake.notify('store', 'orders');
  const body = Buffer.from(JSON.stringify({ order: { status: 'READY' } }));
  followed.publishAppliedOrders('store', { from: 7, to: 8, orders: [{ id: 'order-1', phone: null, body }] });
  await new Promise(setImmediate);
  expect(heard).toEqual(['RECEBIDO', 'READY']);
});

it('tells nothing twice: what a wake had read before it was said to be applied is old', async () => {
  const row = { phone: null, id: 'order-1', followed: true };
  const looks = [() => [{ ...row, seq: 6, body: '{"status":"READY"}' }]];
  const { wake, applied, grow, heard, until } = scene(looks);
  await until(0);
  grow(6);
  wake.notify('store', 'orders');
  applied(4, 5, 'PREPARING');
  applied(6, 7, 'DELIVERED');
  await until(2);
  expect(heard).toEqual(['READY', 'DELIVERED']);
});

it('reads on where more came than one look brings', async () => {
  const changeOf = (seq: number): Row => {
    const body = JSON.stringify({ status: String(seq) });
    return { phone: null, id: 'order-1', followed: true, seq, body };
  };
  const first = Array.from({ length: 200 }, (_, at) => changeOf(5 + at));
  const { wake, grow, heard, until } = scene([() => first, () => [changeOf(205)]]);
  await until(0);
  grow(205);
  wake.notify('store', 'orders');
  await until(201);
  expect([heard[0], heard.at(-1)]).toEqual(['5', '205']);
});

it('asks for nothing any more once the last follower has left', async () => {
  let asked = 0;
  const wake = new Wake();
  const followed = createFollowedOrders({
    ...{ persons: createPersons(Buffer.alloc(32, 1)), db: answering([]), wake },
    head: async () => (asked += 1),
    log: { error: () => undefined },
  });
  const follow = () => followed.followOrders('store', { orders: [], phone: null }, () => undefined);
  const askedAfterWake = async (): Promise<number> => {
    asked = 0;
    wake.notify('store', 'orders');
    await new Promise(setImmediate);
    return asked;
  };
  const [leave, leaveToo] = [follow(), follow()];
  await new Promise(setImmediate);
  expect(await askedAfterWake()).toBe(1);
  leave();
  expect(await askedAfterWake()).toBe(1);
  leaveToo();
  expect(await askedAfterWake()).toBe(0);
});
