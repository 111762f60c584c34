import { expect, it } from 'vitest';
import { isWholesaleOpen, WHOLESALE_PAID_WITH_TEXTS, WHOLESALE_STATUS_TEXTS } from './status-text.ts';

it('each status of a wholesale order has the name that the specification gives it', () => {
  expect(WHOLESALE_STATUS_TEXTS).toEqual({
    NOVO: 'Pedido Recebido',
    EM_ANDAMENTO: 'Em Preparo',
    FINALIZADO: 'Finalizado',
    CANCELADO: 'Cancelado',
  });
});

it('each way in which a wholesale order was paid has its own word', () => {
  expect(WHOLESALE_PAID_WITH_TEXTS).toEqual({
    pix: 'PIX',
    cash: 'Dinheiro',
    card: 'Cartão',
    transfer: 'Transferência',
    boleto: 'Boleto',
  });
});

it.each([
  ['NOVO', true],
  ['EM_ANDAMENTO', true],
  ['FINALIZADO', false],
  ['CANCELADO', false],
] as const)('of an order in %s there is something to be done: %s', (status, isOpen) => {
  expect(isWholesaleOpen(status)).toBe(isOpen);
});
