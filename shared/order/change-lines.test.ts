import { describe, expect, it } from 'vitest';
import { concede } from '../pricing/concession.ts';
import { quoteOf } from '../pricing/quote.ts';
import {
  decideLines,
  LINE_CHANGES,
  LINE_STEPS,
  lineRightOf,
  PAID_AS,
  paidAsOf,
  settleDifference,
  type LineAsk,
  type LineStep,
  type PaidAs,
} from './change-lines.ts';
import { decide } from './decide.ts';
import { OrderStatus, type Order, type OrderItem } from './order.ts';
import { sampleOrder } from './sample.ts';

const ITEMS_PER_ORDER_MAX = 40;

const NOW = 50_000;
const [sold] = sampleOrder().items;
const line = (id: string, priceCents = 1_000): OrderItem => ({ ...sold!, id, priceCents });
/** Two lines of R$ 10,00 and R$ 20,00 at 10 % off: R$ 27,00. */
const two = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ ...quoteOf([line('a'), line('b', 2_000)], 10), ...changes });
const METHODS: Record<PaidAs, Order['paymentMethod']> = {
  unpaid: null,
  'by-hand': 'cash',
  online: 'pix',
  given: null,
};
const paid = (as: PaidAs, status: Order['status'] = 'RECEBIDO', changes: Partial<Order> = {}): Order =>
  two({
    status,
    paymentStatus: as === 'unpaid' ? 'pending' : 'approved',
    paymentMethod: METHODS[as],
    ...changes,
  });
const ask = (changes: Partial<LineAsk>, order: Order): LineAsk => ({
  id: 'change',
  add: [],
  takeOff: [],
  seen: { changes: order.changes?.length ?? 0, paid: order.status !== 'PENDING' },
  ...changes,
});
const step = (one: LineStep, order: Order): LineAsk =>
  ask(one === 'add' ? { add: [line('new')] } : { takeOff: ['a'] }, order);
const changeOf = (order: Order, changes: Partial<LineAsk>) => decideLines(order, ask(changes, order), NOW);
const done = (order: Order, changes: Partial<LineAsk>) => {
  const decided = changeOf(order, changes);
  if (!decided.ok) throw new Error(JSON.stringify(decided.refusal));
  return decided.value;
};

describe('[O40] status × how it is paid × step', () => {
  const cells = OrderStatus.options.flatMap((status) =>
    PAID_AS.flatMap((as) => LINE_STEPS.map((one) => [status, as, one] as const)),
  );

  it('decides all 48 cells', () => {
    expect(cells).toHaveLength(48);
    for (const [status, as, one] of cells) expect(LINE_CHANGES[status][as][one]).toBeDefined();
  });

  // What can not be is decided as well, and no order stands there.
  const possible = cells.filter(([status, as]) => (status === 'PENDING') === (as === 'unpaid'));
  it.each(possible)('%s, %s, %s', (status, as, one) => {
    const order = paid(as, status);
    expect(paidAsOf(order)).toBe(as);
    const cell = LINE_CHANGES[status][as][one];
    const decided = decideLines(order, step(one, order), NOW);
    expect(decided).toMatchObject(
      'refuse' in cell
        ? { ok: false, refusal: { code: cell.refuse } }
        : { ok: true, value: { order: { status: cell.to } } },
    );
  });

  it.each([
    ['PENDING', 'unpaid', 'PENDING', 'PENDING'],
    ['RECEBIDO', 'by-hand', 'RECEBIDO', 'RECEBIDO'],
    ['PREPARING', 'by-hand', 'PREPARING', 'in-preparation'],
    ['READY', 'online', 'PREPARING', 'in-preparation'],
    ['DELIVERED', 'by-hand', 'order-over', 'order-over'],
    ['CANCELLED', 'online', 'order-over', 'order-over'],
  ] as const)('%s (%s): added %s, taken off %s', (status, as, added, takenOff) => {
    const order = paid(as, status);
    const outcome = (one: LineStep) => {
      const decided = decideLines(order, step(one, order), NOW);
      return decided.ok ? decided.value.order.status : decided.refusal.code;
    };
    expect([outcome('add'), outcome('take-off')]).toEqual([added, takenOff]);
  });

  it('waits until an order that is paid in part is paid whole', () => {
    const tender = { id: 't', method: 'cash', card: null, cents: 700, receivedCents: null, atMs: 1 } as const;
    expect(changeOf(two({ tenders: [tender] }), { add: [line('c')] })).toEqual({
      ok: false,
      refusal: { code: 'partly-paid', leftCents: 2_000 },
    });
    expect(changeOf(paid('by-hand', 'RECEBIDO', { tenders: [tender] }), { add: [line('c')] }).ok).toBe(true);
  });

  it('takes off and adds at once where both may be', () => {
    const { order, change } = done(two(), { add: [line('c', 500)], takeOff: ['a'] });
    expect(order.items.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(change).toMatchObject({ addedIds: ['c'], takenOff: [{ id: 'a' }] });
    const begun = paid('by-hand', 'PREPARING');
    expect(changeOf(begun, { add: [line('c')], takeOff: ['a'] })).toMatchObject({
      refusal: { code: 'in-preparation' },
    });
  });
});

describe('[O41] prices', () => {
  it('leaves what was sold, adds what is asked, and rounds the discount once', () => {
    expect(done(two(), { add: [line('c', 1_005)] }).order).toMatchObject({
      subtotalCents: 4_005,
      discountPercent: 10,
      discountCents: 401,
      totalCents: 3_604,
    });
    expect(done(two(), { takeOff: ['b'] }).order).toMatchObject({ subtotalCents: 1_000, totalCents: 900 });
  });

  const given = (kind: 'discount' | 'courtesy', off: { percent: number } | { cents: number }) => {
    const asked = kind === 'discount' ? { kind, reason: 'x', off } : { kind, reason: 'x' };
    const priced = concede(quoteOf(two().items, 10), asked);
    if (!priced.ok) throw new Error('cannot be given');
    return two(priced.value);
  };

  it('works out anew what was given away: a percentage of the new price, an amount as it is, a courtesy whole', () => {
    const added = { add: [line('c')] };
    expect(done(given('discount', { percent: 50 }), added).order).toMatchObject({
      concession: { cents: 1_800, percent: 50 },
      totalCents: 1_800,
    });
    expect(done(given('discount', { cents: 300 }), added).order).toMatchObject({
      concession: { cents: 300 },
      totalCents: 3_300,
    });
    expect(done(given('courtesy', { cents: 0 }), added).order).toMatchObject({
      concession: { cents: 3_600 },
      totalCents: 0,
    });
  });

  it('refuses to give away more than is left', () => {
    const order = given('discount', { cents: 901 });
    expect(changeOf(order, { takeOff: ['b'] })).toMatchObject({
      refusal: { code: 'invalid-order', errors: [{ field: 'concession' }] },
    });
    expect(done(given('discount', { cents: 900 }), { takeOff: ['b'] }).order.totalCents).toBe(0);
  });

  it('takes nothing off whole, and nothing beyond what an order may hold', () => {
    expect(changeOf(two(), { takeOff: ['a', 'b'] })).toMatchObject({
      refusal: { errors: [{ field: 'takeOff', message: 'Para tirar tudo, cancele o pedido.' }] },
    });
    const many = (count: number) => Array.from({ length: count }, (_, at) => line(`n${at}`));
    expect(changeOf(two(), { add: many(ITEMS_PER_ORDER_MAX - 2) }).ok).toBe(true);
    expect(changeOf(two(), { add: many(ITEMS_PER_ORDER_MAX - 1) })).toMatchObject({
      refusal: { code: 'invalid-order' },
    });
    const often = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        id: `c${at}`,
        atMs: 1,
        addedIds: [],
        takenOff: [],
        inKitchen: false,
      }));
    expect(changeOf(two({ changes: often(29) }), { takeOff: ['a'] }).ok).toBe(true);
    expect(changeOf(two({ changes: often(30) }), { takeOff: ['a'] }).ok).toBe(false);
  });

  it('is refused at another total than the one that was shown', () => {
    expect(changeOf(two(), { takeOff: ['a'], expectedTotalCents: 1_799 })).toMatchObject({
      refusal: { code: 'price-changed', totalCents: 1_800 },
    });
    expect(changeOf(two(), { takeOff: ['a'], expectedTotalCents: 1_800 }).ok).toBe(true);
  });
});

describe('[O42] what its author saw', () => {
  it('changes nothing where the lines are others by now', () => {
    const { order } = done(two(), { id: 'first', takeOff: ['a'] });
    const seen = { changes: 0, paid: false };
    expect(decideLines(order, ask({ add: [line('c')], seen }, order), NOW)).toEqual({
      ok: false,
      refusal: { code: 'lines-stale' },
    });
    expect(changeOf(order, { add: [line('c')] }).ok).toBe(true);
    expect(changeOf(order, { takeOff: ['a'] })).toMatchObject({ refusal: { code: 'lines-stale' } });
  });

  it('changes nothing where it was paid meanwhile', () => {
    const order = paid('by-hand');
    const seen = { changes: 0, paid: false };
    expect(decideLines(order, ask({ add: [line('c')], seen }, order), NOW)).toMatchObject({
      refusal: { code: 'stale', status: 'RECEBIDO' },
    });
  });

  it('has one effect however often it comes, and is refused under another change’s id', () => {
    const asked = { add: [line('c')], takeOff: ['b', 'a'] };
    const { order } = done(two(), asked);
    expect(decideLines(order, ask(asked, two()), NOW + 1)).toEqual({
      ok: true,
      value: { order, change: null },
    });
    expect(decideLines(order, ask({ add: [line('d')] }, two()), NOW)).toMatchObject({
      refusal: { code: 'id-reused' },
    });
  });

  it('is answered with the order as it is now when it comes again after what followed it', () => {
    const asked = { add: [line('c')], takeOff: ['a'] };
    const { order } = done(two(), asked);
    const cash = { method: 'cash', card: null, receivedCents: null, atMs: 1 } as const;
    for (const now of [
      { ...order, tenders: [{ id: 't', cents: 700, ...cash }] },
      { ...order, status: 'PREPARING', paymentStatus: 'approved', paymentMethod: 'cash' } as const,
      { ...order, status: 'DELIVERED', paymentStatus: 'approved', paymentMethod: 'cash' } as const,
    ])
      expect(decideLines(now, ask(asked, two()), NOW + 1)).toEqual({
        ok: true,
        value: { order: now, change: null },
      });
  });

  it('never has one item twice, not even one that went', () => {
    expect(changeOf(two(), { add: [line('a')] })).toMatchObject({ refusal: { code: 'invalid-order' } });
    const { order } = done(two(), { id: 'first', takeOff: ['a'] });
    expect(changeOf(order, { add: [line('a')] })).toMatchObject({ refusal: { code: 'invalid-order' } });
  });

  it('says what came and what went, and whether the kitchen had it', () => {
    expect(done(two(), { takeOff: ['a'] }).order.changes).toEqual([
      { id: 'change', atMs: NOW, addedIds: [], takenOff: [line('a')], inKitchen: false },
    ]);
    expect(done(paid('by-hand', 'PREPARING'), { add: [line('c')] }).order.changes).toMatchObject([
      { addedIds: ['c'], takenOff: [], inKitchen: true },
    ]);
  });
});

describe('[O43] the money', () => {
  it('of what is unpaid: a new total, nothing begun online, and a note only above it', () => {
    const added = { add: [line('c', 500)] };
    const online = done(two({ paymentMethod: 'pix', paymentStatus: 'in_process' }), added).order;
    expect(online).toMatchObject({ totalCents: 3_150, paymentMethod: null, paymentStatus: 'pending' });
    const cash = (changeForCents: number) =>
      done(two({ paymentMethod: 'cash', changeForCents }), added).order;
    expect(cash(3_150)).toMatchObject({ paymentMethod: 'cash', changeForCents: null });
    expect(cash(3_151)).toMatchObject({ paymentMethod: 'cash', changeForCents: 3_151 });
    expect(online.balanceCents).toBeUndefined();
  });

  it.each(['by-hand', 'online'] as const)(
    'of what is paid %s: the difference, summed up over changes',
    (as) => {
      const more = done(paid(as), { id: '1', add: [line('c')] }).order;
      expect(more).toMatchObject({ totalCents: 3_600, balanceCents: 900, paymentMethod: METHODS[as] });
      const less = done(more, { id: '2', takeOff: ['b'] }).order;
      expect(less).toMatchObject({ totalCents: 1_800, balanceCents: -900 });
      const even = done(less, { id: '3', add: [line('d')] }).order;
      expect(even.totalCents).toBe(2_700);
      expect(even).not.toHaveProperty('balanceCents');
    },
  );

  const AT = { nowMs: NOW, panel: { date: '2026-11-21', series: 1, number: 7 } };
  it('is taken before the order is handed over', () => {
    const due = (balanceCents: number) =>
      decide(paid('by-hand', 'READY', { balanceCents }), { kind: 'deliver' }, AT);
    expect(due(1)).toEqual({ ok: false, refusal: { code: 'difference-due', cents: 1 } });
    expect(due(0).ok).toBe(true);
    expect(due(-1).ok).toBe(true);
  });

  it('is no more once the order is called off: all of it goes back', () => {
    const called = decide(
      paid('by-hand', 'RECEBIDO', { balanceCents: 500 }),
      { kind: 'cancel', reason: 'loja' },
      AT,
    );
    expect(called.ok && called.value.order).not.toHaveProperty('balanceCents');
  });
});

describe('[O44] whose it is', () => {
  it.each([
    ['unpaid', 'counter', 'seller', 'seller'],
    ['unpaid', 'relay', 'seller', 'manager'],
    ['by-hand', 'counter', 'seller', 'manager'],
    ['given', 'counter', 'seller', 'manager'],
    ['online', 'relay', 'seller', 'admin'],
  ] as const)('%s, from %s: adding %s, taking off %s', (as, source, add, takeOff) => {
    const order = { ...paid(as, as === 'unpaid' ? 'PENDING' : 'RECEBIDO'), source };
    const of = (one: LineStep) => lineRightOf(order, step(one, order));
    expect([of('add'), of('take-off')]).toEqual([add, takeOff]);
    expect(lineRightOf(order, { add: [1], takeOff: ['a'] })).toBe(takeOff);
  });
});

describe('[O45] a difference that is settled', () => {
  const owes = (balanceCents: number) => paid('by-hand', 'RECEBIDO', { balanceCents });

  it('is over then, and nothing else of the order changes', () => {
    const { balanceCents: _gone, ...rest } = owes(500);
    expect(settleDifference(owes(500), { kind: 'take', cents: 500 }, NOW)).toEqual({
      ok: true,
      value: { ...rest, updatedAtMs: NOW },
    });
    expect(settleDifference(owes(-500), { kind: 'give-back', cents: 500 }, NOW).ok).toBe(true);
  });

  it.each([
    [500, 'take', 499],
    [500, 'take', 501],
    [500, 'give-back', 500],
    [-500, 'take', 500],
    [0, 'take', 0],
    [0, 'give-back', 1],
  ] as const)('%i owed: to %s %i is refused', (balance, kind, cents) => {
    const order = balance === 0 ? paid('by-hand') : owes(balance);
    expect(settleDifference(order, { kind, cents }, NOW)).toEqual({
      ok: false,
      refusal: { code: 'difference-changed', cents: balance },
    });
  });

  it('goes back of money that came, and of no PIX that never did', () => {
    const lost = { ...owes(-500), paymentMethod: 'pix_manual', paymentStatus: 'pending' } as const;
    expect(settleDifference(lost, { kind: 'give-back', cents: 500 }, NOW)).toEqual({
      ok: false,
      refusal: { code: 'unpaid' },
    });
    const owed = { ...lost, balanceCents: 500 };
    expect(settleDifference(owed, { kind: 'take', cents: 500 }, NOW).ok).toBe(true);
  });

  it('is nobody’s once the order was called off', () => {
    const order = { ...owes(500), status: 'CANCELLED' as const };
    expect(settleDifference(order, { kind: 'take', cents: 500 }, NOW)).toMatchObject({
      refusal: { code: 'order-over' },
    });
  });
});

it('[O33] forgets whose share was made: a station may have more to make', () => {
  const order = paid('by-hand', 'PREPARING', { madeAt: ['copa'] });
  expect(done(order, { add: [line('new')] }).order).not.toHaveProperty('madeAt');
});
