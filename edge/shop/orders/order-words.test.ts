// What a spreadsheet and a person's file call an order's state and its way of payment.
import { expect, it } from 'vitest';
import { METHOD_WORDS, STATUS_WORDS } from './order-words.ts';

it('has a word of its own for each state', () => {
  expect(STATUS_WORDS).toEqual({
    PENDING: 'Aguardando pagamento',
    RECEBIDO: 'Recebido',
    PREPARING: 'Em preparo',
    READY: 'Pronto',
    DELIVERED: 'Entregue',
    CANCELLED: 'Cancelado',
  });
});

it('has a word of its own for each way of payment', () => {
  expect(METHOD_WORDS).toEqual({
    pix: 'PIX',
    credit_card: 'Cartão de crédito',
    debit_card: 'Cartão de débito',
    cash: 'Dinheiro',
    pix_manual: 'PIX (manual)',
    terminal: 'Maquininha',
  });
});
