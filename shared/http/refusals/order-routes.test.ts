// What staff and customers read where a route of orders, of the first run, of the recovery sheet or of what came back from the site refuses.
import { describe, expect, it } from 'vitest';
import { SAMPLE_MENU_REFUSALS } from './first-run.ts';
import { CLEAR_REFUSALS, MOVE_REFUSALS, PAY_REFUSALS, PLACE_REFUSALS } from './order-routes.ts';
import { REPLACE_CODE_REFUSALS } from './recovery-sheet.ts';
import { RESYNC_REFUSALS } from './relay.ts';

describe('a history that is not cleared', () => {
  it.each([
    [1, 'Há 1 pedido em aberto. Entregue ou cancele todos antes de limpar o histórico.'],
    [2, 'Há 2 pedidos em aberto. Entregue ou cancele todos antes de limpar o histórico.'],
  ])('for %i open orders says how many there are', (count, detail) => {
    const told = CLEAR_REFUSALS.problemOf({ code: 'orders-open', count });
    expect(told).toMatchObject({ status: 409, detail, openOrders: count });
  });

  it.each([
    [1, 4500, [12], 'Um pedido foi cancelado sem devolver R$ 45,00 pagos online: nº 12. Exclua esse pedido '],
    [
      2,
      4500,
      [12, 15],
      '2 pedidos foram cancelados sem devolver R$ 45,00 pagos online: nº 12, nº 15. Exclua esses pedidos ',
    ],
    [
      5,
      100,
      [12, 15],
      '5 pedidos foram cancelados sem devolver R$ 1,00 pagos online: nº 12, nº 15 e mais 3. Exclua esses pedidos ',
    ],
  ])('for the money of %i orders names them and the sum', (count, cents, simpleIds, detail) => {
    const told = CLEAR_REFUSALS.problemOf({ code: 'money-kept', count, cents, simpleIds });
    expect(told.detail.replaceAll(/\s/g, ' ')).toContain(detail);
  });
});

describe('a store that is not heard', () => {
  it.each([
    ['recovering', 'A loja está recuperando os seus dados e volta em instantes. Seu carrinho está guardado.'],
    [
      'cannot-order',
      'Loja sem conexão no momento. Seu carrinho está guardado: tente de novo em alguns minutos.',
    ],
    ['cannot-pay', 'Loja sem conexão no momento. Tente de novo em alguns minutos.'],
    ['silent', 'A loja ainda não respondeu. Espere um instante e confira o pedido antes de tentar de novo.'],
    ['outdated', 'A loja precisa ser atualizada para receber este pagamento.'],
  ] as const)('(%s) takes nothing for now, and the customer is told what to do', (why, detail) => {
    expect(PLACE_REFUSALS.problemOf({ code: 'store-away', why })).toMatchObject({ status: 503, detail });
  });

  it('with much that waits for it is asked again in a minute', () => {
    expect(PLACE_REFUSALS.problemOf({ code: 'store-busy' })).toMatchObject({
      status: 429,
      retryAfterSeconds: 60,
    });
  });
});

it.each([
  [PAY_REFUSALS.problemOf({ code: 'no-token' }), 401, 'Pedido de outro aparelho'],
  [MOVE_REFUSALS.problemOf({ code: 'wrong-pin' }), 403, 'PIN incorreto'],
  [MOVE_REFUSALS.problemOf({ code: 'forbidden' }), 403, 'Acesso Negado'],
  [MOVE_REFUSALS.problemOf({ code: 'drawer-closed' }), 409, 'Caixa fechado'],
  [SAMPLE_MENU_REFUSALS.problemOf('not-empty'), 409, 'O cardápio já tem itens'],
  [REPLACE_CODE_REFUSALS.problemOf('resync-waiting'), 409, 'Confira antes o que voltou do site'],
  [RESYNC_REFUSALS.problemOf('resync-changed'), 409, 'A lista mudou'],
  [RESYNC_REFUSALS.problemOf('resync-conflict'), 409, 'Não cabe mais'],
])('%j has its own status and title', (told, status, title) => {
  expect(told).toMatchObject({ status, title });
});
