// Unpaid orders: who gives way, who may wait for cash, what ends by the store's clock and what staff end at once. The use cases alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openTestOrders, type TestOrders } from '../../testing/order-context.ts';
import { orderId } from '../../testing/sell.ts';
import { cancelUnpaid } from './cancel-unpaid.ts';
import { expireUnpaid } from './expiry.ts';
import { chooseCash, makeRoomForUnpaid, unpaidBoundsOf } from './unpaid.ts';

const MINUTE_MS = 60_000;
const NOON_MS = Date.parse('2026-11-21T12:00:00-03:00');
const PHONE = '11987654321';
let shop: TestOrders;
let orders: number;
beforeEach(() => {
  shop = openTestOrders(NOON_MS);
  orders = 0;
});
afterEach(() => void shop.context.db.$client.close());

const MEANWHILE = { deliveredAtMs: null, customerPhone: PHONE } as const;
/** Open and unpaid, of the site unless told otherwise. */
function put(changes: Partial<Order> = {}, caller: string | null = 'c1', at = shop): Order {
  orders += 1;
  const number = at.context.nextNumber();
  const order = sampleOrder({
    ...MEANWHILE,
    id: orderId(number),
    code: number.toString().padStart(10, '0'),
    simpleId: number,
    orderNumber: number,
    createdAtMs: NOON_MS + orders,
    updatedAtMs: NOON_MS + orders,
    ...changes,
  });
  at.context.repository.insert(order, 'x'.repeat(64), { claimHash: null, caller, concessionBy: null });
  return order;
}
const cash = (changes: Partial<Order> = {}) => put({ paymentMethod: 'cash', ...changes });
const paid = (changes: Partial<Order> = {}) =>
  put({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash', ...changes });
const statuses = (...of: Order[]) => of.map(({ id }) => shop.context.repository.byId(id)?.status);

describe('room for one more', () => {
  type Asked = Parameters<typeof makeRoomForUnpaid>[1];
  const room = (changes: Partial<Asked> = {}) =>
    makeRoomForUnpaid(shop.context, {
      phone: PHONE,
      caller: 'c1',
      source: 'relay',
      nowMs: NOON_MS + 9,
      ...changes,
    });
  const bounds = (changes: object) => void Object.assign(shop.settings, changes);

  it('is there below the bound, where nobody gives way', () => {
    bounds({ unpaidPerPhoneMax: 2 });
    const first = put();
    expect([room(), statuses(first), shop.did]).toEqual([null, ['PENDING'], []]);
  });

  it('is made at the bound by the oldest of the same customer, as an order that nobody paid in time', () => {
    bounds({ unpaidPerPhoneMax: 2 });
    const [oldest, newest] = [put(), put()];
    expect([room(), statuses(oldest, newest)]).toEqual([null, ['CANCELLED', 'PENDING']]);
    expect(shop.context.repository.byId(oldest.id)).toMatchObject({
      cancelReason: 'expirado',
      updatedAtMs: NOON_MS + 9,
    });
    expect(shop.did).toEqual([`logs ${oldest.id} at ${NOON_MS + 9}`]);
  });

  it('is not made by an order of another address, nor by one of which a payment was begun', () => {
    bounds({ unpaidPerPhoneMax: 3 });
    // The last one's card is still looked at, though its lines were changed since and it is to be paid anew.
    const all = [put({}, 'c2'), cash(), put({ paymentStatus: 'in_process' })];
    expect(room()).toEqual({ code: 'too-many-unpaid', by: 'phone', max: 3 });
    expect([statuses(...all), shop.did]).toEqual([['PENDING', 'PENDING', 'PENDING'], []]);
  });

  it('is not made where there are more than one too many, though one gives way', () => {
    bounds({ unpaidPerPhoneMax: 1 });
    const [oldest, newest] = [put(), put()];
    expect(room()).toEqual({ code: 'too-many-unpaid', by: 'phone', max: 1 });
    expect(statuses(oldest, newest)).toEqual(['CANCELLED', 'PENDING']);
  });

  it('of a full site is made by nobody', () => {
    bounds({ remoteCashOrdersMax: 1 });
    const four = [put(), put(), put(), put()];
    expect(room()).toEqual({ code: 'too-many-unpaid', by: 'store', max: 4 });
    expect(statuses(...four)).toEqual(Array.from({ length: 4 }, () => 'PENDING'));
    expect(room({ source: 'lan' })).toBeNull();
  });

  it('is always there at the counter, and counts by the address of the site or of the shop', () => {
    bounds({ unpaidPerPhoneMax: 1, unpaidPerAddressMax: 2, unpaidPerLanAddressMax: 3 });
    const two = [put({ customerPhone: '1' }), put({ customerPhone: '2' })];
    expect(room({ source: 'counter' })).toBeNull();
    expect(room()).toEqual({ code: 'too-many-unpaid', by: 'address', max: 2 });
    expect(room({ source: 'lan' })).toBeNull();
    expect(statuses(...two)).toEqual(['PENDING', 'PENDING']);
  });

  it('is bounded as the owner says, so many times over where a machine is loaded', () => {
    bounds({
      unpaidPerPhoneMax: 2,
      unpaidPerAddressMax: 3,
      unpaidPerLanAddressMax: 5,
      remoteCashOrdersMax: 7,
    });
    shop.context.unpaidOrdersFactor = 10;
    expect(unpaidBoundsOf(shop.context)).toEqual({
      unpaidPerPhoneMax: 20,
      unpaidPerAddressMax: 30,
      unpaidPerLanAddressMax: 50,
      remoteCashOrdersMax: 70,
    });
  });
});

describe('cash that is chosen', () => {
  beforeEach(() => void Object.assign(shop.settings, { remoteCashOrdersMax: 1 }));
  const choose = (order: Order, note: number | null = null) => chooseCash(shop.context, order.id, note);
  const FULL = { ok: false, refusal: { code: 'cash-full' } };

  it('is taken below the bound with its note, and refused at it', () => {
    const [first, second] = [put(), put()];
    expect(choose(first, 5000)).toMatchObject({
      ok: true,
      value: { paymentMethod: 'cash', changeForCents: 5000 },
    });
    expect(choose(second)).toEqual(FULL);
    expect(shop.context.repository.byId(second.id)).toMatchObject({ paymentMethod: null });
    expect(shop.did).toEqual([`logs ${first.id} at ${NOON_MS}`, 'wakes log', 'wakes print']);
  });

  it('may be said anew with another note, and never fills up in the shop', () => {
    const waits = cash();
    expect(choose(waits, 10_000)).toMatchObject({ value: { changeForCents: 10_000 } });
    expect(choose(put({ source: 'lan' })).ok).toBe(true);
    expect(choose(put()).ok).toBe(false);
  });

  it('is refused of an order that nobody knows', () => {
    cash();
    expect(chooseCash(shop.context, 'nobody', null)).toEqual({
      ok: false,
      refusal: { code: 'order-not-found' },
    });
  });
});

describe('what ends by the clock', () => {
  const at = (minutesBefore: number, changes: Partial<Order> = {}): Partial<Order> => {
    const createdAtMs = NOON_MS - minutesBefore * MINUTE_MS;
    return { createdAtMs, updatedAtMs: createdAtMs, ...changes };
  };

  it('is what nobody paid for two hours, and no sooner', () => {
    const [old, young] = [put({ createdAtMs: NOON_MS - 120 * MINUTE_MS - 1 }), put(at(120))];
    expect([expireUnpaid(shop.context), statuses(old, young)]).toEqual([1, ['CANCELLED', 'PENDING']]);
    expect(shop.context.repository.byId(old.id)).toMatchObject({ cancelReason: 'expirado' });
    expect(shop.did).toEqual([`logs ${old.id} at ${NOON_MS}`, 'wakes log', 'wakes print']);
    expect(expireUnpaid(shop.context)).toBe(0);
  });

  it('is cash of the site after the minutes of the owner since it was chosen, two hours after the order at most', () => {
    shop.settings.remoteCashMinutes = 10;
    const [chosen, later, last, beyond] = [
      cash(at(10)),
      cash({ ...at(10), updatedAtMs: NOON_MS - 10 * MINUTE_MS + 1 }),
      cash({ createdAtMs: NOON_MS - 120 * MINUTE_MS + 1, updatedAtMs: NOON_MS - 1 }),
      cash({ createdAtMs: NOON_MS - 120 * MINUTE_MS, updatedAtMs: NOON_MS - 1 }),
    ];
    expect(expireUnpaid(shop.context)).toBe(2);
    expect(statuses(chosen, later, last, beyond)).toEqual(['CANCELLED', 'PENDING', 'PENDING', 'CANCELLED']);
  });

  it('is cash of the site after more than two hours, where the owner set more', () => {
    shop.settings.remoteCashMinutes = 240;
    const [waits, over] = [
      cash({ createdAtMs: NOON_MS - 240 * MINUTE_MS + 1, updatedAtMs: NOON_MS - 1 }),
      cash({ createdAtMs: NOON_MS - 240 * MINUTE_MS, updatedAtMs: NOON_MS - 1 }),
    ];
    expect([expireUnpaid(shop.context), statuses(waits, over)]).toEqual([1, ['PENDING', 'CANCELLED']]);
  });

  it('is cash of the shop when the business day ends, at four', () => {
    const turnsAtMs = Date.parse('2026-11-21T04:00:00-03:00');
    const shops = (createdAtMs: number) => cash({ source: 'lan', createdAtMs, updatedAtMs: createdAtMs });
    const [yesterday, today] = [shops(turnsAtMs - 1), shops(turnsAtMs)];
    expect([expireUnpaid(shop.context), statuses(yesterday, today)]).toEqual([1, ['CANCELLED', 'PENDING']]);
  });

  it('is two hundred in one look, and the rest in the next', () => {
    for (let n = 0; n < 201; n += 1) put(at(121));
    expect([expireUnpaid(shop.context), expireUnpaid(shop.context)]).toEqual([200, 1]);
  });

  it('is nothing that only a step of the clock made old, unless it is two hours old in truth', () => {
    let ageMs = 0;
    const stepped = openTestOrders(NOON_MS, {
      clockWatch: { ageMs: () => ageMs, isLeaping: () => false },
    });
    put(at(180), 'c1', stepped);
    for (ageMs of [0, 119 * MINUTE_MS, 120 * MINUTE_MS - 1]) expect(expireUnpaid(stepped.context)).toBe(0);
    ageMs = 120 * MINUTE_MS;
    expect(expireUnpaid(stepped.context)).toBe(1);
    // Old enough by the owner's minutes, and by the clock as well.
    stepped.settings.remoteCashMinutes = 10;
    put(at(15, { paymentMethod: 'cash' }), 'c1', stepped);
    for (ageMs of [0, 15 * MINUTE_MS - 1]) expect(expireUnpaid(stepped.context)).toBe(0);
    ageMs = 15 * MINUTE_MS;
    expect(expireUnpaid(stepped.context)).toBe(1);
    stepped.context.db.$client.close();
  });
});

describe('what staff call off at once', () => {
  it('is what is still unpaid, for the reason that they say; each of the others says why not', () => {
    const [open, wasPaid] = [put(), paid()];
    const beside: string[] = [];
    const outcomes = cancelUnpaid(shop.context, [open.id, wasPaid.id, 'nobody'], 'cliente', (_, after) => {
      beside.push(after.id);
    });
    expect(outcomes).toEqual([
      { id: open.id, outcome: 'cancelled' },
      { id: wasPaid.id, outcome: 'paid' },
      { id: 'nobody', outcome: 'gone' },
    ]);
    expect(beside).toEqual([open.id]);
    expect(shop.context.repository.byId(open.id)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'cliente',
    });
    expect(statuses(wasPaid)).toEqual(['RECEBIDO']);
  });

  it('is all of them or none', () => {
    const both = [put(), put()];
    let calls = 0;
    const fail = () => {
      calls += 1;
      if (calls === 2) throw new Error('no room');
    };
    const ids = both.map(({ id }) => id);
    expect(() => cancelUnpaid(shop.context, ids, 'loja', fail)).toThrow('no room');
    expect(statuses(...both)).toEqual(['PENDING', 'PENDING']);
  });
});
