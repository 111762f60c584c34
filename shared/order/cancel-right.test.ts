import { describe, expect, it } from 'vitest';
import { cancelRightOf } from './cancel-right.ts';
import { sampleOrder } from './sample.ts';

const orders = {
  'begun at the counter': sampleOrder({ source: 'counter' }),
  'begun at the counter and paid in part': sampleOrder({
    source: 'counter',
    tenders: [{ id: 't', method: 'cash', card: null, cents: 1, receivedCents: null, atMs: 1 }],
  }),
  'a customer’s that waits': sampleOrder({ source: 'lan', paymentMethod: 'cash' }),
  'a customer’s whose PIX nobody has paid yet': sampleOrder({ source: 'relay', paymentMethod: 'pix' }),
  'paid by hand': sampleOrder({ source: 'counter', status: 'PREPARING', paymentMethod: 'terminal' }),
  'given away': sampleOrder({ source: 'counter', status: 'RECEBIDO', paymentMethod: null, totalCents: 0 }),
  'a customer’s, paid by hand': sampleOrder({ source: 'relay', status: 'READY', paymentMethod: 'cash' }),
  'begun by PIX at the counter': sampleOrder({ source: 'counter', paymentMethod: 'pix' }),
  'begun by PIX, and called off': sampleOrder({
    source: 'counter',
    status: 'CANCELLED',
    paymentMethod: 'pix',
  }),
  'paid online': sampleOrder({ source: 'relay', status: 'RECEBIDO', paymentMethod: 'pix' }),
  'paid online by a credit card': sampleOrder({
    source: 'relay',
    status: 'PREPARING',
    paymentMethod: 'credit_card',
  }),
  'paid online by a debit card': sampleOrder({
    source: 'counter',
    status: 'DELIVERED',
    paymentMethod: 'debit_card',
  }),
} as const;

describe('[O28] who may call off an order', () => {
  it.each([
    ['begun at the counter', 'unpaid'],
    ['begun at the counter and paid in part', 'manager'],
    ['a customer’s that waits', 'manager'],
    ['a customer’s whose PIX nobody has paid yet', 'manager'],
    ['paid by hand', 'manager'],
    ['given away', 'manager'],
    ['a customer’s, paid by hand', 'manager'],
    ['begun by PIX at the counter', 'unpaid'],
    ['begun by PIX, and called off', 'manager'],
    ['paid online', 'no'],
    ['paid online by a credit card', 'no'],
    ['paid online by a debit card', 'no'],
  ] as const)('an attendant, of one %s: %s', (name, right) => {
    expect(cancelRightOf('ATTENDANT', orders[name])).toBe(right);
    expect(cancelRightOf('ADMIN', orders[name])).toBe('yes');
    for (const role of ['KITCHEN', 'WHOLESALE', null] as const)
      expect(cancelRightOf(role, orders[name])).toBe('no');
  });

  it('an attendant may call off nothing that there is not', () => {
    expect(cancelRightOf('ATTENDANT', null)).toBe('no');
  });
});
