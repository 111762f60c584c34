// Which changed orders a page is told of, read from the table: by their ids and by a phone, page after page, and nothing of another shop.
// The use case alone, on a database of its own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sight } from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createFollowedOrders, type FollowedOrders } from '../../../cloud/shop/orders/followed-orders.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { orders } from '../../../cloud/storage/schema.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const PHONE = '11987654321';
const OTHER_PHONE = '11900000000';
const persons = createPersons(Buffer.alloc(32, 1));

let database: TestDatabase;
let storeId: string;
let followed: FollowedOrders;
let wake: Wake;
/** How far the log is, or why nobody knows. */
let head: number | Error;
let heads: number;
let heard: string[];
let logged: object[];
let markerId: string;
let onMarker: () => void;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, markerId, wake] = [randomUUID(), randomUUID(), new Wake()];
  [head, heads, heard, logged, onMarker] = [0, 0, [], [], () => undefined];
  followed = createFollowedOrders({
    ...{ db: database.db, persons, wake },
    head: () => {
      heads += 1;
      return typeof head === 'number' ? Promise.resolve(head) : Promise.reject(head);
    },
    log: { error: (details, text) => void logged.push({ ...details, text }) },
  });
  await write({ id: markerId, seq: 0 });
});

async function write(
  ...rows: { id: string; seq: number; phone?: string; status?: Order['status']; store?: string }[]
): Promise<void> {
  await database.db.insert(orders).values(
    rows.map(({ id, seq, phone = null, status = 'RECEBIDO', store = storeId }) => {
      const order = sampleOrder({ id, status, customerPhone: phone });
      return {
        ...{ storeId: store, id, seq, code: order.code, number: 1, totalCents: 1, status, paymentStatus: '' },
        ...{ tokenHash: '', createdAtMs: 0, customerPhone: persons.phoneKey(store, phone) },
        body: JSON.stringify(persons.close({ storeId: store, id }, order)),
      };
    }),
  );
}
/** A page that is told of these orders, and of those of a phone. Answers how it leaves. */
const page = (name: string, granted: [string, Sight][], phone: string | null = null) =>
  followed.followOrders(storeId, { orders: granted, phone }, (order, sight) =>
    heard.push(`${name}: ${order.status} ${sight} ${order.customerPhone}`),
  );
/** Once all that was asked for so far was read: what is told of is told of in its order. */
const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    onMarker = resolve;
    followed.publishReportedStates(storeId, new Set([markerId]));
  });
/** What the pages hear of a log that grew. */
async function grown(to: number): Promise<string[]> {
  head = to;
  wake.notify(storeId, 'orders');
  await quiet();
  return heard.splice(0);
}
const watchMarker = () =>
  followed.followOrders(storeId, { orders: [[markerId, 'code']], phone: null }, () => onMarker());

describe('a page', () => {
  it('is told of its own orders and of those of its phone, opened, in the order of the log', async () => {
    watchMarker();
    const [mine, ofPhone, other] = [randomUUID(), randomUUID(), randomUUID()];
    page('by code', [[mine, 'code']]);
    page('by phone', [], PHONE);
    page('by another', [], OTHER_PHONE);
    await quiet();
    await write(
      { id: ofPhone, seq: 2, phone: PHONE, status: 'READY' },
      { id: mine, seq: 1 },
      { id: other, seq: 3, phone: '11911111111' },
      { id: randomUUID(), seq: 4 },
      { id: mine, seq: 4, status: 'DELIVERED', store: randomUUID() },
    );
    expect(await grown(4)).toEqual(['by code: RECEBIDO code null', `by phone: READY public ${PHONE}`]);
    expect(await grown(4)).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('is told of nothing that was there before it came', async () => {
    const mine = randomUUID();
    await write({ id: mine, seq: 5 });
    head = 5;
    watchMarker();
    page('mine', [[mine, 'code']]);
    await quiet();
    expect(await grown(6)).toEqual([]);
  });

  it.each([199, 200, 201, 401])('is told of the last of %i changed orders', async (count) => {
    const mine = randomUUID();
    watchMarker();
    page('mine', [[mine, 'code']]);
    await quiet();
    const rows = Array.from({ length: count }, (_, index) => ({ id: randomUUID(), seq: index + 1 }));
    await write(...rows.slice(0, -1), { id: mine, seq: count });
    expect(await grown(count)).toEqual(['mine: RECEBIDO code null']);
    expect(await grown(count)).toEqual([]);
  });

  it('that came while the database was away is told of the last two hundred rows', async () => {
    head = new Error('away');
    watchMarker();
    const [old, late] = [randomUUID(), randomUUID()];
    page('old', [[old, 'code']]);
    page('late', [[late, 'code']]);
    await quiet();
    expect(logged).toEqual([{ err: head, storeId, text: 'changed orders could not be read' }]);
    await write({ id: old, seq: 100 }, { id: late, seq: 101 });
    expect(await grown(300)).toEqual(['late: RECEBIDO code null']);
  });

  it('that came so is told of the first row of a young log', async () => {
    head = new Error('away');
    watchMarker();
    const mine = randomUUID();
    page('mine', [[mine, 'code']]);
    await quiet();
    await write({ id: mine, seq: 1 });
    expect(await grown(1)).toEqual(['mine: RECEBIDO code null']);
  });

  it('hears on while another one leaves; after the last one nobody looks any more', async () => {
    const mine = randomUUID();
    const [leaveMarker, leave] = [watchMarker(), page('mine', [[mine, 'code']])];
    page('left', [[mine, 'code']])();
    await quiet();
    await write({ id: mine, seq: 1 });
    expect(await grown(1)).toEqual(['mine: RECEBIDO code null']);
    leave();
    leaveMarker();
    const looked = heads;
    wake.notify(storeId, 'orders');
    // Told to nobody, and read for nobody.
    followed.publishReportedStates(storeId, new Set([mine]));
    followed.publishAppliedOrders(storeId, { from: 1, to: 2, orders: [] });
    expect([heads, heard]).toEqual([looked, []]);
    head = 2;
    watchMarker();
    await quiet();
    expect(heads).toBe(looked + 1);
  });
});

describe('what the store reports ahead of its log', () => {
  it('is told to who follows it, each order that was named, and of no other shop', async () => {
    watchMarker();
    const [mine, ofPhone, unnamed, strange] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const ids: [string, Sight][] = [mine, unnamed].map((id) => [id, 'code']);
    page('mine', ids, PHONE);
    await write(
      { id: mine, seq: 0, phone: OTHER_PHONE },
      { id: ofPhone, seq: 0, phone: PHONE, status: 'READY' },
      ...[
        { id: unnamed, seq: 0 },
        { id: strange, seq: 0 },
      ],
      { id: unnamed, seq: 0, store: randomUUID() },
    );
    followed.publishReportedStates(storeId, new Set([mine, ofPhone, strange]));
    followed.publishReportedStates(randomUUID(), new Set([unnamed]));
    await quiet();
    expect(heard.toSorted()).toEqual([`mine: READY public ${PHONE}`, `mine: RECEBIDO code ${OTHER_PHONE}`]);
  });
});

describe('what was just applied', () => {
  it('is told without a look where nothing was missed, and looked for where something was', async () => {
    const mine = randomUUID();
    watchMarker();
    page('mine', [[mine, 'code']], PHONE);
    const applied = (from: number, to: number, order: Partial<Order>) => {
      const body = Buffer.from(JSON.stringify({ order: sampleOrder({ id: mine, ...order }) }));
      const phone = persons.phoneKey(storeId, order.customerPhone ?? null);
      followed.publishAppliedOrders(storeId, { from, to, orders: [{ id: mine, phone, body }] });
    };
    applied(0, 1, { status: 'PREPARING', customerPhone: null });
    applied(1, 2, { status: 'READY', customerPhone: PHONE });
    await quiet();
    expect([heard.splice(0), heads]).toEqual([
      ['mine: PREPARING code null', `mine: READY public ${PHONE}`],
      1,
    ]);
    await write({ id: mine, seq: 3, status: 'DELIVERED' });
    head = 4;
    applied(3, 4, { status: 'CANCELLED' });
    await quiet();
    expect([heard.splice(0), heads]).toEqual([['mine: DELIVERED code null'], 2]);
    applied(4, 5, { status: 'CANCELLED', customerPhone: null });
    await quiet();
    expect([heard, heads]).toEqual([['mine: CANCELLED code null'], 2]);
  });
});
