import { expect, it } from 'vitest';
import { payText, paymentLabel, readyText, unpaidText } from './order.ts';

it.each([
  ['Pago com Dinheiro', { paymentStatus: 'approved', paymentMethod: 'cash' }],
  ['Pago', { paymentStatus: 'approved', paymentMethod: 'cash', tenders: [{}, {}] }],
  ['Pague em dinheiro no balcão', { paymentStatus: 'pending', paymentMethod: 'cash', tenders: [{}] }],
  ['Pago com PIX', { paymentStatus: 'approved', paymentMethod: 'pix' }],
  ['Aguardando pagamento', { paymentStatus: 'pending', paymentMethod: 'pix' }],
  ['Aguardando pagamento', { paymentStatus: 'pending', paymentMethod: null }],
  ['Não foi pago', { status: 'CANCELLED', paymentStatus: 'pending', paymentMethod: null }],
  ['Não foi pago', { status: 'CANCELLED', paymentStatus: 'pending', paymentMethod: 'cash' }],
  ['Pago com PIX', { status: 'CANCELLED', paymentStatus: 'approved', paymentMethod: 'pix' }],
  ['Pagamento em análise', { paymentStatus: 'in_process', paymentMethod: 'credit_card' }],
  ['Devolvido em parte', { paymentStatus: 'partially_refunded', paymentMethod: 'pix' }],
  ['Devolvido', { paymentStatus: 'refunded', paymentMethod: 'cash' }],
  ['Pago com Cartão de crédito', { paymentStatus: 'approved', paymentMethod: 'credit_card' }],
  ['Pago com Cartão de débito', { paymentStatus: 'approved', paymentMethod: 'debit_card' }],
  ['Pago com PIX (manual)', { paymentStatus: 'approved', paymentMethod: 'pix_manual' }],
  ['Pago com Maquininha', { paymentStatus: 'approved', paymentMethod: 'terminal' }],
] as const)('a customer reads %s', (label, order) => {
  expect(paymentLabel({ status: 'PENDING', ...order })).toBe(label);
});

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
