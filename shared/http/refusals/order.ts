// How what an order, of either kind, is refused with is told.
import { formatCents } from '../../money.ts';
import type { OrderStatus, PaymentMethod } from '../../order/order.ts';
import type { Refusal } from '../../order/refusal.ts';
import { WHOLESALE_STATUS_TEXTS } from '../../wholesale/status-text.ts';
import type { WholesaleStatus } from '../../wholesale/order.ts';
import { defineRefusals } from '../contract.ts';
import { invalid, type Problem } from '../problem.ts';

const STATUS_NAMES: Record<OrderStatus, string> = {
  PENDING: 'aguardando pagamento',
  RECEBIDO: 'recebido',
  PREPARING: 'em preparo',
  READY: 'pronto',
  DELIVERED: 'entregue',
  CANCELLED: 'cancelado',
};

const PAID_WITH: Record<PaymentMethod, string> = {
  pix: 'com PIX',
  credit_card: 'com cartão de crédito',
  debit_card: 'com cartão de débito',
  cash: 'em dinheiro',
  pix_manual: 'com PIX no balcão',
  terminal: 'na maquininha',
};

const ordersSoFar = (max: number): string => (max === 1 ? '1 pedido' : `${max} pedidos`);
const TOO_MANY_UNPAID = {
  phone: (max: number) =>
    `Este telefone já tem ${ordersSoFar(max)} esperando pagamento. Pague um deles, ou peça no balcão.`,
  address: (max: number) =>
    `Desta conexão já há ${ordersSoFar(max)} esperando pagamento. Pague um deles, ou peça no balcão.`,
  store: () =>
    'Há muitos pedidos do site esperando pagamento. Espere alguns minutos e tente de novo, ou peça no balcão.',
} as const;

const CHANGE_TOO_SMALL = 'O valor para troco deve ser maior que o total do pedido.';
const presentStatus = ({ status }: { status: OrderStatus | WholesaleStatus }) => ({ orderStatus: status });

export const ORDER_REFUSALS = defineRefusals<Refusal>({
  'invalid-order': {
    status: 422,
    title: 'Confira o pedido',
    detail: ({ errors }) => invalid(errors).detail,
    extra: ({ errors }) => ({ errors }),
    sample: {
      code: 'invalid-order',
      errors: [{ field: 'items[0].toppings', message: 'Escolha no máximo 3 acompanhamentos.' }],
    },
  },
  'price-changed': {
    status: 409,
    title: 'Os preços mudaram',
    detail: ({ totalCents }) =>
      `O total do pedido agora é ${formatCents(totalCents)}. Confira e confirme de novo.`,
    extra: ({ totalCents }) => ({ totalCents }),
    sample: { code: 'price-changed', totalCents: 2700 },
  },
  'store-closed': {
    status: 409,
    title: 'Loja fechada',
    detail: ({ reason }) => reason,
    sample: { code: 'store-closed', reason: 'Fechado. Abre hoje às 13:00.' },
  },
  'id-reused': {
    status: 409,
    title: 'Pedido repetido',
    detail: 'Este pedido já foi enviado com outro conteúdo. Recarregue a página e tente de novo.',
  },
  'order-not-found': {
    status: 404,
    title: 'Pedido não encontrado',
    detail: 'Pedido não encontrado. Verifique o código do pedido.',
  },
  stale: {
    status: 409,
    title: 'O pedido já mudou',
    detail: ({ status }) => `Outra pessoa mexeu neste pedido: ele está ${STATUS_NAMES[status]}.`,
    extra: presentStatus,
    sample: { code: 'stale', status: 'READY' },
  },
  'lines-stale': {
    status: 409,
    title: 'O pedido já mudou',
    detail: 'Outra pessoa mudou os itens deste pedido. Confira como ele está e faça a mudança de novo.',
  },
  'in-preparation': {
    status: 409,
    title: 'Já em preparo',
    detail: 'A cozinha já começou este pedido: dá para acrescentar itens, mas não para tirar.',
  },
  'difference-due': {
    status: 409,
    title: 'Falta receber',
    detail: ({ cents }) => `Faltam ${formatCents(cents)} deste pedido. Receba no balcão antes de entregar.`,
    extra: ({ cents }) => ({ dueCents: cents }),
    sample: { code: 'difference-due', cents: 500 },
  },
  'difference-changed': {
    status: 409,
    title: 'A diferença já mudou',
    detail: ({ cents }) =>
      cents === 0
        ? 'Não há mais diferença neste pedido. Nada foi registrado agora.'
        : `A diferença deste pedido agora é ${formatCents(Math.abs(cents))}. Nada foi registrado agora: confira e faça de novo.`,
    extra: ({ cents }) => ({ balanceCents: cents }),
    sample: { code: 'difference-changed', cents: 500 },
  },
  unpaid: { status: 409, title: 'Pedido não pago', detail: 'Confirme o pagamento primeiro' },
  'already-paid': { status: 409, title: 'Pedido já pago', detail: 'Este pedido já foi pago.' },
  'paid-otherwise': {
    status: 409,
    code: 'already-paid',
    title: 'Pedido já pago',
    detail: ({ method }) =>
      `Este pedido já foi pago ${method === null ? 'de outra forma' : PAID_WITH[method]}. Nada foi registrado agora: devolva ao cliente o que você recebeu.`,
    extra: ({ method }) => ({ paymentMethod: method }),
    sample: { code: 'paid-otherwise', method: 'pix' },
  },
  'partly-paid': {
    status: 409,
    title: 'Pedido pago em parte',
    detail: ({ leftCents }) =>
      `Uma parte deste pedido já foi paga: faltam ${formatCents(leftCents)}. Receba o resto no balcão, em Pendentes.`,
    extra: ({ leftCents }) => ({ leftCents }),
    sample: { code: 'partly-paid', leftCents: 1_500 },
  },
  'part-came': {
    status: 409,
    title: 'Esta parte já entrou sozinha',
    detail: ({ method, cents, canNameParts }) =>
      `Uma parte de ${formatCents(cents)} já entrou sozinha, ${method === 'terminal' ? 'pela maquininha' : 'por PIX'}. Nada foi registrado agora. Se o cliente pagou outra além dela, ${canNameParts ? 'toque de novo' : 'recarregue a página e receba de novo'}; se é a mesma, volte.`,
    extra: ({ partIds }) => ({ partIds }),
    sample: { code: 'part-came', method: 'terminal', cents: 1_500, partIds: [], canNameParts: true },
  },
  'code-open': {
    status: 409,
    title: 'Um código PIX ainda está aberto',
    detail: ({ cents, canNameParts }) =>
      `Um código PIX de ${formatCents(cents)} deste pedido ainda pode ser pago: não deu para fechá-lo. Nada foi registrado agora. Se o cliente pagou por ele, volte: o dinheiro entra sozinho. Se pagou de outro jeito, ${canNameParts ? 'toque de novo' : 'recarregue a página e receba de novo'}.`,
    extra: ({ partIds }) => ({ partIds }),
    sample: { code: 'code-open', cents: 1_500, partIds: [], canNameParts: true },
  },
  'tender-too-much': {
    status: 409,
    title: 'Valor acima do que falta',
    detail: ({ leftCents }) => `Deste pedido faltam ${formatCents(leftCents)}. Nada foi registrado agora.`,
    extra: ({ leftCents }) => ({ leftCents }),
    sample: { code: 'tender-too-much', leftCents: 1_500 },
  },
  'order-over': {
    status: 409,
    title: 'Pedido encerrado',
    detail: ({ status }) => `Este pedido já está ${STATUS_NAMES[status]}.`,
    extra: presentStatus,
    sample: { code: 'order-over', status: 'CANCELLED' },
  },
  'not-from-here': {
    status: 409,
    title: 'Passo fora de ordem',
    detail: ({ status }) => `O pedido está ${STATUS_NAMES[status]}: este passo não vale agora.`,
    extra: presentStatus,
    sample: { code: 'not-from-here', status: 'PREPARING' },
  },
  'too-late-to-undo': {
    status: 409,
    title: 'Tarde demais',
    detail: 'Só dá para desfazer a entrega nos primeiros 2 minutos.',
  },
  'method-off': {
    status: 409,
    title: 'Forma de pagamento indisponível',
    detail: 'Esta forma de pagamento não está disponível agora. Escolha outra.',
  },
  'change-too-small': {
    status: 422,
    title: 'Valor menor que o total',
    detail: CHANGE_TOO_SMALL,
    extra: () => ({ errors: [{ field: 'changeForCents', message: CHANGE_TOO_SMALL }] }),
  },
  'too-many-unpaid': {
    status: 409,
    title: 'Pedidos esperando pagamento',
    detail: ({ by, max }) => `${TOO_MANY_UNPAID[by](max)} Seu carrinho está guardado.`,
    sample: { code: 'too-many-unpaid', by: 'phone', max: 3 },
  },
  'cash-full': {
    status: 409,
    title: 'Dinheiro indisponível agora',
    detail: 'Há muitos pedidos esperando pagamento em dinheiro. Pague com PIX ou cartão, ou peça no balcão.',
  },
  'manager-needed': {
    status: 403,
    title: 'Precisa de um gerente',
    detail: ({ hasPin }) =>
      hasPin
        ? 'Peça a um gerente para digitar o PIN.'
        : 'Só um administrador pode fazer isto. Ele pode cadastrar um PIN de gerente em Admin, Configurações, Usuários.',
    extra: ({ hasPin }) => ({ hasPin }),
    sample: { code: 'manager-needed', hasPin: true },
  },
  'wholesale-stale': {
    status: 409,
    code: 'stale',
    title: 'O pedido já mudou',
    detail: ({ status }) =>
      `Outra pessoa mexeu neste pedido: ele está em “${WHOLESALE_STATUS_TEXTS[status]}”.`,
    extra: presentStatus,
    sample: { code: 'wholesale-stale', status: 'EM_ANDAMENTO' },
  },
  'wholesale-over': {
    status: 409,
    code: 'order-over',
    title: 'Pedido encerrado',
    detail: ({ status }) => `Este pedido já está em “${WHOLESALE_STATUS_TEXTS[status]}”.`,
    extra: presentStatus,
    sample: { code: 'wholesale-over', status: 'FINALIZADO' },
  },
  'wholesale-not-started': {
    status: 409,
    code: 'not-from-here',
    title: 'Passo fora de ordem',
    detail: 'Inicie o preparo do pedido antes de finalizar.',
    extra: presentStatus,
    sample: { code: 'wholesale-not-started', status: 'NOVO' },
  },
});

/** Status and words of a refusal. */
export const problemOf = (refusal: Refusal): Problem => ORDER_REFUSALS.problemOf(refusal);
