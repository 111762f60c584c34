// A walk-in sale before it is an order.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import {
  callOffSale,
  changeSale,
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

  it('is called off under every name it had; what never arrived is not missed, and what is paid stays', async () => {
    const sale = { ...sent, earlier: ['before'] };
    answer(problem(404, 'order-not-found'), placed('CANCELLED'));
    expect(await callOffSale(sale)).toEqual({ paid: false, backCents: 0 });
    expect(bodies.map(({ path }) => path)).toEqual([
      '/api/staff/orders/before/moves',
      `/api/staff/orders/${sent.id}/moves`,
    ]);
    answer(problem(409, 'stale'));
    expect(await callOffSale(sale)).toEqual({ paid: true, backCents: 0 });
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
  });
});
