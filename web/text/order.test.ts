import { expect, it } from 'vitest';
import { payText, readyText, unpaidText } from './order.ts';

it.each([
  ['Pague no balcão para a cozinha começar.', { paymentMethod: 'cash' }],
  ['Seu pagamento está em análise.', { paymentMethod: 'credit_card', paymentStatus: 'in_process' }],
  ['Falta pagar para a cozinha começar.', { paymentMethod: 'pix' }],
  ['Falta pagar para a cozinha começar.', {}],
  ['Falta pagar para a cozinha começar.', { paymentMethod: 'credit_card', paymentStatus: 'rejected' }],
  [null, { status: 'RECEBIDO', paymentMethod: 'cash', paymentStatus: 'approved' }],
  [null, { status: 'CANCELLED' }],
] as const)('of what an order waits for a customer reads %s', (text, order) => {
  expect(unpaidText({ status: 'PENDING', paymentStatus: 'pending', paymentMethod: null, ...order })).toBe(
    text,
  );
});

it.each([
  ['Pagar de outro jeito', { paymentMethod: 'cash', paymentStatus: 'pending' }],
  ['Ver o pagamento', { paymentMethod: 'credit_card', paymentStatus: 'in_process' }],
  ['Pagar agora', { paymentMethod: 'credit_card', paymentStatus: 'rejected' }],
  ['Pagar agora', { paymentMethod: null, paymentStatus: 'pending' }],
] as const)('the way to the payment is called “%s”', (text, order) => {
  expect(payText(order)).toBe(text);
});

it('the time is that of the kitchen, and while nothing is known of it 15-20 minutes', () => {
  expect(readyText({ fromMinutes: 4, toMinutes: 9 })).toBe('4-9 minutos');
  expect([null, undefined].map(readyText)).toEqual(['15-20 minutos', '15-20 minutos']);
});
