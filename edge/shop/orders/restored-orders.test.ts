// Orders that come back from the relay: what its word alone may bring, and from which number on the store goes on; with a whole relay see
// tests/contract/recovery.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { raiseCounter, readCounter } from '../../storage/counters.ts';
import { readMeta } from '../../storage/identity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { orderId } from '../../testing/sell.ts';
import { createOrderRepository } from './order-repository.ts';
import { createRestoredOrders, type RestoredOrders } from './restored-orders.ts';

const NOW_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const TODAY = '2027-01-15';
let db: Db;
let restored: RestoredOrders;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  restored = createRestoredOrders(db);
});
afterEach(() => void db.$client.close());

const order = (number: number, change: Partial<Order> = {}): Order =>
  sampleOrder({
    ...{ id: orderId(number), code: String(number).padStart(10, '0') },
    ...{ simpleId: number, orderNumber: number, ...change },
  });
const kept = (number: number): Order | null => createOrderRepository(db).byId(orderId(number));
const counted = (name = 'order_number'): number => readCounter(db, name);

describe('as the log tells it', () => {
  it('an order takes the place of what was here, and the numbers go on above it', () => {
    restored.put(order(7), 'claim');
    restored.put(order(3), null);
    expect([kept(7)?.orderNumber, counted()]).toEqual([7, 7]);
    restored.put(order(7, { status: 'CANCELLED', cancelReason: 'loja' }), 'claim');
    expect(kept(7)?.status).toBe('CANCELLED');
    expect(createOrderRepository(db).claimHashOf(orderId(7))).toBe('claim');
  });

  it('numbers of the panel go on in the series of that day, and the day is the newest of them', () => {
    const on = { panelDate: TODAY, panelSeries: 3 };
    restored.put(order(1, { ...on, panelNumber: 12 }), null);
    restored.put(order(2, { ...on, panelNumber: 4 }), null);
    restored.put(order(3, { panelDate: '2027-01-14', panelSeries: 1, panelNumber: 40 }), null);
    expect([counted(`panel:${TODAY}:3`), counted(`panel_series:${TODAY}`)]).toEqual([12, 2]);
    expect(counted('panel:2027-01-14:1')).toBe(40);
    expect(readMeta(db, 'business_day')).toBe(TODAY);
  });
});

describe('by the word of the relay alone', () => {
  it('an order comes unpaid and unmade, whatever is told of it', () => {
    const told = order(1, {
      ...{ status: 'READY', paymentStatus: 'approved', paymentMethod: 'pix', late: true, balanceCents: 5 },
      ...{
        panelNumber: 3,
        panelDate: TODAY,
        panelSeries: 1,
        receivedAtMs: 1,
        preparingAtMs: 2,
        readyAtMs: 3,
      },
    });
    const [came] = restored.insertUnlogged([told]);
    expect(came).toMatchObject({
      ...{
        status: 'PENDING',
        paymentStatus: 'pending',
        paymentMethod: null,
        late: false,
        cancelReason: null,
      },
      ...{ panelNumber: null, panelDate: null, panelSeries: null },
      ...{ receivedAtMs: null, preparingAtMs: null, readyAtMs: null, deliveredAtMs: null },
    });
    expect(kept(1)).toMatchObject({ status: 'PENDING', late: false, paymentMethod: null });
    expect(kept(1)).not.toHaveProperty('balanceCents');
  });

  it('no part of its money is taken for come, nor the order for handed over', () => {
    const told = order(1, {
      ...{ status: 'DELIVERED', paymentStatus: 'approved', paymentMethod: 'terminal', deliveredAtMs: 4 },
      tenders: [{ id: 't', method: 'cash', card: null, cents: 500, receivedCents: null, atMs: 1 }],
      paidDifferences: [{ id: 'd', cents: 5, atMs: 2, proved: { attemptId: orderId(9), method: 'pix' } }],
    });
    restored.insertUnlogged([told]);
    expect(kept(1)).toMatchObject({ status: 'PENDING', paymentMethod: null, deliveredAtMs: null });
    for (const money of ['tenders', 'paidDifferences']) expect(kept(1)).not.toHaveProperty(money);
  });

  it('cash stays chosen, with what it is to be changed for; one that was called off stays so', () => {
    const cash = order(1, { paymentMethod: 'cash', changeForCents: 5000 });
    const off = order(2, { status: 'CANCELLED', paymentStatus: 'cancelled', cancelReason: 'cliente' });
    restored.insertUnlogged([cash, off]);
    expect(kept(1)).toMatchObject({ paymentMethod: 'cash', changeForCents: 5000, status: 'PENDING' });
    expect(kept(2)).toMatchObject({ status: 'CANCELLED', cancelReason: 'cliente' });
  });

  it('none comes in place of another: neither its id, its number nor its code is taken', () => {
    restored.put(order(1), null);
    const [sameId, sameNumber, sameCode] = [
      order(1, { simpleId: 2, orderNumber: 2, code: 'AAAAAAAAAA' }),
      order(2, { simpleId: 1, orderNumber: 1, code: 'BBBBBBBBBB' }),
      order(3, { code: '0000000001' }),
    ];
    expect(restored.insertUnlogged([sameId, sameNumber, sameCode])).toEqual([]);
  });

  it('numbers are carried on by a hundred, and not further', () => {
    raiseCounter(db, 'order_number', 10);
    expect(restored.insertUnlogged([order(110), order(111)]).map(({ orderNumber }) => orderNumber)).toEqual([
      110,
    ]);
  });
});

describe('the next number', () => {
  const at = { today: TODAY, nowMs: NOW_MS };
  let seq = 0;
  beforeEach(() => (seq = 0));
  const row = (aggregateId: string, atMs = NOW_MS, kind = 'order', body: string | null = null): void => {
    seq += 1;
    const place = { seq, lineage: 'l', epoch: 1, kind, aggregateId, sealed: false, body };
    db.insert(outbox)
      .values({ ...place, bodyHash: 'b', hash: `h${seq}`, atMs })
      .run();
  };

  it('is above what the relay knows, by a hundred at most', () => {
    raiseCounter(db, 'order_number', 10);
    restored.numbersAbove(14, at);
    expect(counted()).toBe(14);
    restored.numbersAbove(10_000, at);
    expect(counted()).toBe(114);
    restored.numbersAbove(5, at);
    expect(counted()).toBe(114);
  });

  it('is above those of orders that were erased since the last one that is known', () => {
    row('erased before');
    restored.put(order(5), null);
    row(orderId(5));
    row('erased after');
    row('erased after, too');
    row('erased after');
    restored.numbersAbove(0, at);
    expect(counted()).toBe(7);
  });

  it('of the panel is above those of orders that were erased of today, for a day and a half', () => {
    restored.put(order(5, { panelDate: TODAY, panelSeries: 2, panelNumber: 8 }), null);
    row('of today', NOW_MS - 36 * HOUR_MS);
    row('of before', NOW_MS - 36 * HOUR_MS - 1);
    row(orderId(5));
    restored.numbersAbove(0, at);
    expect(counted(`panel:${TODAY}:2`)).toBe(9);
  });
});
