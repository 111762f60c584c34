// Placing an order, asked of the use case alone: what is refused leaves nothing, what is taken is saved whole and logged once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderSource } from '@balcao/shared/order/order.ts';
import { SAMPLE_ID, sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestOrders, type TestOrders } from '../../testing/order-context.ts';
import { orderId } from '../../testing/sell.ts';
import { RESTORED_REQUEST } from './order-repository.ts';
import { placeOrder, type Giver } from './place-order.ts';

// A Saturday, at noon in the store's zone.
const NOON_MS = Date.parse('2026-11-21T12:00:00-03:00');
const CLAIM = 'a'.repeat(64);
let shop: TestOrders;
beforeEach(() => {
  shop = openTestOrders(NOON_MS);
});
afterEach(() => void shop.context.db.$client.close());

type Asked = Parameters<typeof placeOrder>[1];
const request = (changes: Record<string, unknown> = {}): object => ({ ...sampleRequest(), ...changes });
const place = (
  asked: object = request(),
  source: OrderSource = 'relay',
  caller: string | null = null,
  giver: Giver | null = null,
) => placeOrder(shop.context, asked as Asked, source, caller, giver);
const rows = (): Record<string, unknown>[] =>
  shop.context.db.$client.prepare('select * from orders order by number').all() as Record<string, unknown>[];
const LOGGED = [`logs ${SAMPLE_ID} at ${NOON_MS}`, 'wakes log'];

describe('an order that is taken', () => {
  it('is saved with its price, its number, its caller and its claim, logged and told of', () => {
    const placed = place(request({ claimHash: CLAIM }), 'relay', 'caller-1');
    // 25.00 and 3.50, less ten percent.
    expect(placed).toMatchObject({
      ok: true,
      value: {
        fresh: true,
        replaced: [],
        order: { id: SAMPLE_ID, simpleId: 1, totalCents: 2565, source: 'relay', createdAtMs: NOON_MS },
      },
    });
    expect(rows()).toMatchObject([
      { id: SAMPLE_ID, number: 1, caller: 'caller-1', claim_hash: CLAIM, concession_by: null },
    ]);
    expect(shop.did).toEqual(LOGGED);
    const { order } = placed.ok ? placed.value : { order: null };
    expect(order?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(shop.logged).toEqual([
      { order, trackingTokenHash: shop.context.tokens.hashOf(SAMPLE_ID), claimHash: CLAIM },
    ]);
  });

  it('has no claim and no caller where none is known, and the next number', () => {
    place();
    place(request({ id: orderId(2) }));
    expect(rows()).toMatchObject([
      { number: 1, caller: null, claim_hash: null },
      { number: 2, caller: null, claim_hash: null },
    ]);
    expect(shop.logged[0]).not.toHaveProperty('claimHash');
    const [first, second] = rows().map(({ code }) => code);
    expect(first).not.toBe(second);
  });
});

describe('an order that is sent again', () => {
  it('is the one that is there, and is neither logged nor told of', () => {
    const first = place(request({ claimHash: CLAIM }));
    shop.clock.nowMs += 60_000;
    const again = place(request({ claimHash: CLAIM }));
    expect(first).toMatchObject({ ok: true });
    expect(again).toEqual({
      ok: true,
      value: { order: first.ok && first.value.order, fresh: false, replaced: [] },
    });
    expect(shop.did).toEqual(LOGGED);
  });

  it('is refused where its name is that of another', () => {
    place();
    expect(place(request({ observations: 'sem gelo' }))).toEqual({
      ok: false,
      refusal: { code: 'id-reused' },
    });
    expect(rows()).toHaveLength(1);
    expect(shop.did).toEqual(LOGGED);
  });

  it('to a store that was restored is the same by its claim and the names of its items', () => {
    place(request({ claimHash: CLAIM }));
    shop.context.db.$client.prepare('update orders set request_hash = ?').run(RESTORED_REQUEST);
    const again = (changes: object) => place(request({ claimHash: CLAIM, ...changes })).ok;
    const [item] = sampleRequest().items;
    expect(again({ observations: 'sem gelo' })).toBe(true);
    expect(again({ claimHash: 'b'.repeat(64) })).toBe(false);
    expect(again({ claimHash: undefined })).toBe(false);
    expect(again({ items: [{ ...item, id: 'two' }] })).toBe(false);
    expect(again({ items: [item, { ...item, id: 'two' }] })).toBe(false);
    shop.context.db.$client.prepare('update orders set claim_hash = null').run();
    expect(again({ claimHash: undefined })).toBe(true);
  });

  it('under an erased request is another', () => {
    place();
    shop.context.db.$client.prepare("update orders set request_hash = 'erased'").run();
    expect(place()).toMatchObject({ refusal: { code: 'id-reused' } });
  });
});

describe('a closed shop', () => {
  const CLOSED = { ok: false, refusal: { code: 'store-closed', reason: 'A loja está fechada no momento.' } };

  it('takes nothing of customers, of either address, and everything at the counter', () => {
    shop.settings.openingHours = { weekly: Array.from({ length: 7 }, () => []), holidays: [] };
    expect([place(), place(request(), 'lan')]).toEqual([CLOSED, CLOSED]);
    expect([rows(), shop.did]).toEqual([[], []]);
    expect(place(request(), 'counter').ok).toBe(true);
  });

  it('that pauses says when it goes on, in its own time', () => {
    shop.settings.pausedUntilMs = NOON_MS + 30 * 60_000;
    expect(place()).toEqual({
      ok: false,
      refusal: {
        code: 'store-closed',
        reason: 'A loja pausou os pedidos por um momento. Tente de novo às 12:30.',
      },
    });
    expect(place(request(), 'counter').ok).toBe(true);
  });
});

describe('a price', () => {
  it('that is not the one that was shown is refused with the new one, on either side of it', () => {
    for (const expectedTotalCents of [0, 2564, 2566])
      expect(place(request({ expectedTotalCents }))).toEqual({
        ok: false,
        refusal: { code: 'price-changed', totalCents: 2565 },
      });
    expect([rows(), shop.did]).toEqual([[], []]);
    expect(place(request({ expectedTotalCents: 2565 })).ok).toBe(true);
  });

  it('that nobody can name is refused', () => {
    const [item] = sampleRequest().items;
    expect(place(request({ items: [{ ...item, sizeId: 'gone' }] }))).toMatchObject({
      ok: false,
      refusal: { code: 'invalid-order', errors: [expect.anything()] },
    });
    expect(rows()).toEqual([]);
  });
});

describe('what is given away', () => {
  const concession = { kind: 'discount', off: { cents: 565 }, reason: 'Vizinho' };
  const asked: [object, number][] = [];
  const giver = (refusal: ReturnType<Giver['mayGive']> = null): Giver => ({
    name: 'Ana',
    mayGive: (given, chargedCents) => {
      asked.push([given, chargedCents]);
      return refusal;
    },
  });
  beforeEach(() => void asked.splice(0));

  it('is taken off the price, under the name of who gave it, who was asked of so much', () => {
    const placed = place(request({ concession, expectedTotalCents: 2000 }), 'counter', null, giver());
    const given = { kind: 'discount', reason: 'Vizinho', cents: 565 };
    expect(placed).toMatchObject({ ok: true, value: { order: { totalCents: 2000, concession: given } } });
    expect(asked).toEqual([[given, 2565]]);
    expect(rows()).toMatchObject([{ concession_by: 'Ana' }]);
  });

  it('is nothing where nobody gives, and no name stands where nothing was given', () => {
    expect(place(request({ concession }), 'counter')).toMatchObject({
      value: { order: { totalCents: 2565 } },
    });
    place(request({ id: orderId(2) }), 'counter', null, giver());
    expect(rows().map(({ concession_by }) => concession_by)).toEqual([null, null]);
    expect(asked).toEqual([]);
  });

  it('is refused as its giver says, and where it is more than the price', () => {
    const tooMuch: Giver = giver({ code: 'invalid-order', errors: [] });
    expect(place(request({ concession }), 'counter', null, tooMuch)).toEqual({
      ok: false,
      refusal: { code: 'invalid-order', errors: [] },
    });
    asked.splice(0);
    const whole = { ...concession, off: { cents: 2566 } };
    expect(place(request({ concession: whole }), 'counter', null, giver())).toEqual({
      ok: false,
      refusal: {
        code: 'invalid-order',
        errors: [{ field: 'concession', message: 'O desconto não pode passar do total da venda.' }],
      },
    });
    expect([asked, rows()]).toEqual([[], []]);
  });
});

describe('a sale of the counter that stands for another', () => {
  it('calls that one off, and answers it', () => {
    place(request({ id: orderId(1) }), 'counter');
    const placed = place(request({ replaces: [orderId(1)] }), 'counter');
    expect(placed).toMatchObject({ ok: true, value: { fresh: true, replaced: [{ id: orderId(1) }] } });
    expect(rows().map(({ status }) => status)).toEqual(['CANCELLED', 'PENDING']);
  });

  it('is not placed where that one is a customer’s', () => {
    place(request({ id: orderId(1) }), 'lan');
    expect(place(request({ replaces: [orderId(1)] }), 'counter')).toEqual({
      ok: false,
      refusal: { code: 'order-not-found' },
    });
    expect(rows().map(({ status }) => status)).toEqual(['PENDING']);
  });
});

describe('bounds', () => {
  it('on what is unpaid of a phone or an address refuse one more, and are multiplied where a machine is loaded', () => {
    Object.assign(shop.settings, { unpaidPerPhoneMax: 1 });
    expect(place(request({ id: orderId(1) }), 'relay', 'other').ok).toBe(true);
    const full = { ok: false, refusal: { code: 'too-many-unpaid', by: 'phone', max: 1 } };
    expect(place(request(), 'relay', 'caller-1')).toEqual(full);
    expect(shop.did).toHaveLength(2);
    shop.context.unpaidOrdersFactor = 2;
    expect(place(request(), 'relay', 'caller-1').ok).toBe(true);
    Object.assign(shop.settings, { unpaidPerPhoneMax: 9, unpaidPerAddressMax: 1 });
    shop.context.unpaidOrdersFactor = 1;
    expect(place(request({ id: orderId(3), customerPhone: '11900000000' }), 'relay', 'other')).toMatchObject({
      refusal: { by: 'address' },
    });
  });
});

describe('what every change of an order needs', () => {
  it('is one time for unpaid orders, and the age by the clock, where nothing else is said', () => {
    expect(shop.context.unpaidOrdersFactor).toBe(1);
    expect(shop.context.ageMs({ orderNumber: 1, createdAtMs: NOON_MS - 7 })).toBe(7);
    expect(shop.context.panel.today(NOON_MS)).toBe('2026-11-21');
  });

  it('is the age and the day that who watches the clock knows, and the factor of the machine', () => {
    const seen: unknown[] = [];
    const watch = {
      ageMs: (...asked: unknown[]) => {
        seen.push(asked);
        return 5;
      },
      isLeaping: () => true,
    };
    const watched = openTestOrders(NOON_MS, { clockWatch: watch, unpaidOrdersFactor: 3 });
    expect(watched.context.unpaidOrdersFactor).toBe(3);
    expect(watched.context.ageMs({ orderNumber: 4, createdAtMs: 9 })).toBe(5);
    expect(seen).toEqual([['order', 4, 9]]);
    watched.context.panel.takeNumber({ date: '2026-11-20', series: 1, number: 1 });
    expect(watched.context.panel.today(NOON_MS)).toBe('2026-11-20');
    watched.context.db.$client.close();
  });

  it('is the day before still, where a clock that nobody set says one that is days later', () => {
    const dayOf = (isClockDoubted?: boolean): string => {
      const shopOf = openTestOrders(
        NOON_MS,
        isClockDoubted === undefined ? {} : { isClockDoubted: () => isClockDoubted },
      );
      shopOf.context.panel.takeNumber({ date: '2026-11-18', series: 1, number: 1 });
      const day = shopOf.context.panel.today(NOON_MS);
      shopOf.context.db.$client.close();
      return day;
    };
    expect([dayOf(), dayOf(false), dayOf(true)]).toEqual(['2026-11-21', '2026-11-21', '2026-11-18']);
  });
});
