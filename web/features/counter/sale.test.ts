// A walk-in sale before it is an order.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Concession, Tender } from '@balcao/shared/order/order.ts';
import type { ConcessionAsk } from '@balcao/shared/order/place.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import {
  callOffSale,
  changeSale,
  chargedOf,
  newSale,
  placeSale,
  readyToSend,
  refusalOf,
  resumedSale,
  type Sale,
} from './sale.ts';

const item = {
  id: 'a',
  productId: 'taca',
  sizeId: null,
  baseId: null,
  iceCreamId: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [],
  priceCents: 3200,
};

describe('a walk-in sale', () => {
  it('keeps its id while it is put together, so that sending it twice makes one order', () => {
    const sale = newSale();
    expect(changeSale(sale, { items: [item] }).id).toBe(sale.id);
  });

  it('is another order once it was sent and then changed, and the same one when it was changed back', () => {
    const sent = readyToSend(changeSale(newSale(), { items: [item] }), 3200);
    expect(readyToSend(sent, 3200)).toEqual(sent);
    const placed = { ...sent, placed: { order: sampleOrder(), trackingToken: 't' } };
    const next = changeSale(placed, { consumptionType: 'local' });
    expect(readyToSend(next, 3200)).toMatchObject({ placed: null, earlier: [sent.id] });
    expect(readyToSend(next, 3200).id).not.toBe(sent.id);
    expect(readyToSend(placed, 3500).id).not.toBe(sent.id);
    expect(readyToSend(changeSale(next, { consumptionType: 'takeaway' }), 3200).id).toBe(sent.id);
  });

  it('has no order of the store any more once it was changed: what that costs is not what this does', () => {
    const placed = { ...newSale(), placed: { order: sampleOrder(), trackingToken: 't' } };
    expect(changeSale(placed, { items: [item] }).placed).toBeNull();
  });

  it.each<[string, ConcessionAsk | null, number, object]>([
    ['nothing', null, 3200, { concession: null, totalCents: 3200, refusal: null }],
    [
      'ten percent',
      { kind: 'discount', off: { percent: 10 }, reason: 'x' },
      3255,
      {
        concession: { kind: 'discount', reason: 'x', cents: 326, percent: 10 },
        totalCents: 2929,
        refusal: null,
      },
    ],
    [
      'all of it',
      { kind: 'courtesy', reason: 'x' },
      3200,
      { concession: { kind: 'courtesy', reason: 'x', cents: 3200 }, totalCents: 0, refusal: null },
    ],
    [
      'more than it costs',
      { kind: 'discount', off: { cents: 3201 }, reason: 'x' },
      3200,
      { concession: null, totalCents: 3200, refusal: 'O desconto não pode passar do total da venda.' },
    ],
  ])('costs what is left when %s is given away', (_, concession, cents, charged) => {
    expect(chargedOf({ items: [item], concession }, cents)).toEqual(charged);
  });

  it('of which nothing is left on the ticket gives nothing away, and nobody is told that it cannot', () => {
    expect(chargedOf({ items: [], concession: { kind: 'courtesy', reason: 'x' } }, 0)).toEqual({
      concession: null,
      totalCents: 0,
      refusal: null,
    });
  });

  it('needs an item and no phone, but a phone must be whole', () => {
    expect(refusalOf(newSale())).toBe('Carrinho vazio');
    const sale = changeSale(newSale(), { items: [item] });
    expect(refusalOf(sale)).toBeNull();
    expect(refusalOf({ ...sale, phone: '(11) 9876-543' })).toContain('pelo menos 10 dígitos');
    expect(refusalOf({ ...sale, phone: '(11) 9876-5432' })).toBeNull();
    expect(refusalOf({ ...sale, phone: 'sem' })).toBeNull();
  });
});

describe('a sale that is placed', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answered = { order: sampleOrder(), trackingToken: 't', more: 'not kept' };
  const asked: { path: string; body: unknown }[] = [];
  const server = () => {
    asked.length = 0;
    vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
      asked.push({ path, body: JSON.parse(body) });
      return Promise.resolve(Response.json(answered));
    });
  };

  it('says its choices, what it should cost and who bought, and no price of its own', async () => {
    server();
    const sale = changeSale(newSale(), {
      items: [item],
      phone: '(11) 98765-4321',
      consumptionType: 'local',
      observations: 'sem canudo',
    });
    const { priceCents: _seen, ...choices } = item;
    const sending: Sale[] = [];
    expect(await placeSale(sale, 3200, (one) => sending.push(one))).toEqual({
      order: answered.order,
      trackingToken: 't',
    });
    expect(asked).toEqual([
      {
        path: '/api/staff/orders',
        body: {
          id: sale.id,
          consumptionType: 'local',
          observations: 'sem canudo',
          customerPhone: '11987654321',
          expectedTotalCents: 3200,
          items: [choices],
        },
      },
    ]);
    expect(sending).toEqual([readyToSend(sale, 3200)]);
  });

  it('is of nobody without a phone, to take away and without a word', async () => {
    server();
    await placeSale(changeSale(newSale(), { items: [item] }), 3200, vi.fn());
    expect(asked[0]?.body).toMatchObject({
      customerPhone: null,
      consumptionType: 'takeaway',
      observations: '',
    });
  });

  it('is not placed twice', async () => {
    server();
    const placed = { order: sampleOrder(), trackingToken: 'first' };
    const sale = { ...readyToSend(changeSale(newSale(), { items: [item] }), 3200), placed };
    expect(await placeSale(sale, 3200, vi.fn())).toBe(placed);
    expect(asked).toEqual([]);
  });
});

describe('a sale that the store may have', () => {
  afterEach(() => vi.unstubAllGlobals());
  const bodies: Record<string, unknown>[] = [];
  const answer = (...answers: (() => Response)[]) => {
    bodies.length = 0;
    vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
      bodies.push({ path, ...(JSON.parse(body) as object) });
      return Promise.resolve((answers[bodies.length - 1] ?? answers.at(-1))!());
    });
  };
  const placed = (status: 'PENDING' | 'CANCELLED') => () =>
    Response.json({ order: sampleOrder({ status }), trackingToken: 't' });
  const problem = (status: number, code: string) => () =>
    Response.json({ type: 'about:blank', title: 'x', status, detail: 'x', code }, { status });
  const sent = readyToSend(changeSale(newSale(), { items: [item] }), 3200);

  it('names what it was before it was changed', async () => {
    answer(placed('PENDING'));
    await placeSale(changeSale(sent, { consumptionType: 'local' }), 3200, vi.fn());
    expect(bodies[0]).toMatchObject({ replaces: [sent.id] });
  });

  it('names all that it was, of twenty changes and more the newest twenty', () => {
    let sale: Sale = sent;
    const ids: string[] = [];
    for (let change = 1; change <= 21; change += 1) {
      ids.push(sale.id);
      sale = readyToSend(changeSale(sale, { observations: `mudança ${change}` }), 3200);
      expect(sale.earlier).toEqual(ids.slice(-20));
    }
  });

  it('is placed anew when the order of before has lapsed', async () => {
    answer(placed('CANCELLED'), placed('PENDING'));
    const { order } = await placeSale(sent, 3200, vi.fn());
    expect(order.status).toBe('PENDING');
    expect(bodies.map(({ id }) => id === sent.id)).toEqual([true, false]);
  });

  it('is placed anew with the PIN that a manager typed', async () => {
    answer(placed('CANCELLED'), placed('PENDING'));
    await placeSale(sent, 3200, vi.fn(), { pin: '1234' });
    expect(bodies.map(({ pin }) => pin)).toEqual(['1234', '1234']);
  });

  it('waits for the store as long as its caller said, also when it is placed anew', async () => {
    const waits = vi.spyOn(AbortSignal, 'timeout');
    answer(placed('CANCELLED'), placed('PENDING'));
    await placeSale(sent, 3200, vi.fn(), { timeoutMs: 777 });
    expect(waits.mock.calls).toEqual([[777], [777]]);
    waits.mockRestore();
  });

  it('is called off under every name it had; what never arrived is not missed, and what is paid stays', async () => {
    const sale = { ...sent, earlier: ['before'] };
    answer(problem(404, 'order-not-found'), placed('CANCELLED'));
    expect(await callOffSale(sale)).toEqual({ paid: false, backCents: 0 });
    expect(bodies.map(({ path }) => path)).toEqual([
      '/api/staff/orders/before/moves',
      `/api/staff/orders/${sent.id}/moves`,
    ]);
    for (const paid of ['stale', 'order-over']) {
      answer(problem(409, paid));
      expect(await callOffSale(sale)).toEqual({ paid: true, backCents: 0 });
    }
    const tenders = [
      { id: 't', method: 'cash', card: null, cents: 700, receivedCents: 1000, atMs: 1 } as const,
    ];
    answer(() => Response.json({ order: sampleOrder({ status: 'CANCELLED', tenders }) }));
    expect(await callOffSale(sent)).toEqual({ paid: false, backCents: 700 });
    // What the terminal took goes back by itself: nobody hands it over.
    const byTerminal = {
      id: 'u',
      method: 'credit_card',
      card: null,
      cents: 2500,
      receivedCents: null,
      atMs: 2,
    };
    const proved = { ...byTerminal, proved: { attemptId: 'attempt' } } as unknown as Tender;
    answer(() =>
      Response.json({ order: sampleOrder({ status: 'CANCELLED', tenders: [...tenders, proved] }) }),
    );
    expect(await callOffSale(sent)).toEqual({ paid: false, backCents: 700 });
    answer(problem(503, 'failed'));
    await expect(callOffSale(sale)).rejects.toThrow('x');
  });

  it('comes back on the ticket as it was ordered, to take the place of that order', () => {
    const order = sampleOrder({ customerPhone: '11987654321', consumptionType: 'local' });
    expect(resumedSale(order)).toMatchObject({
      earlier: [order.id],
      phone: '(11) 98765-4321',
      consumptionType: 'local',
      sent: null,
    });
    expect(resumedSale(order).items.map(({ productId }) => productId)).toEqual(
      order.items.map(({ productId }) => productId),
    );
    expect(resumedSale(order).concession).toBeNull();
    expect(resumedSale({ ...order, observations: 'sem canudo' }).observations).toBe('sem canudo');
  });

  it.each<[Concession, ConcessionAsk]>([
    [
      { kind: 'discount', reason: 'demora', cents: 256, percent: 10 },
      { kind: 'discount', reason: 'demora', off: { percent: 10 } },
    ],
    [
      { kind: 'discount', reason: 'demora', cents: 500 },
      { kind: 'discount', reason: 'demora', off: { cents: 500 } },
    ],
    [
      { kind: 'staff-meal', reason: 'Ana', cents: 2565 },
      { kind: 'staff-meal', reason: 'Ana' },
    ],
  ])('comes back with what was given away of it: %j', (concession, asked) => {
    expect(resumedSale(sampleOrder({ concession })).concession).toEqual(asked);
  });
});
