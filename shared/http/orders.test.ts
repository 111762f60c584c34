// What is shown of an order to whom: to a stranger, to who knows a name of it, and to each role of the shop.
import { describe, expect, it } from 'vitest';
import { OrderStatus, type OrderItem } from '../order/order.ts';
import { sampleOrder } from '../order/sample.ts';
import { describeItem, orderSeen, publicOrder, statusOrder, TrackRequest } from './orders.ts';
import { orderSeenBy } from './staff-order.ts';

const order = sampleOrder({
  status: 'READY',
  panelNumber: 12,
  panelDate: '2026-11-21',
  paymentStatus: 'approved',
  paymentMethod: 'pix',
  observations: 'sem canudo',
  updatedAtMs: 11_000,
  receivedAtMs: 12_000,
  preparingAtMs: 13_000,
  readyAtMs: 14_000,
  deliveredAtMs: 15_000,
});

describe('a stranger', () => {
  it.each([
    ['number', { orderNumber: 41, panelNumber: null }],
    ['panel', { orderNumber: null, panelNumber: 12 }],
    ['code', { orderNumber: null, panelNumber: null }],
  ] as const)('who asked by %s sees how it stands, and no other name of it', (askedBy, names) => {
    const seen = { access: 'status', status: 'READY', ...names };
    expect(statusOrder(order, askedBy)).toEqual(seen);
    expect(orderSeen(order, askedBy)).toEqual(seen);
  });

  it('who knows the phone sees what was ordered, and neither phone nor words', () => {
    const shown = {
      access: 'public',
      code: '7K2MQ9XWTB',
      simpleId: 41,
      orderNumber: 41,
      panelNumber: 12,
      status: 'READY',
      paymentStatus: 'approved',
      paymentMethod: 'pix',
      totalCents: 2_565,
      consumptionType: 'takeaway',
      customerPhoneMasked: '***321',
      items: [
        {
          description: 'Grande - Açaí, Ninho / Morango',
          sizeName: 'Grande',
          baseName: 'Açaí',
          iceCreamName: 'Ninho',
          secondaryIceCreamName: 'Morango',
          productName: null,
          toppings: [
            { name: 'Banana', layer: 'BOTTOM' },
            { name: 'Nutella', layer: 'TOP' },
          ],
        },
      ],
      createdAtMs: 10_000,
      updatedAtMs: 11_000,
      receivedAtMs: 12_000,
      preparingAtMs: 13_000,
      readyAtMs: 14_000,
      deliveredAtMs: 15_000,
    };
    expect(publicOrder(order)).toEqual(shown);
    expect(orderSeen(order, 'public')).toEqual(shown);
    expect(publicOrder({ ...order, customerPhone: null }).customerPhoneMasked).toBeNull();
  });

  it.each([
    ['PENDING', 'cash'],
    ['RECEBIDO', null],
    ['DELIVERED', null],
  ] as const)('who knows the phone reads of an order in parts that is %s the way %j', (status, shown) => {
    const part = { method: 'terminal' as const, card: null, receivedCents: null, atMs: 10_500 };
    const inParts = {
      ...{ ...order, status, paymentMethod: 'cash' as const },
      tenders: [{ ...part, id: 'first', cents: 1_000 }],
    };
    expect(publicOrder(inParts).paymentMethod).toBe(shown);
  });

  it.each([
    ['of which a part is paid', { status: 'PENDING', tenders: true }, 1_565],
    ['that was paid in parts', { tenders: true }, undefined],
    ['that was called off, its part given back', { status: 'CANCELLED', tenders: true }, undefined],
    ['that has grown since it was paid', { balanceCents: 400 }, 400],
    ['that has shrunk since', { balanceCents: -400 }, undefined],
    ['of which nothing is paid', { status: 'PENDING' }, undefined],
  ] as const)('who knows the phone reads what is still to be paid of one %s', (_case, changes, leftCents) => {
    const { tenders, ...rest } = { tenders: false, ...changes };
    const part = { id: 'a', method: 'cash', card: null, cents: 1_000, receivedCents: null, atMs: 0 } as const;
    expect(publicOrder({ ...order, ...rest, ...(tenders && { tenders: [part] }) }).leftCents).toBe(leftCents);
  });
});

describe('an item in words', () => {
  const nothing: Pick<
    OrderItem,
    'productName' | 'sizeName' | 'baseName' | 'iceCreamName' | 'secondaryIceCreamName'
  > = {
    productName: null,
    sizeName: null,
    baseName: null,
    iceCreamName: null,
    secondaryIceCreamName: null,
  };
  it.each([
    [{ sizeName: 'Grande', baseName: 'Açaí', iceCreamName: 'Ninho' }, 'Grande - Açaí, Ninho'],
    [{ sizeName: 'Grande', iceCreamName: 'Ninho', secondaryIceCreamName: 'Uva' }, 'Grande, Ninho / Uva'],
    [{ sizeName: 'Grande', baseName: 'Açaí' }, 'Grande - Açaí'],
    [{ iceCreamName: 'Ninho' }, 'Ninho'],
    [{ productName: 'Água' }, 'Água'],
    [{ productName: 'Taça Livre', sizeName: 'Grande', iceCreamName: 'Ninho' }, 'Taça Livre: Grande, Ninho'],
    [{}, ''],
  ])('%j is %j', (parts, text) => expect(describeItem({ ...nothing, ...parts })).toBe(text));
});

describe('of an order the role sees', () => {
  const masked = (status: OrderStatus): boolean => status === 'DELIVERED' || status === 'CANCELLED';

  it.each(OrderStatus.options)('that is %s what its screens need', (status) => {
    const one = { ...order, status };
    expect(orderSeenBy('ADMIN', one)).toEqual(one);
    expect(orderSeenBy('KITCHEN', one)).toEqual(status === 'READY' ? one : { ...one, customerPhone: null });
    expect(orderSeenBy('ATTENDANT', one)).toEqual(masked(status) ? { ...one, customerPhone: '***321' } : one);
    for (const role of ['WHOLESALE', null] as const)
      expect(orderSeenBy(role, one)).toEqual({ ...one, customerPhone: null, observations: '' });
  });

  it('no phone where there is none', () => {
    const walkIn = { ...order, status: 'DELIVERED' as const, customerPhone: null };
    expect(orderSeenBy('ATTENDANT', walkIn)).toEqual(walkIn);
  });
});

describe('a search', () => {
  const messageOf = (body: unknown) => {
    const { error } = TrackRequest.safeParse(body);
    return JSON.stringify(error?.issues ?? null);
  };
  it.each([
    { phone: '1'.repeat(40) },
    { query: '7' },
    { query: 'x'.repeat(64) },
    { query: '41', lastFour: '4321' },
    { query: '41', tokens: Array.from({ length: 20 }, () => 't'.repeat(16)) },
    { query: '41', tokens: ['t'.repeat(128)] },
  ])('%j is read', (body) => expect(TrackRequest.safeParse(body).success).toBe(true));

  it.each([
    [{ phone: '1'.repeat(41) }, 'too_big'],
    [{}, 'Digite um número de telefone para buscar.'],
    [{ query: ' ' }, 'Digite um código, ID ou número do pedido para buscar.'],
    [{ query: 7 }, 'Digite um código, ID ou número do pedido para buscar.'],
    [{ query: 'x'.repeat(65) }, 'too_big'],
    [{ query: '41', lastFour: '321' }, 'Digite os 4 últimos dígitos do telefone.'],
    [{ query: '41', lastFour: '43210' }, 'Digite os 4 últimos dígitos do telefone.'],
    [{ query: '41', lastFour: 4321 }, 'Digite os 4 últimos dígitos do telefone.'],
    [{ query: '41', tokens: Array.from({ length: 21 }, () => 't'.repeat(16)) }, 'too_big'],
    [{ query: '41', tokens: ['t'.repeat(15)] }, 'invalid_format'],
    [{ query: '41', tokens: ['t'.repeat(129)] }, 'invalid_format'],
    [{ query: '41', tokens: [`${'t'.repeat(16)} `] }, 'invalid_format'],
  ])('%j is not', (body, said) => expect(messageOf(body)).toContain(said));
});
