// Why money does not go back, in words.
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import { formatCents } from '@balcao/shared/money.ts';

export const tooMuch = (leftCents: number): Problem =>
  problem(
    422,
    'too-much',
    'Valor alto demais',
    `Só restam ${formatCents(leftCents)} a devolver deste pedido.`,
    {
      leftCents,
      errors: [{ field: 'amountCents', message: 'Valor alto demais' }],
    },
  );
export const GONE = problem(
  404,
  'attempt-not-found',
  'Pagamento não encontrado',
  'Este pagamento não está mais na lista.',
);
export const NO_ORDER = problem(
  404,
  'order-not-found',
  'Pedido não encontrado',
  'Pedido não encontrado. Verifique o código do pedido.',
);
export const REFUND_FAILED = problem(
  502,
  'refund-failed',
  'Devolução não aceita',
  'O Mercado Pago não aceitou a devolução. Devolva pelo painel do Mercado Pago ou no balcão.',
);
export const NOT_OFFERED = problem(
  422,
  'not-offered',
  'Ação indisponível',
  'Este pagamento não pode ser aceito por aqui.',
);
export const NOTHING_TO_REFUND = problem(
  409,
  'nothing-to-refund',
  'Nada a devolver',
  'Este pedido não tem pagamento online a devolver.',
);
export const BY_HAND = problem(
  409,
  'refund-by-hand',
  'Pago no balcão',
  'Este pedido foi pago no balcão: devolva o valor em mãos e cancele o pedido.',
);
export const NOTHING_ONLINE: Partial<Record<string, Problem>> = {
  cash: BY_HAND,
  terminal: BY_HAND,
  pix_manual: BY_HAND,
};
