import { expect, it } from 'vitest';
import { WHOLESALE_STATUS_TEXTS } from './status-text.ts';

it('each status of a wholesale order has the name that the specification gives it', () => {
  expect(WHOLESALE_STATUS_TEXTS).toEqual({
    NOVO: 'Pedido Recebido',
    EM_ANDAMENTO: 'Em Preparo',
    FINALIZADO: 'Finalizado',
    CANCELADO: 'Cancelado',
  });
});
