// What the store asks of its orders, over orders of every kind at once, against the same question asked of a plain list of them. Times are
// few and meet the bounds exactly, so that what is just inside and just outside is always there.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { Order as OrderSchema } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openDatabase } from '../../storage/open.ts';
import { orderId } from '../../testing/sell.ts';
import { createOrderRepository } from './order-repository.ts';

const NOW_MS = 1_800_000_000_000;
const STATUSES = ['PENDING', 'RECEBIDO', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED'] as const;
const METHODS = [null, 'cash', 'pix', 'terminal'] as const;
const SOURCES = ['counter', 'lan', 'relay'] as const;
const PHONES = ['11911110001', '11911110002', null];
const CALLERS = ['one', 'two', null];
const DAYS = ['2026-11-20', '2026-11-21'];

type Kept = Order & { caller: string | null };
const db = openDatabase(':memory:', 'edge/storage/migrations');
afterAll(() => void db.$client.close());
let repository = createOrderRepository(db);
// Anew for each test: of what is made while a file is read, nobody can say which test asks it.
beforeEach(() => void (repository = createOrderRepository(db)));

let state = 7;
const pick = <T>(all: readonly T[]): T => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return all[Math.floor((state / 2 ** 32) * all.length)] as T;
};
const around = (ms: number): number => ms + pick([-2, -1, 0, 1, 2]);

/** Each combination of state, way of payment and door, three times over. */
const ALL: Kept[] = Array.from({ length: 3 }, () =>
  STATUSES.flatMap((status) =>
    METHODS.flatMap((paymentMethod) => SOURCES.map((source) => ({ status, paymentMethod, source }))),
  ),
)
  .flat()
  .map((kind, n) => {
    const number = n + 1;
    const has = pick([true, true, false]);
    const order = sampleOrder({
      ...kind,
      id: orderId(number),
      code: String(number).padStart(10, '0'),
      simpleId: number,
      orderNumber: number,
      // No two of one moment: where the older goes first, one of them is.
      createdAtMs: NOW_MS + ((number * 7) % 216) - 100,
      updatedAtMs: around(NOW_MS),
      readyAtMs: pick([null, around(NOW_MS)]),
      deliveredAtMs: kind.status === 'DELIVERED' || pick([true, false]) ? NOW_MS - 100 + number : null,
      customerPhone: pick(PHONES),
      paymentStatus: pick(['pending', 'pending', 'rejected']),
      ...(has ? { panelNumber: 1 + (n % 9), panelDate: pick(DAYS), panelSeries: number } : {}),
    });
    const caller = kind.status === 'PENDING' ? pick(CALLERS) : null;
    repository.insert(order, `asked ${number}`, { caller, claimHash: pick([null, `claim ${number}`]) });
    return { ...order, caller };
  });

const ids = (orders: readonly Order[]): number[] => orders.map(({ simpleId }) => simpleId);
const those = (is: (order: Kept) => boolean): Kept[] => ALL.filter(is);
const byAge = (a: Order, b: Order): number => a.createdAtMs - b.createdAtMs;
const isOver = ({ status }: Order): boolean => status === 'DELIVERED' || status === 'CANCELLED';
const unpaidByCustomer = those(({ status, source }) => status === 'PENDING' && source !== 'counter');

describe('sales begun at the counter', () => {
  it.each([1, 2, 100])('and neither paid nor kept for later show the newest %i, as they came', (limit) => {
    const begun = those(
      ({ status, source, paymentMethod }) =>
        status === 'PENDING' && source === 'counter' && paymentMethod !== 'cash',
    );
    const newest = begun.toSorted((a, b) => byAge(b, a)).slice(0, limit);
    const wanted = newest.toSorted((a, b) => a.orderNumber - b.orderNumber);
    expect(begun.length).toBeGreaterThan(2);
    expect(ids(repository.begunAtCounter(limit))).toEqual(ids(wanted));
  });
});

describe('the board', () => {
  it('is everything paid and not over, as it came', () => {
    const wanted = those((order) => !isOver(order) && order.status !== 'PENDING').toSorted(
      (a, b) => a.orderNumber - b.orderNumber,
    );
    expect(ids(repository.paidOpen())).toEqual(ids(wanted));
  });

  it.each([1, 5, 8, 9, 10, 100])(
    'of the cash that waits shows %i: the counter first, then the Wi-Fi, then the newest',
    (limit) => {
      const waiting = those(({ status, paymentMethod }) => status === 'PENDING' && paymentMethod === 'cash');
      expect(waiting).toHaveLength(9);
      const shown = waiting
        .toSorted((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) || byAge(b, a))
        .slice(0, limit);
      const { orders, more } = repository.awaitingCash(limit);
      expect(ids(orders)).toEqual(ids(shown.toSorted(byAge)));
      expect(more).toBe(9 - shown.length);
    },
  );

  it.each([1, 8, 9, 100])('of the sales begun at the counter shows the newest %i', (limit) => {
    const begun = those(
      ({ status, source, paymentMethod }) =>
        status === 'PENDING' && source === 'counter' && paymentMethod !== 'cash',
    );
    expect(begun).toHaveLength(9);
    expect(ids(repository.begunAtCounter(limit))).toEqual(ids(begun.toSorted(byAge).slice(-limit)));
  });

  it.each([1, 7, 500])(
    'shows the last %i that were handed over, and counts those since a moment',
    (limit) => {
      const delivered = those(({ status }) => status === 'DELIVERED').toSorted(
        (a, b) => Number(b.deliveredAtMs) - Number(a.deliveredAtMs),
      );
      expect(ids(repository.delivered(limit))).toEqual(ids(delivered.slice(0, limit)));
      const moment = Number(delivered[limit === 500 ? 0 : limit]?.deliveredAtMs);
      expect(repository.deliveredSince(moment)).toBe(limit === 500 ? 1 : limit + 1);
    },
  );

  it('knows how long the kitchen took for what is ready, or was handed over since', () => {
    const made = those(
      ({ status, readyAtMs, deliveredAtMs }) =>
        readyAtMs !== null &&
        readyAtMs >= NOW_MS &&
        (status === 'READY' || (status === 'DELIVERED' && Number(deliveredAtMs) >= NOW_MS)),
    );
    const times = (of: { receivedAtMs: number | null; readyAtMs: number | null }[]) =>
      of.map(({ receivedAtMs, readyAtMs }) => ({ receivedAtMs, readyAtMs }));
    const sorted = (of: { readyAtMs: number | null }[]) =>
      of.toSorted((a, b) => Number(a.readyAtMs) - Number(b.readyAtMs));
    expect(sorted(repository.madeSince(NOW_MS))).toEqual(sorted(times(made)));
  });

  it.each(DAYS)('counts the open ones with a panel number of %s', (day) => {
    const wanted = those((order) => order.panelDate === day && !isOver(order));
    expect(repository.openWithPanel(day)).toBe(wanted.length);
  });
});

describe('looking for an order', () => {
  it('answers it whole, as it was put there', () => {
    for (const { caller: _caller, ...order } of ALL) {
      expect(repository.byId(order.id)).toEqual(order);
      expect(OrderSchema.parse(repository.byCode(order.code))).toEqual(order);
    }
    expect(ids(repository.byNumbers([9, 3, 999, 5]))).toEqual([3, 5, 9]);
    expect(repository.byId(orderId(999))).toBeNull();
  });

  it.each([-1, 0, 1])('by code and number ends with the age that is asked for (%i ms around it)', (ms) => {
    for (const { code, simpleId, createdAtMs } of ALL.slice(0, 20)) {
      const wanted = ms <= 0 ? [simpleId] : [];
      const byCode = repository.recentByCode(code, createdAtMs + ms);
      expect(byCode === null ? [] : [byCode.simpleId]).toEqual(wanted);
      expect(ids(repository.byNumber(simpleId, createdAtMs + ms))).toEqual(wanted);
    }
  });

  it('by phone is newest first, and as many as asked for', () => {
    const mine = those(
      ({ customerPhone, createdAtMs }) => customerPhone === PHONES[0] && createdAtMs >= NOW_MS,
    ).toSorted((a, b) => byAge(b, a));
    expect(ids(repository.byPhone(String(PHONES[0]), NOW_MS, 1000))).toEqual(ids(mine));
    expect(ids(repository.byPhone(String(PHONES[0]), NOW_MS, 2))).toEqual(ids(mine.slice(0, 2)));
  });

  it('by panel number is of that day, young enough, and of the newest series', () => {
    for (const day of DAYS)
      for (let number = 1; number <= 10; number += 1) {
        const wanted = those(
          (order) =>
            order.panelNumber === number && order.panelDate === day && order.createdAtMs >= NOW_MS - 50,
        ).toSorted((a, b) => Number(b.panelSeries) - Number(a.panelSeries));
        expect(ids(repository.byPanelNumber(number, day, NOW_MS - 50))).toEqual(ids(wanted.slice(0, 1)));
      }
  });
});

const NEVER = { unpaidBeforeMs: 0, dayStartMs: 0, remoteChosenBeforeMs: 0, remotePlacedBeforeMs: 0 };

describe('what customers left unpaid', () => {
  it('is counted for a phone, an address, the site and its cash; what the counter took does not count', () => {
    for (const phone of PHONES)
      for (const caller of CALLERS) {
        const count = (is: (order: Kept) => boolean) => unpaidByCustomer.filter(is).length;
        expect(repository.openUnpaid(phone, caller)).toEqual({
          ofPhone: phone === null ? 0 : count((order) => order.customerPhone === phone),
          ofCaller: caller === null ? 0 : count((order) => order.caller === caller),
          remote: count(({ source }) => source === 'relay'),
          remoteCash: count(({ source, paymentMethod }) => source === 'relay' && paymentMethod === 'cash'),
        });
      }
  });

  it('is counted since a moment', () => {
    const wanted = unpaidByCustomer.filter(({ createdAtMs }) => createdAtMs >= NOW_MS);
    expect(repository.unpaidPlacedSince(NOW_MS)).toBe(wanted.length);
    const newest = Math.max(...unpaidByCustomer.map(({ createdAtMs }) => createdAtMs));
    expect([newest, newest + 1].map((sinceMs) => repository.unpaidPlacedSince(sinceMs))).toEqual([1, 0]);
  });

  it('gives way oldest first, of the same phone and address, where no payment was begun', () => {
    for (const phone of PHONES)
      for (const caller of CALLERS) {
        const wanted = unpaidByCustomer
          .filter(
            (order) =>
              order.customerPhone === phone &&
              order.caller === caller &&
              order.paymentMethod === null &&
              order.paymentStatus === 'pending',
          )
          .toSorted(byAge)[0];
        expect(repository.oldestUnbegun(phone, caller)?.simpleId).toBe(wanted?.simpleId);
      }
  });

  it.each(['unpaidBeforeMs', 'dayStartMs', 'remoteChosenBeforeMs', 'remotePlacedBeforeMs'] as const)(
    'is due oldest first, to the very moment of %s',
    (bound) => {
      const moments = those(({ status }) => status === 'PENDING').flatMap((order) => [
        order.createdAtMs,
        order.updatedAtMs,
      ]);
      let most = 0;
      for (const moment of moments) {
        const at = { ...NEVER, [bound]: moment };
        const due = those(({ status, paymentMethod, source, createdAtMs, updatedAtMs }) => {
          if (status !== 'PENDING') return false;
          if (paymentMethod !== 'cash') return createdAtMs < at.unpaidBeforeMs;
          if (source !== 'relay') return createdAtMs < at.dayStartMs;
          return updatedAtMs <= at.remoteChosenBeforeMs || createdAtMs <= at.remotePlacedBeforeMs;
        }).toSorted(byAge);
        expect(ids(repository.unpaidDue(at, 500))).toEqual(ids(due));
        expect(ids(repository.unpaidDue(at, 2))).toEqual(ids(due.slice(0, 2)));
        most = Math.max(most, due.length);
      }
      expect(most).toBeGreaterThan(2);
    },
  );

  it('[O30] is never due while a part of its money lies in the drawer', () => {
    const moment = NOW_MS + 1_000;
    const at = {
      unpaidBeforeMs: moment,
      dayStartMs: moment,
      remoteChosenBeforeMs: moment,
      remotePlacedBeforeMs: moment,
    };
    const all = repository.unpaidDue(at, 500);
    const [first, ...others] = all as [Order, ...Order[]];
    const part = {
      id: 'part',
      method: 'cash',
      card: null,
      cents: 100,
      receivedCents: null,
      atMs: NOW_MS,
    } as const;
    repository.update({ ...first, tenders: [part] });
    expect(ids(repository.unpaidDue(at, 500))).toEqual(ids(others));
    repository.update(first);
    expect(ids(repository.unpaidDue(at, 500))).toEqual(ids(all));
  });
});

describe('a change', () => {
  it('keeps every field that may change, and takes the address off what is no longer unpaid', () => {
    const [before] = unpaidByCustomer.filter(({ caller }) => caller === 'one') as [Kept];
    const { caller: _caller, ...order } = before;
    const callerOf = () =>
      db.$client.prepare('select caller from orders where id = ?').pluck().get(order.id) as string | null;
    repository.update({ ...order, updatedAtMs: NOW_MS + 9 });
    expect(callerOf()).toBe('one');
    const changed: Order = {
      ...order,
      panelNumber: 99,
      panelDate: '2026-11-22',
      panelSeries: 3,
      status: 'CANCELLED',
      paymentStatus: 'charged_back',
      paymentMethod: 'debit_card',
      changeForCents: 5000,
      cancelReason: 'loja',
      late: true,
      updatedAtMs: NOW_MS + 1,
      receivedAtMs: NOW_MS + 2,
      preparingAtMs: NOW_MS + 3,
      readyAtMs: NOW_MS + 4,
      deliveredAtMs: NOW_MS + 5,
    };
    repository.update(changed);
    expect(repository.byId(order.id)).toEqual(changed);
    expect(callerOf()).toBeNull();
    expect(repository.requestHashOf(order.id)).toBe(`asked ${order.simpleId}`);
  });

  it('of its lines keeps what they cost by now, and what is given away of it', () => {
    const [order] = ALL.filter(
      ({ concession, tenders }) => concession === undefined && tenders === undefined,
    );
    if (order === undefined) throw new Error('there is no such order');
    const { caller: _caller, ...before } = order;
    const changed: Order = {
      ...before,
      subtotalCents: 4000,
      discountCents: 400,
      totalCents: 3500,
      concession: { kind: 'discount', reason: 'Vizinho', cents: 100 },
    };
    repository.updateLines(changed);
    expect(repository.byId(order.id)).toMatchObject({
      subtotalCents: 4000,
      discountCents: 400,
      totalCents: 3500,
      concession: { kind: 'discount', reason: 'Vizinho', cents: 100 },
      items: before.items,
    });
  });
});
