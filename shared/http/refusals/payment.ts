// Why a payment cannot be started or given back, and what people read then.
import { formatCents } from '../../money.ts';
import { defineRefusals, joinRefusals, pickRefusals } from '../contract.ts';
import { ORDER_REFUSALS } from './order.ts';

const OF_THE_ORDER = pickRefusals(
  ORDER_REFUSALS,
  'order-not-found',
  'already-paid',
  'order-over',
  'not-from-here',
  'method-off',
);

type OfThePayment =
  | { code: 'no-token' }
  | { code: 'attempt-not-found' }
  /** Another attempt of this order is being decided. */
  | { code: 'payment-in-process'; attemptId: string }
  /** A terminal at the counter shows its amount, and does not let go of it. */
  | { code: 'at-terminal'; attemptId: string }
  | { code: 'too-many-attempts'; retryAfterSeconds: number }
  /** Declined cards of this address, payer, order or store. */
  | { code: 'too-many-cards'; retryAfterSeconds: number }
  | { code: 'too-often'; retryAfterSeconds: number }
  /** Nobody knows yet whether it happened; asking again is safe. */
  | { code: 'provider-unreachable'; retryAfterSeconds: number }
  | { code: 'provider-credentials' }
  | { code: 'no-pix-code' }
  | { code: 'provider-refused'; providerCode: string };

const later = ({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({ retryAfterSeconds });

/** Status and words of everything that keeps an order from being paid online, the order's own refusals among them. */
export const PAYMENT_REFUSALS = joinRefusals(
  OF_THE_ORDER,
  defineRefusals<OfThePayment>({
    'no-token': {
      status: 401,
      title: 'Pedido de outro aparelho',
      detail: 'Só quem fez o pedido pode pagar por aqui. Pague no balcão com o número do pedido.',
    },
    'attempt-not-found': {
      status: 404,
      title: 'Pagamento não encontrado',
      detail: 'Este pagamento não existe. Gere um novo.',
    },
    'payment-in-process': {
      status: 409,
      title: 'Pagamento em andamento',
      detail: 'Já há um pagamento deste pedido em andamento. Aguarde o resultado antes de tentar de novo.',
      extra: ({ attemptId }) => ({ attemptId }),
      sample: { code: 'payment-in-process', attemptId: '0192f7a0-0000-7000-8000-000000000001' },
    },
    'at-terminal': {
      status: 409,
      title: 'Cobrança na maquininha',
      detail:
        'A maquininha ainda mostra a cobrança deste pedido. Cancele nela, ou espere o resultado, e tente de novo.',
      extra: ({ attemptId }) => ({ attemptId }),
      sample: { code: 'at-terminal', attemptId: '0192f7a0-0000-7000-8000-000000000001' },
    },
    'too-many-attempts': {
      status: 429,
      title: 'Muitas tentativas',
      detail: 'O cartão foi recusado três vezes. Espere alguns minutos ou escolha outra forma de pagamento.',
      extra: later,
      sample: { code: 'too-many-attempts', retryAfterSeconds: 600 },
    },
    'too-many-cards': {
      status: 429,
      title: 'Cartão em pausa',
      detail:
        'Muitos cartões foram recusados em pouco tempo. Seu pedido está guardado: pague com PIX ou no balcão, ou tente o cartão mais tarde.',
      extra: later,
      sample: { code: 'too-many-cards', retryAfterSeconds: 3600 },
    },
    'too-often': {
      status: 429,
      title: 'Muitas tentativas',
      detail: 'Muitas consultas em pouco tempo. Espere um instante.',
      extra: later,
      sample: { code: 'too-often', retryAfterSeconds: 60 },
    },
    'provider-unreachable': {
      status: 503,
      title: 'Mercado Pago sem resposta',
      detail:
        'O Mercado Pago não respondeu agora. Tente de novo em instantes: você não será cobrado duas vezes.',
      extra: later,
      sample: { code: 'provider-unreachable', retryAfterSeconds: 5 },
    },
    'provider-credentials': {
      status: 503,
      title: 'Pagamento online indisponível',
      detail: 'O pagamento online está com problema de configuração. Pague no balcão ou avise a loja.',
    },
    'no-pix-code': {
      status: 409,
      title: 'PIX sem código',
      detail: 'O Mercado Pago não enviou o código do PIX. Tente de novo ou escolha outra forma de pagamento.',
    },
    'provider-refused': {
      status: 502,
      title: 'Pagamento não aceito',
      detail: 'O Mercado Pago não aceitou este pagamento. Tente outra forma de pagamento.',
      extra: ({ providerCode }) => ({ providerCode }),
      sample: { code: 'provider-refused', providerCode: '2034' },
    },
  }),
);
/** Why a payment cannot be started or looked at. */
export type PaymentRefusal = Parameters<typeof PAYMENT_REFUSALS.problemOf>[0];

/** Why money that was set aside cannot be taken for the order after all. */
export type AcceptRefusal =
  | PaymentRefusal
  | { code: 'not-set-aside' }
  | { code: 'still-different'; difference: 'currency' | 'payee' | 'reference' };

const STILL_DIFFERENT = {
  currency: 'O pagamento não é em reais.',
  payee: 'O dinheiro foi para outra conta do Mercado Pago.',
  reference: 'No Mercado Pago o pagamento é de outro pedido.',
};

/** Status and words of these. */
export const ACCEPT_REFUSALS = joinRefusals(
  PAYMENT_REFUSALS,
  defineRefusals<Exclude<AcceptRefusal, PaymentRefusal>>({
    'not-set-aside': {
      status: 409,
      title: 'Já resolvido',
      detail: 'Este pagamento não está mais separado.',
    },
    'still-different': {
      status: 409,
      title: 'Não dá para aceitar',
      detail: ({ difference }) => `${STILL_DIFFERENT[difference]} Devolva, ou confira no Mercado Pago.`,
      sample: { code: 'still-different', difference: 'payee' },
    },
  }),
);

/** Why money does not go back; `leftCents`: what still could. */
export type RefundRefusal =
  | { code: 'attempt-not-found' }
  | { code: 'nothing-to-refund' }
  | { code: 'too-much'; leftCents: number }
  | { code: 'key-reused' }
  | { code: 'key-needed' }
  /** What went out before was not answered, and cannot be read: asking again is safe. */
  | { code: 'refund-unread' };

export const REFUND_REFUSALS = defineRefusals<RefundRefusal>({
  'attempt-not-found': {
    status: 404,
    title: 'Pagamento não encontrado',
    detail: 'O site não conhece este pagamento.',
  },
  'nothing-to-refund': {
    status: 409,
    title: 'Nada a devolver',
    detail: 'Este pagamento não tem valor a devolver.',
  },
  'too-much': {
    status: 422,
    title: 'Valor alto demais',
    detail: ({ leftCents }) => `Só restam ${formatCents(leftCents)} a devolver deste pagamento.`,
    extra: ({ leftCents }) => ({ leftCents }),
    sample: { code: 'too-much', leftCents: 1250 },
  },
  'key-reused': {
    status: 409,
    title: 'Devolução repetida',
    detail: 'Esta devolução já foi pedida com outro valor.',
  },
  'key-needed': {
    status: 422,
    title: 'Devolução sem identificação',
    detail: 'Uma devolução parcial precisa da sua própria identificação.',
  },
  'refund-unread': {
    status: 503,
    title: 'Mercado Pago sem resposta',
    detail:
      'Outra devolução deste pagamento ficou sem resposta, e agora não dá para saber quanto resta. Esta espera, e vai quando o Mercado Pago responder.',
  },
});

/** Why a person cannot say yet that what is listed was given back by hand. */
export type EndAttentionRefusal = { code: 'refund-under-way' | 'refund-returned' | 'refund-unknown' };

export const END_ATTENTION_REFUSALS = defineRefusals<EndAttentionRefusal>({
  'refund-under-way': {
    status: 409,
    title: 'Devolução em andamento',
    detail:
      'O Mercado Pago está tentando devolver este valor agora. Espere um minuto e confira se ele ainda está na lista.',
  },
  'refund-returned': {
    status: 409,
    title: 'Já voltou pelo Mercado Pago',
    detail:
      'Este valor já voltou ao cliente pelo Mercado Pago e saiu da lista. Não devolva em mãos; se já devolveu, combine com o cliente.',
  },
  'refund-unknown': {
    status: 409,
    title: 'Mercado Pago sem resposta',
    detail:
      'A última tentativa ficou sem resposta, e agora não dá para saber se o valor já voltou. Tente de novo em um minuto. Se ainda não devolveu em mãos, espere.',
  },
});

/** What keeping an account at the provider may be refused with; `text` is what its test found. */
export type CredentialsRefusal =
  | { code: 'no-secrets-key' }
  | { code: 'no-account' }
  | { code: 'credentials'; text: string };

export const CREDENTIALS_REFUSALS = defineRefusals<CredentialsRefusal>({
  'no-secrets-key': {
    status: 503,
    title: 'Site sem chave',
    detail:
      'O site não tem SECRETS_KEY configurada e não pode guardar credenciais. Fale com quem cuida do servidor do site.',
  },
  'no-account': {
    status: 409,
    title: 'Nenhuma conta guardada',
    detail: 'A conta do Mercado Pago não foi guardada por esta loja. Guarde-a primeiro.',
  },
  credentials: {
    status: 422,
    title: 'Credenciais não aceitas',
    detail: ({ text }) => text,
    sample: {
      code: 'credentials',
      text: 'O Mercado Pago não aceita este Access Token. Copie de novo em Suas integrações → Credenciais.',
    },
  },
});
