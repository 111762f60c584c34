// What each order adds to the sums of the reports, and takes out of them again, worked out by hand. On a database of its own, without a server.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { staticPixTxid } from '@balcao/shared/payment/static-pix.ts';
import { writeMeta, readMeta } from '../../storage/identity.ts';
import { createOutbox, type Outbox } from '../../storage/outbox.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import { payments, staticPix } from '../../storage/schema/payments.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { Wake } from '../../storage/wake.ts';
import { openTestOrders, type TestOrders } from '../../testing/order-context.ts';
import { orderId } from '../../testing/sell.ts';
import { logOrder } from '../orders/replica.ts';
import { createRollups, type Rollups } from './rollups.ts';

// Half past one at night in the store's zone: its calendar day is the 21st, its hour 1.
const AT_MS = Date.parse('2026-11-21T01:30:00-03:00');
const PHONE = '11987654321';
let shop: TestOrders;
let outbox: Outbox;
let rollups: Rollups;
let wake: Wake;
let errors: string[];
const newRollups = (lineage = 'one', epoch = 1): Rollups =>
  createRollups({
    db: shop.context.db,
    identity: { lineage, epoch },
    outbox,
    wake,
    timeZone: 'America/Sao_Paulo',
    log: { error: (_details, message) => void errors.push(message) },
  });
beforeEach(() => {
  shop = openTestOrders(AT_MS);
  outbox = createOutbox(shop.context.db, { lineage: 'one', epoch: 1 });
  wake = new Wake();
  errors = [];
  rollups = newRollups();
});
afterEach(() => void shop.context.db.$client.close());

const log = (order: Order): void =>
  logOrder(outbox, order, { trackingTokenHash: 'h'.repeat(64), claimHash: null });
/** Sold for cash and handed over, unless told otherwise. */
function sell(changes: Partial<Order> = {}, by: string | null = null): Order {
  return inTransaction(shop.context.db, () => {
    const number = shop.context.nextNumber();
    const order = sampleOrder({
      id: orderId(number),
      code: number.toString().padStart(10, '0'),
      simpleId: number,
      orderNumber: number,
      createdAtMs: AT_MS,
      updatedAtMs: AT_MS,
      status: 'DELIVERED',
      paymentStatus: 'approved',
      paymentMethod: 'cash',
      customerPhone: PHONE,
      ...changes,
    });
    shop.context.repository.insert(order, 'hash', { claimHash: null, caller: null, concessionBy: by });
    log(order);
    return order;
  });
}
const change = (order: Order, changes: Partial<Order>): void =>
  inTransaction(shop.context.db, () => {
    shop.context.repository.update({ ...order, ...changes });
    log({ ...order, ...changes });
  });
const [acai] = sampleOrder({}).items;
const water = (id: string) => ({
  ...acai!,
  id,
  productId: 'agua',
  productName: 'Água',
  sizeName: null,
  baseName: null,
  iceCreamName: null,
  secondaryIceCreamName: null,
  priceCents: 400,
  toppings: [],
});

type Hand = Partial<typeof handPayments.$inferInsert>;
const hand = ({ id }: Order, row: Hand): void =>
  void shop.context.db
    .insert(handPayments)
    .values({ orderId: id, kind: 'in', method: 'cash', amountCents: 0, userName: 'Ana', atMs: AT_MS, ...row })
    .run();
const fact = ({ id }: Order, attemptId: string, said: object): void =>
  void shop.context.db
    .insert(payments)
    .values({
      attemptId,
      orderId: id,
      updatedAtMs: AT_MS,
      fact: JSON.stringify({ status: 'approved', mismatch: null, amountCents: 0, refundedCents: 0, ...said }),
    })
    .run();
const lost = ({ id, code }: Order, part: string, amountCents: number): void =>
  void shop.context.db
    .insert(staticPix)
    .values({
      txid: staticPixTxid(code, part),
      orderId: id,
      amountCents,
      state: 'not-received',
      atMs: AT_MS,
      userName: 'Ana',
      looks: 0,
    })
    .run();

const read = (sql: string): unknown[][] => shop.context.db.$client.prepare(sql).raw().all() as unknown[][];
const sums = (kind?: string): unknown[][] =>
  read(
    `select kind, name, count, cents from report_sums where count <> 0 ${kind === undefined ? '' : `and kind = '${kind}'`} order by kind, name`,
  );
const days = (): unknown[][] =>
  read('select date, method, orders, cents from report_days where orders <> 0 or cents <> 0 order by method');
const known = (): unknown[][] =>
  read('select number, hour, method, cents, counted, first_seq, last_seq from report_orders order by number');

describe('an order that is sold', () => {
  it('stands in its day, its hour, its month, its customer and its products', async () => {
    sell();
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'cash', 1, 2565]]);
    expect(read('select * from report_hours')).toEqual([['2026-11-21', 1, 'cash', 1, 2565]]);
    expect(read('select * from report_month_hours')).toEqual([['2026-11', 1, 1]]);
    expect(read('select * from report_clients')).toEqual([['2026-11', PHONE, 1, 2565]]);
    const items = [
      ['base', 'Açaí', 1],
      ['ice_cream', 'Morango', 1],
      ['ice_cream', 'Ninho', 1],
      ['size', 'Grande', 1],
      ['topping', 'Banana', 1],
      ['topping', 'Nutella', 1],
    ];
    expect(read('select type, name, count from report_items order by type, name')).toEqual(items);
    expect(read('select month, type, name, count from report_month_items order by type, name')).toEqual(
      items.map((item) => ['2026-11', ...item]),
    );
    expect(known()).toEqual([[1, 1, 'cash', 2565, 1, 1, 1]]);
  });

  it('adds its source, its way, its discount and what it sold; the second of a day is added to the first', async () => {
    sell({ items: [acai!, water('w1'), water('w2')] });
    await rollups.upToDate();
    const once = [
      ['discount', '', 1, 285],
      ['discount-reason', 'Desconto Especial', 1, 285],
      ['sold', 'Açaí Grande', 1, acai!.priceCents],
      ['sold', 'Água', 2, 800],
      ['source', 'relay', 1, 2565],
      ['way', 'cash', 1, 2565],
    ];
    expect(sums()).toEqual(once);
    sell({ items: [acai!, water('w1'), water('w2')] });
    await rollups.upToDate();
    expect(sums()).toEqual(
      once.map(([kind, name, count, cents]) => [kind, name, Number(count) * 2, Number(cents) * 2]),
    );
  });

  it('without a phone is nobody’s, and one that is not paid is in no sum', async () => {
    sell({ customerPhone: null });
    sell({ status: 'PENDING', paymentStatus: 'pending', paymentMethod: null });
    await rollups.upToDate();
    expect(read('select * from report_clients')).toEqual([]);
    expect(days()).toEqual([['2026-11-21', 'cash', 1, 2565]]);
    expect(known().map(([, , , , counted]) => counted)).toEqual([1, 0]);
  });

  it('took the seconds from the kitchen’s first sight to ready, half a second up; never less than none', async () => {
    for (const readyAtMs of [null, AT_MS - 1, AT_MS, AT_MS + 1499, AT_MS + 1500])
      sell({ receivedAtMs: AT_MS, readyAtMs });
    sell({ receivedAtMs: null, readyAtMs: AT_MS });
    await rollups.upToDate();
    expect(sums('made')).toEqual([['made', '', 3, 3]]);
  });

  it('with something given away names what and why, and who gave it', async () => {
    const concession = { kind: 'discount', reason: 'Vizinho', cents: 565 } as const;
    sell({ concession, totalCents: 2000 }, 'Bia');
    sell({ concession: { ...concession, kind: 'courtesy' }, discountCents: 0 }, '');
    sell({ discountCents: 0 }, 'Bia');
    await rollups.upToDate();
    expect(sums().filter(([kind]) => String(kind).startsWith('discount'))).toEqual([
      ['discount', '', 2, 285 + 2 * 565],
      ['discount-giver', 'Bia', 1, 565],
      ['discount-reason', 'Cortesia: Vizinho', 1, 565],
      ['discount-reason', 'Desconto Especial', 1, 285],
      ['discount-reason', 'Desconto: Vizinho', 1, 565],
    ]);
  });

  it('for nothing came by no way, and one for something by cash where none is known', async () => {
    const concession = { kind: 'courtesy', reason: 'Amigo', cents: 2565 } as const;
    sell({ concession, totalCents: 0, paymentMethod: null });
    sell({ paymentMethod: null, totalCents: 0 });
    sell({ concession, paymentMethod: null });
    await rollups.upToDate();
    expect(known().map(([, , method]) => method)).toEqual(['none', 'cash', 'cash']);
  });
});

describe('what staff took', () => {
  const TENDERS = [] as NonNullable<Order['tenders']>;

  it('whole at the terminal is of its card and of who took it', async () => {
    const order = sell({ paymentMethod: 'terminal' });
    hand(order, { method: 'terminal', card: 'vale', amountCents: 2565 });
    const inCash = sell();
    hand(inCash, { card: 'vale', userName: '', amountCents: 2565 });
    await rollups.upToDate();
    expect(sums('way')).toEqual([
      ['way', 'cash', 1, 2565],
      ['way', 'vale', 1, 2565],
    ]);
    expect(sums('operator')).toEqual([['operator', 'Ana', 1, 2565]]);
    expect(days().map(([, method]) => method)).toEqual(['cash', 'terminal']);
  });

  it('in parts counts the order with each way, and once in all', async () => {
    const order = sell({ tenders: TENDERS });
    hand(order, { part: 'p1', amountCents: 1000 });
    hand(order, { part: 'p2', amountCents: 65, userName: 'Bia' });
    hand(order, { part: 'p3', method: 'terminal', card: 'debito', amountCents: 1500 });
    await rollups.upToDate();
    expect(days()).toEqual([
      ['2026-11-21', 'cash', 1, 1065],
      ['2026-11-21', 'counted', -1, 0],
      ['2026-11-21', 'terminal', 1, 1500],
    ]);
    expect(sums('way')).toEqual([
      ['way', 'cash', 1, 1065],
      ['way', 'debito', 1, 1500],
    ]);
    expect(sums('operator')).toEqual([
      ['operator', 'Ana', 1, 2500],
      ['operator', 'Bia', 1, 65],
    ]);
    rollups.remove(order.id);
    expect([days(), sums(), known()]).toEqual([[], [], []]);
  });

  it('in parts of two ways is of the way that brought the most, whichever came first', async () => {
    const order = sell({ tenders: TENDERS, paymentMethod: 'terminal' });
    hand(order, { part: 'p1', amountCents: 565 });
    hand(order, { part: 'p2', method: 'terminal', card: 'debito', amountCents: 2000 });
    await rollups.upToDate();
    expect(known().map(([, , method, cents]) => [method, cents])).toEqual([['terminal', 2565]]);
    expect(read('select method, orders, cents from report_hours where orders > 0 order by method')).toEqual([
      ['cash', 1, 565],
      ['terminal', 1, 2000],
    ]);
  });

  it('online as a whole counts no part that the provider had before and gave back piece by piece', async () => {
    const order = sell({ paymentMethod: 'credit_card' });
    fact(order, 'a1', { amountCents: 2565 });
    hand(order, { part: 'p1', method: 'pix', amountCents: 1000 });
    hand(order, { part: 'p1.1', kind: 'back', method: 'pix', amountCents: 300 });
    hand(order, { part: 'p1.given', kind: 'back', method: 'pix', amountCents: 700 });
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'credit_card', 1, 2565]]);
    expect(sums('way')).toEqual([['way', 'credit_card', 1, 2565]]);
  });

  it('in parts of one way is of that way; a part that went back, or never came, is not there', async () => {
    const order = sell({ tenders: TENDERS, paymentMethod: 'cash' });
    hand(order, { part: 'p1', method: 'terminal', card: 'credito', amountCents: 2000 });
    hand(order, { part: 'p2', amountCents: 500 });
    hand(order, { part: 'p2', kind: 'back', amountCents: 500 });
    hand(order, { part: 'p3', method: 'pix_manual', amountCents: 300 });
    lost(order, 'p3', 300);
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'terminal', 1, 2000]]);
    expect(sums('returned')).toEqual([
      ['returned', 'cash', 1, 500],
      ['returned', 'pix_manual', 1, 300],
    ]);
  });

  it('counts no PIX that never came, by the name under which the bank knows it', async () => {
    const part = '0198c0de-1234-7567-89ab-0123456789ab';
    const order = sell({ tenders: TENDERS, paymentMethod: 'cash' });
    hand(order, { part: 'p1', amountCents: 2000 });
    hand(order, { part, method: 'pix_manual', amountCents: 565 });
    lost(order, part, 565);
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'cash', 1, 2000]]);
  });

  it('of which nothing came is no sale', async () => {
    const order = sell({ tenders: TENDERS, paymentMethod: 'pix_manual' });
    hand(order, { part: 'p1', method: 'pix_manual', amountCents: 2565 });
    lost(order, 'p1', 2565);
    await rollups.upToDate();
    expect([days(), known().map(([, , , , counted]) => counted)]).toEqual([[], [0]]);
  });

  it('for lines that changed is what came and stayed, by hand and online', async () => {
    const changes = [] as unknown as NonNullable<Order['changes']>;
    const order = sell({ changes, paymentMethod: 'pix', totalCents: 3000 });
    fact(order, 'a1', { amountCents: 2565, refundedCents: 100 });
    fact(order, 'a2', { amountCents: 9, mismatch: 'amount' });
    fact(order, 'a3', { amountCents: 9, status: 'rejected' });
    fact(order, 'a4', { amountCents: 9, part: 'p1' });
    hand(order, { part: 'd1', amountCents: 400 });
    hand(order, { part: 'd2', kind: 'back', amountCents: 50 });
    await rollups.upToDate();
    expect(days()).toEqual([
      ['2026-11-21', 'cash', 1, 350],
      ['2026-11-21', 'counted', -1, 0],
      ['2026-11-21', 'pix', 1, 2465],
    ]);
    expect(known()[0]?.slice(2, 5)).toEqual(['pix', 2815, 1]);
    expect(sums('way')).toEqual([
      ['way', 'cash', 1, 350],
      ['way', 'pix', 1, 2465],
    ]);
  });

  it('beside a PIX that never came is the sale', async () => {
    const order = sell({ status: 'RECEBIDO', paymentStatus: 'pending', paymentMethod: 'pix_manual' });
    hand(order, { part: 'd1', amountCents: 700 });
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'cash', 1, 700]]);
  });
});

describe('what went back', () => {
  it('in part over the provider is off the sale, of its good payments alone', async () => {
    const order = sell({ paymentMethod: 'pix', paymentStatus: 'partially_refunded' });
    fact(order, 'a1', { status: 'partially_refunded', amountCents: 2565, refundedCents: 1000 });
    fact(order, 'a2', { status: 'partially_refunded', refundedCents: 5, mismatch: 'amount' });
    fact(order, 'a3', { status: 'partially_refunded', refundedCents: 5, part: 'p1' });
    fact(order, 'a4', { status: 'refunded', amountCents: 5, refundedCents: 5 });
    const untouched = sell({ paymentMethod: 'pix' });
    fact(untouched, 'b1', { amountCents: 2565, refundedCents: 7 });
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'pix', 2, 1565 + 2565]]);
    expect(sums('returned')).toEqual([['returned', 'pix', 1, 1005]]);
  });

  it('is never more than what came', async () => {
    const order = sell({ paymentMethod: 'pix', paymentStatus: 'partially_refunded' });
    fact(order, 'a1', { status: 'partially_refunded', amountCents: 2565, refundedCents: 2566 });
    await rollups.upToDate();
    expect(known()[0]?.[3]).toBe(0);
  });

  it('with an order that is called off takes it out of every sum, and names why', async () => {
    const order = sell();
    await rollups.upToDate();
    change(order, { status: 'CANCELLED', cancelReason: 'loja' });
    hand(order, { kind: 'back', amountCents: 2565 });
    await rollups.upToDate();
    expect(days()).toEqual([]);
    expect(read('select * from report_clients')).toEqual([]);
    expect(read('select * from report_items where count <> 0')).toEqual([]);
    expect(sums()).toEqual([
      ['cancelled', 'loja', 1, 2565],
      ['returned', 'cash', 1, 2565],
    ]);
    expect(known()).toEqual([[1, 1, 'cash', 2565, 0, 1, 2]]);
  });

  it('with an order that was never paid names the end of it alone', async () => {
    sell({ status: 'CANCELLED', cancelReason: null, paymentStatus: 'pending', paymentMethod: null });
    await rollups.upToDate();
    expect(sums()).toEqual([['cancelled', '', 1, 2565]]);
  });
});

describe('the sums', () => {
  it('are not added to by what changes nothing of a sale, and know the order’s last row of the log', async () => {
    const order = sell({ status: 'READY' });
    await rollups.upToDate();
    change(order, { status: 'DELIVERED' });
    await rollups.upToDate();
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'cash', 1, 2565]]);
    expect(rollups.seqsOf(1)).toEqual({ first: 1, last: 2 });
    expect(rollups.seqsOf(2)).toEqual({ first: null, last: null });
    expect(rollups.followedTo()).toBe(2);
  });

  it('count an order once whose rows are read together, and know the first and the last of its own', async () => {
    const order = sell({ status: 'PREPARING', paymentMethod: 'pix' });
    sell();
    change(order, { status: 'READY' });
    change(order, { status: 'DELIVERED' });
    fact(order, 'a1', { status: 'approved', amountCents: 2565, refundedCents: 0 });
    inTransaction(
      shop.context.db,
      () => void outbox.append({ kind: 'payment' } as never, 'a1' as never, {}, AT_MS),
    );
    await rollups.upToDate();
    expect(days()).toEqual([
      ['2026-11-21', 'cash', 1, 2565],
      ['2026-11-21', 'pix', 1, 2565],
    ]);
    expect(rollups.seqsOf(1)).toEqual({ first: 1, last: 4 });
    expect(rollups.seqsOf(2)).toEqual({ first: 2, last: 2 });
  });

  it('follow another way', async () => {
    const order = sell();
    await rollups.upToDate();
    change(order, { paymentMethod: 'pix' });
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'pix', 1, 2565]]);
    expect(sums('way')).toEqual([['way', 'pix', 1, 2565]]);
  });

  it('follow a part that is taken back and comes by another way, which leaves the sale as large and its main way', async () => {
    const order = sell({ tenders: [] });
    hand(order, { part: 'p1', amountCents: 1565 });
    hand(order, { part: 'p2', method: 'terminal', card: 'debito', amountCents: 1000 });
    await rollups.upToDate();
    hand(order, { kind: 'back', part: 'p2', method: 'terminal', card: 'debito', amountCents: 1000 });
    hand(order, { part: 'p3', method: 'pix_manual', amountCents: 1000 });
    change(order, {});
    await rollups.upToDate();
    expect(days()).toEqual([
      ['2026-11-21', 'cash', 1, 1565],
      ['2026-11-21', 'counted', -1, 0],
      ['2026-11-21', 'pix_manual', 1, 1000],
    ]);
  });

  it('follow a payment and money by hand of an order, and nothing else of the log', async () => {
    const order = sell({ paymentMethod: 'pix', paymentStatus: 'partially_refunded' });
    await rollups.upToDate();
    fact(order, 'a1', { status: 'partially_refunded', amountCents: 2565, refundedCents: 65 });
    const logged = (kind: string, id: string): void =>
      inTransaction(shop.context.db, () => void outbox.append({ kind } as never, id as never, {}, AT_MS));
    logged('menu', order.id);
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'pix', 1, 2565]]);
    logged('payment', 'nobody');
    logged('payment', 'a1');
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'pix', 1, 2500]]);
    hand(order, { kind: 'back', amountCents: 5 });
    logged('cash', `by-hand.${order.id}.back`);
    await rollups.upToDate();
    expect(sums('returned')).toEqual([
      ['returned', 'cash', 1, 5],
      ['returned', 'pix', 1, 65],
    ]);
    expect(rollups.seqsOf(1)).toEqual({ first: 1, last: 1 });
  });

  it('lose an order whose lines change until its row of the log comes', async () => {
    const order = sell();
    rollups.takeOut(order.id);
    rollups.remove('nobody');
    await rollups.upToDate();
    rollups.takeOut('nobody');
    rollups.takeOut(order.id);
    expect([days(), sums(), known().length]).toEqual([[], [], 1]);
    rollups.takeOut(order.id);
    rollups.remove(order.id);
    expect([days(), sums(), known()]).toEqual([[], [], []]);
  });

  it('of another past are read anew from the orders, of more than are read at once', async () => {
    for (let n = 0; n < 101; n += 1) sell({ customerPhone: null });
    await rollups.upToDate();
    const once = [['2026-11-21', 'cash', 101, 101 * 2565]];
    expect(days()).toEqual(once);
    for (const [lineage, epoch] of [
      ['two', 1],
      ['two', 2],
    ] as const) {
      const restored = newRollups(lineage, epoch);
      await restored.upToDate();
      expect(days()).toEqual(once);
      expect(restored.followedTo()).toBe(101);
      expect(restored.seqsOf(1)).toEqual({ first: null, last: null });
    }
  });

  it('of a log without its beginning are read from the orders', async () => {
    const order = sell();
    change(order, {});
    shop.context.db.$client.prepare('delete from outbox where seq = 1').run();
    await rollups.upToDate();
    expect(days()).toEqual([['2026-11-21', 'cash', 1, 2565]]);
    expect(rollups.seqsOf(1)).toEqual({ first: null, last: null });
  });

  it('of an older version are made anew, and the rows of the log stay known', async () => {
    sell();
    await rollups.upToDate();
    const cursor = JSON.parse(readMeta(shop.context.db, 'report_cursor') ?? '') as object;
    expect(cursor).toEqual({ lineage: 'one', epoch: 1, seq: 1, builtTo: null, version: 5 });
    shop.context.db.$client.exec("update report_days set cents = 1; update report_sums set name = 'old'");
    writeMeta(shop.context.db, 'report_cursor', JSON.stringify({ ...cursor, version: 4 }));
    await rollups.upToDate();
    expect([days(), sums('way')]).toEqual([[['2026-11-21', 'cash', 1, 2565]], [['way', 'cash', 1, 2565]]]);
    expect(rollups.seqsOf(1)).toEqual({ first: 1, last: 1 });
  });

  it('forget a phone, and the months up to one', async () => {
    sell();
    sell({ customerPhone: '1' });
    sell({ createdAtMs: AT_MS + 20 * 86_400_000 });
    await rollups.upToDate();
    const clients = () => read('select month, phone from report_clients order by month, phone');
    rollups.purgePhone('1');
    expect(clients()).toEqual([
      ['2026-11', PHONE],
      ['2026-12', PHONE],
    ]);
    rollups.purgeClientsUpTo('2026-11');
    expect(clients()).toEqual([['2026-12', PHONE]]);
    rollups.clear();
    expect([clients(), days(), sums(), known(), read('select * from report_month_hours')]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  it('follow by themselves, two seconds after something was logged, until they are stopped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      sell();
      rollups.start();
      await vi.advanceTimersByTimeAsync(1999);
      expect(days()).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await vi.waitFor(() => expect(days()).toEqual([['2026-11-21', 'cash', 1, 2565]]), { timeout: 60_000 });
      sell();
      wake.notify('log');
      wake.notify('log');
      await vi.advanceTimersByTimeAsync(2000);
      await vi.waitFor(() => expect(days()).toEqual([['2026-11-21', 'cash', 2, 5130]]), { timeout: 60_000 });
      wake.notify('log');
      await rollups.stop();
      sell();
      wake.notify('log');
      await vi.advanceTimersByTimeAsync(4000);
      expect(days()).toEqual([['2026-11-21', 'cash', 2, 5130]]);
      expect(errors).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that cannot be kept up are a line of the log, no end of the store, and follow again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sqlite = shop.context.db.$client;
    try {
      sell();
      sqlite.exec('alter table report_orders rename to report_orders_away');
      rollups.start();
      await vi.advanceTimersByTimeAsync(2000);
      await vi.waitFor(() => expect(errors).toEqual(['the report sums could not be kept up']), {
        timeout: 60_000,
      });
      sqlite.exec('alter table report_orders_away rename to report_orders');
      wake.notify('log');
      await vi.advanceTimersByTimeAsync(2000);
      await vi.waitFor(() => expect(days()).toEqual([['2026-11-21', 'cash', 1, 2565]]), { timeout: 60_000 });
      await rollups.stop();
    } finally {
      vi.useRealTimers();
    }
  });
});
