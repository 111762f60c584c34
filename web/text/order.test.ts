import { expect, it } from 'vitest';
import { paymentLabel } from './order.ts';

it.each([
  ['Pago com Dinheiro', { paymentStatus: 'approved', paymentMethod: 'cash' }],
  ['Pago', { paymentStatus: 'approved', paymentMethod: 'cash', tenders: [{}, {}] }],
  ['Pague em dinheiro no balcão', { paymentStatus: 'pending', paymentMethod: 'cash', tenders: [{}] }],
] as const)('a customer reads %s', (label, order) => {
  expect(paymentLabel(order)).toBe(label);
});
