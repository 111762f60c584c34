// What each route of orders may refuse: what an order refuses, and what lies before it (the store away, a PIN, the drawer, a printer).
import { formatCents } from '../../money.ts';
import type { Refusal } from '../../order/refusal.ts';
import { defineRefusals, joinRefusals, pickRefusals } from '../contract.ts';
import { ORDER_REFUSALS } from './order.ts';
import { PAYMENT_REFUSALS } from './payment.ts';

/** Why the relay passes nothing on to the store. */
export type AwayRefusal =
  | { code: 'store-away'; why: keyof typeof STORE_AWAY }
  /** Too much waits for it already. */
  | { code: 'store-busy' };

const STORE_AWAY = {
  recovering: 'A loja está recuperando os seus dados e volta em instantes. Seu carrinho está guardado.',
  'cannot-order': 'Loja sem conexão no momento. Seu carrinho está guardado: tente de novo em alguns minutos.',
  'cannot-pay': 'Loja sem conexão no momento. Tente de novo em alguns minutos.',
  silent: 'A loja ainda não respondeu. Espere um instante e confira o pedido antes de tentar de novo.',
  outdated: 'A loja precisa ser atualizada para receber este pagamento.',
} as const;

/** Of an order that a customer places. */
export const PLACE_REFUSALS = joinRefusals(
  ORDER_REFUSALS,
  defineRefusals<AwayRefusal>({
    'store-away': {
      status: 503,
      title: 'Loja sem conexão no momento',
      detail: ({ why }) => STORE_AWAY[why],
      sample: { code: 'store-away', why: 'cannot-order' },
    },
    'store-busy': {
      status: 429,
      title: 'Muitos pedidos',
      detail: 'Há muitos pedidos esperando a loja. Tente de novo em um minuto.',
      extra: () => ({ retryAfterSeconds: 60 }),
    },
  }),
);

const ofOwnOrder = (detail: string) =>
  joinRefusals(
    PLACE_REFUSALS,
    defineRefusals<{ code: 'no-token' }>({
      'no-token': { status: 401, title: 'Pedido de outro aparelho', detail },
    }),
  );

/** Of an order that a customer pays. */
export const PAY_REFUSALS = ofOwnOrder(
  'Só quem fez o pedido pode pagar por aqui. Pague no balcão com o número do pedido.',
);

/** Of an order that a customer calls off. */
export const CANCEL_OWN_REFUSALS = ofOwnOrder('Só quem fez o pedido pode cancelá-lo aqui. Peça no balcão.');

/** Of an order that an administrator deletes; what was paid online goes back first, or nobody would know whose it was. */
export const DELETE_REFUSALS = joinRefusals(
  pickRefusals(ORDER_REFUSALS, 'order-not-found'),
  defineRefusals<{ code: 'refund-first' }>({
    'refund-first': {
      status: 409,
      title: 'Pedido pago',
      detail: 'Este pedido foi pago online: devolva o valor antes de excluir.',
    },
  }),
);

/** Of an order that somebody only looks at. */
export const READ_REFUSALS = pickRefusals(ORDER_REFUSALS, 'order-not-found');

/** Of a wholesale order that its operator prints. */
export const PRINT_WHOLESALE_REFUSALS = joinRefusals(
  READ_REFUSALS,
  defineRefusals<{ code: 'no-printer' }>({
    'no-printer': {
      status: 409,
      title: 'Não foi possível imprimir',
      detail:
        'Nenhuma impressora ligada imprime os pedidos do atacado. Peça ao administrador para marcar Atacado em Configurações, Impressoras.',
    },
  }),
);

/** Of a PIN that is no manager's. */
const PIN_REFUSALS = defineRefusals<{ code: 'wrong-pin' }>({
  'wrong-pin': {
    status: 403,
    title: 'PIN incorreto',
    detail: 'Este PIN não é de nenhum gerente. Confira e digite de novo.',
  },
});

/** Of a sale of the counter. */
export const COUNTER_REFUSALS = joinRefusals(ORDER_REFUSALS, PIN_REFUSALS);

/** Why staff may not move an order, or not now. */
export type MoveRefusal =
  | Refusal
  | { code: 'wrong-pin' }
  | { code: 'forbidden' | 'drawer-closed' | 'paid-online' };

/** Of an order that staff move. */
export const MOVE_REFUSALS = joinRefusals(
  COUNTER_REFUSALS,
  defineRefusals<{ code: 'forbidden' | 'drawer-closed' | 'paid-online' }>({
    forbidden: {
      status: 403,
      title: 'Acesso Negado',
      detail: 'Você não tem permissão para acessar esta área.',
    },
    'drawer-closed': {
      status: 409,
      title: 'Caixa fechado',
      detail: 'O caixa está fechado. Abra o caixa para receber em dinheiro.',
    },
    // A page of before has the switch for it and does not say it.
    'paid-online': {
      status: 409,
      title: 'Pedido pago',
      detail:
        'Este pedido foi pago online. Para cancelar, devolva o valor pelo Mercado Pago, ou recarregue a página e diga que ele não volta ao cliente.',
    },
  }),
);

/** Why not all orders are deleted at once. */
export type ClearRefusal =
  | { code: 'orders-open'; count: number }
  /** Called off, and what was paid online neither went back nor was asked back; `simpleIds` are the first of them. */
  | { code: 'money-kept'; count: number; cents: number; simpleIds: readonly number[] };

/** Of all orders that are deleted at once. */
export const CLEAR_REFUSALS = defineRefusals<ClearRefusal>({
  'orders-open': {
    status: 409,
    title: 'Há pedidos em aberto',
    detail: ({ count }) =>
      `Há ${count} ${count === 1 ? 'pedido em aberto' : 'pedidos em aberto'}. Entregue ou cancele todos antes de limpar o histórico.`,
    extra: ({ count }) => ({ openOrders: count }),
    sample: { code: 'orders-open', count: 3 },
  },
  'money-kept': {
    status: 409,
    title: 'Há dinheiro para devolver',
    detail: ({ count, cents, simpleIds }) => {
      const numbers = simpleIds.map((simpleId) => `nº ${simpleId}`).join(', ');
      const more = count > simpleIds.length ? ` e mais ${count - simpleIds.length}` : '';
      return `${count === 1 ? 'Um pedido foi cancelado' : `${count} pedidos foram cancelados`} sem devolver ${formatCents(cents)} pagos online: ${numbers}${more}. Exclua ${count === 1 ? 'esse pedido' : 'esses pedidos'} primeiro: ao excluir, o valor volta ao cliente.`;
    },
    sample: { code: 'money-kept', count: 3, cents: 4500, simpleIds: [12, 15] },
  },
});

/** Of an order that is to be paid with the store's own PIX key. */
export const PIX_CODE_REFUSALS = joinRefusals(
  pickRefusals(ORDER_REFUSALS, 'order-not-found', 'already-paid', 'order-over', 'tender-too-much'),
  defineRefusals<{ code: 'no-pix-key' }>({
    'no-pix-key': {
      status: 409,
      title: 'PIX da loja não configurado',
      detail: 'Cadastre a chave PIX da loja em Configurações, Pagamentos.',
    },
  }),
);

/** The same of a code at the counter, which is not shown beside an amount that waits at a terminal. */
export const COUNTER_PIX_REFUSALS = joinRefusals(
  joinRefusals(PIX_CODE_REFUSALS, pickRefusals(ORDER_REFUSALS, 'difference-changed')),
  pickRefusals(PAYMENT_REFUSALS, 'at-terminal'),
);
