// What may go back through the provider: money that came through it, from one centavo to the whole.
import { OrderPaymentStatus, PaymentMethod } from '@balcao/shared/order/order.ts';
import { expect, it } from 'vitest';
import { canRefund, refundAmount } from './refund.ts';

const ONLINE = ['pix', 'credit_card', 'debit_card'];
const THERE = ['approved', 'partially_refunded'];

it.each(
  [...PaymentMethod.options, null].flatMap((method) =>
    OrderPaymentStatus.options.map((status) => [method, status] as const),
  ),
)('an order by %s that is %s', (paymentMethod, paymentStatus) => {
  expect(canRefund({ paymentMethod, paymentStatus })).toBe(
    ONLINE.includes(String(paymentMethod)) && THERE.includes(paymentStatus),
  );
});

it.each([
  ['', null],
  ['  ', null],
  ['0', 'wrong'],
  ['0,00', 'wrong'],
  ['0,01', 1],
  ['24,89', 2489],
  ['24,90', 2490],
  ['24,91', 'wrong'],
  ['tudo', 'wrong'],
  ['-1', 'wrong'],
] as const)('"%s" of R$ 24,90 is %s', (text, cents) => {
  expect(refundAmount(text, 2490)).toBe(cents);
});
