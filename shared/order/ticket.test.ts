// What the paper says of each kind of item, in reading order.
import { describe, expect, it } from 'vitest';
import type { Order, OrderItem } from './order.ts';
import { sampleOrder } from './sample.ts';
import { ticketOf, ticketsOf } from './ticket.ts';

const nothing: OrderItem = {
  id: 'one',
  kind: 'acai',
  productId: null,
  productName: null,
  sizeId: null,
  sizeName: null,
  baseId: null,
  baseName: null,
  iceCreamId: null,
  iceCreamName: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  secondaryIceCreamName: null,
  toppings: [],
  priceCents: 1_500,
};
const topping = (name: string, layer: 'BOTTOM' | 'MIDDLE' | 'TOP'): OrderItem['toppings'][number] => ({
  toppingId: name,
  name,
  category: '',
  layer,
  priceCents: 0,
});
const printed = (changes: Partial<OrderItem>) =>
  ticketOf(sampleOrder({ items: [{ ...nothing, ...changes }] }), 'kitchen').items[0];

describe('an item on the ticket', () => {
  it('that is an açaí is named by its size, with base, flavour and no toppings', () => {
    expect(printed({ sizeName: 'Grande', baseName: 'Açaí', iceCreamName: 'Ninho' })).toEqual({
      kind: 'acai',
      title: 'Açaí Grande',
      withoutToppings: true,
      details: ['Açaí', 'Ninho'],
      layers: [],
      priceCents: 1_500,
    });
  });

  it('that is half and half says so and names both', () => {
    const half = { meioAMeio: true, iceCreamName: 'Ninho', secondaryIceCreamName: 'Uva' };
    expect(printed(half)?.details).toEqual(['Meio a meio: Ninho / Uva']);
    expect(printed({ ...half, meioAMeio: false })?.details).toEqual(['Ninho / Uva']);
  });

  it('lists toppings from bottom to top, whatever order they were chosen in, and no empty layer', () => {
    const toppings = [topping('mel', 'TOP'), topping('banana', 'BOTTOM'), topping('granola', 'TOP')];
    expect(printed({ toppings })).toMatchObject({
      withoutToppings: false,
      layers: [
        { layer: 'BOTTOM', toppings: ['banana'] },
        { layer: 'TOP', toppings: ['mel', 'granola'] },
      ],
    });
    expect(printed({ toppings: [topping('mel', 'MIDDLE')] })?.layers).toEqual([
      { layer: 'MIDDLE', toppings: ['mel'] },
    ]);
  });

  it('that is a built cup is named by the cup, with what it is made of among the details', () => {
    const cup = { kind: 'cup', productName: 'Taça Livre', baseName: 'Açaí' } as const;
    expect(printed({ ...cup, iceCreamName: 'Ninho' })).toMatchObject({
      title: 'Taça Livre',
      details: ['Açaí', 'Ninho'],
      withoutToppings: true,
    });
  });

  it.each([
    ['cup', 'Taça da Casa'],
    ['product', 'Água'],
  ] as const)('that is a finished %s says its name alone, and nothing of toppings', (kind, productName) => {
    expect(printed({ kind, productName })).toMatchObject({
      kind,
      title: productName,
      details: [],
      layers: [],
      withoutToppings: false,
    });
  });

  it('whose size nobody knows any more is an açaí all the same', () => {
    expect(printed({})).toMatchObject({ title: 'Açaí', details: [], withoutToppings: true });
  });
});

describe('a ticket', () => {
  const order: Order = sampleOrder({
    panelNumber: 12,
    paymentMethod: 'cash',
    changeForCents: 5_000,
    observations: 'sem canudo',
    consumptionType: 'local',
    late: true,
  });

  it('says of the order what the kitchen and the counter need', () => {
    const { items, ...rest } = ticketOf(order, 'kitchen');
    expect(items).toHaveLength(1);
    expect(rest).toEqual({
      purpose: 'kitchen',
      panelNumber: 12,
      simpleId: 41,
      code: '7K2MQ9XWTB',
      consumptionType: 'local',
      observations: 'sem canudo',
      createdAtMs: 10_000,
      discount: { percent: order.discountPercent, cents: order.discountCents },
      totalCents: 2_565,
      paymentMethod: 'cash',
      paid: false,
      changeForCents: 5_000,
      late: true,
    });
  });

  it('says nothing of a discount where nothing is off', () => {
    const whole = { discountPercent: 0, discountCents: 0, totalCents: order.subtotalCents };
    expect(ticketOf({ ...order, ...whole }, 'kitchen')).not.toHaveProperty('discount');
  });

  it('says in which parts the money came, and nothing of them once they were given back', () => {
    const terminal = { method: 'terminal', card: 'debito', cents: 565, receivedCents: null } as const;
    const cash = { method: 'cash', card: null, cents: 2_000, receivedCents: 5_000 } as const;
    const paid: Order = {
      ...order,
      ...{ status: 'RECEBIDO', paymentStatus: 'approved' },
      tenders: [
        { id: 't1', atMs: 1, ...cash },
        { id: 't2', atMs: 2, ...terminal },
      ],
    };
    expect(ticketOf(paid, 'kitchen').tenders).toEqual([cash, terminal]);
    expect(ticketOf({ ...paid, status: 'CANCELLED' }, 'cancelled')).not.toHaveProperty('tenders');
  });

  it('says what is still to be paid of it, or went back, since its lines changed', () => {
    expect(ticketOf(order, 'added')).not.toHaveProperty('balanceCents');
    expect(ticketOf(order, 'added')).not.toHaveProperty('givenBack');
    const givenBack = [{ method: 'cash', card: null, cents: 350 } as const];
    const change = { id: 'c', atMs: 1, addedIds: [], takenOff: [], inKitchen: true, givenBack };
    expect(ticketOf({ ...order, changes: [change], balanceCents: -150 }, 'taken-off')).toMatchObject({
      balanceCents: -150,
      givenBack,
    });
  });

  it('says what staff gave away and how much, and never why', () => {
    const concession = { kind: 'courtesy', reason: 'cliente chato', cents: 2_565 } as const;
    const given = ticketOf({ ...order, concession, totalCents: 0 }, 'kitchen');
    expect(given).toMatchObject({ concession: { kind: 'courtesy', cents: 2_565 }, totalCents: 0 });
    expect(JSON.stringify(given)).not.toContain('chato');
  });

  it.each([
    ['approved', true],
    ['partially_refunded', true],
    ['pending', false],
    ['in_process', false],
    ['rejected', false],
    ['refunded', false],
  ] as const)('calls an order whose payment is %s paid: %s', (paymentStatus, paid) => {
    expect(ticketOf({ ...order, paymentStatus }, 'cancelled')).toMatchObject({ purpose: 'cancelled', paid });
  });
});

describe('the slips of an order', () => {
  const items = [nothing, { ...nothing, id: 'two', sizeName: 'Grande' }];
  const order = sampleOrder({ items });
  const share = (name: string, own: OrderItem[]) => ({
    station: { id: name, name, takes: [], printerId: null },
    items: own,
  });

  it('are one whole slip where there is one share or none, and it says of no station', () => {
    const whole = [ticketOf(order, 'kitchen')];
    expect(ticketsOf(order, [])).toEqual(whole);
    expect(ticketsOf(order, [share('Montagem', items)])).toEqual(whole);
  });

  it('are one for each share of several, with its own items, counted', () => {
    const slips = ticketsOf(
      order,
      [share('Montagem', items.slice(0, 1)), share('Bar', items.slice(1))],
      'cancelled',
    );
    expect(
      slips.map(({ part, purpose, items: own }) => [part, purpose, own.map(({ title }) => title)]),
    ).toEqual([
      [{ number: 1, of: 2, station: 'Montagem' }, 'cancelled', ['Açaí']],
      [{ number: 2, of: 2, station: 'Bar' }, 'cancelled', ['Açaí Grande']],
    ]);
  });
});
