// The one place that turns a refusal into HTTP and Portuguese. Bodies follow RFC 9457 (application/problem+json).
import type { FieldError, Refusal } from '../order/refusal.ts';
import { formatCents } from '../money.ts';
import { WHOLESALE_STATUS_TEXTS } from '../wholesale/status-text.ts';

export type Problem = {
  type: 'about:blank';
  title: string;
  status: number;
  /** What happened and what to do, in Portuguese, for the person at the screen. */
  detail: string;
  /** Stable name for programs. */
  code: string;
  /** What is wrong with which field; paths such as `items[0].toppings`. */
  errors?: FieldError[];
  /** Facts that a screen needs to go on: the present status, the real total, seconds to wait. */
  [extra: string]: unknown;
};

export const problem = (
  status: number,
  code: string,
  title: string,
  detail: string,
  extra: Record<string, unknown> = {},
): Problem => ({
  type: 'about:blank',
  title,
  status,
  detail,
  code,
  ...extra,
});

/** Who asks too often: when to come back, in words and in seconds. */
export const tooMany = (seconds: number): Problem =>
  problem(
    429,
    'too-many',
    'Muitas tentativas',
    `Muitas tentativas seguidas. Espere ${waitWords(seconds)} e tente de novo.`,
    { retryAfterSeconds: seconds },
  );

function waitWords(seconds: number): string {
  if (seconds <= 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

const STATUS_NAMES: Record<string, string> = {
  PENDING: 'aguardando pagamento',
  RECEBIDO: 'recebido',
  PREPARING: 'em preparo',
  READY: 'pronto',
  DELIVERED: 'entregue',
  CANCELLED: 'cancelado',
};

const TOO_MANY_UNPAID = {
  phone: (max: number) =>
    `Este telefone já tem ${max === 1 ? '1 pedido' : `${max} pedidos`} esperando pagamento. Pague um deles, ou peça no balcão.`,
  address: (max: number) =>
    `Desta conexão já há ${max === 1 ? '1 pedido' : `${max} pedidos`} esperando pagamento. Pague um deles, ou peça no balcão.`,
  store: () =>
    'Há muitos pedidos do site esperando pagamento. Espere alguns minutos e tente de novo, ou peça no balcão.',
} as const;

export function problemOf(refusal: Refusal): Problem {
  switch (refusal.code) {
    case 'invalid-order':
      return invalid(refusal.errors);
    case 'price-changed':
      return problem(
        409,
        refusal.code,
        'Os preços mudaram',
        `O total do pedido agora é ${formatCents(refusal.totalCents)}. Confira e confirme de novo.`,
        {
          totalCents: refusal.totalCents,
        },
      );
    case 'store-closed':
      return problem(409, refusal.code, 'Loja fechada', refusal.reason);
    case 'id-reused':
      return problem(
        409,
        refusal.code,
        'Pedido repetido',
        'Este pedido já foi enviado com outro conteúdo. Recarregue a página e tente de novo.',
      );
    case 'order-not-found':
      return problem(
        404,
        refusal.code,
        'Pedido não encontrado',
        'Pedido não encontrado. Verifique o código do pedido.',
      );
    case 'stale':
      return problem(
        409,
        refusal.code,
        'O pedido já mudou',
        `Outra pessoa mexeu neste pedido: ele está ${STATUS_NAMES[refusal.status]}.`,
        {
          orderStatus: refusal.status,
        },
      );
    case 'unpaid':
      return problem(409, refusal.code, 'Pedido não pago', 'Confirme o pagamento primeiro');
    case 'already-paid':
      return problem(409, refusal.code, 'Pedido já pago', 'Este pedido já foi pago.');
    case 'order-over':
      return problem(
        409,
        refusal.code,
        'Pedido encerrado',
        `Este pedido já está ${STATUS_NAMES[refusal.status]}.`,
        { orderStatus: refusal.status },
      );
    case 'not-from-here':
      return problem(
        409,
        refusal.code,
        'Passo fora de ordem',
        `O pedido está ${STATUS_NAMES[refusal.status]}: este passo não vale agora.`,
        {
          orderStatus: refusal.status,
        },
      );
    case 'too-late-to-undo':
      return problem(
        409,
        refusal.code,
        'Tarde demais',
        'Só dá para desfazer a entrega nos primeiros 2 minutos.',
      );
    case 'method-off':
      return problem(
        409,
        refusal.code,
        'Forma de pagamento indisponível',
        'Esta forma de pagamento não está disponível agora. Escolha outra.',
      );
    case 'change-too-small':
      return problem(
        422,
        refusal.code,
        'Valor menor que o total',
        'O valor para troco deve ser maior que o total do pedido.',
        {
          errors: [
            { field: 'changeForCents', message: 'O valor para troco deve ser maior que o total do pedido.' },
          ],
        },
      );
    case 'too-many-unpaid':
      return problem(
        409,
        refusal.code,
        'Pedidos esperando pagamento',
        `${TOO_MANY_UNPAID[refusal.by](refusal.max)} Seu carrinho está guardado.`,
      );
    case 'cash-full':
      return problem(
        409,
        refusal.code,
        'Dinheiro indisponível agora',
        'Há muitos pedidos esperando pagamento em dinheiro. Pague com PIX ou cartão, ou peça no balcão.',
      );
    case 'wholesale-stale':
      return problem(
        409,
        'stale',
        'O pedido já mudou',
        `Outra pessoa mexeu neste pedido: ele está em “${WHOLESALE_STATUS_TEXTS[refusal.status]}”.`,
        { orderStatus: refusal.status },
      );
    case 'wholesale-over':
      return problem(
        409,
        'order-over',
        'Pedido encerrado',
        `Este pedido já está em “${WHOLESALE_STATUS_TEXTS[refusal.status]}”.`,
        { orderStatus: refusal.status },
      );
    case 'wholesale-not-started':
      return problem(
        409,
        'not-from-here',
        'Passo fora de ordem',
        'Inicie o preparo do pedido antes de finalizar.',
        { orderStatus: refusal.status },
      );
  }
}

/** A body that does not have the right form, or choices that cannot be sold. */
export const invalid = (errors: FieldError[]): Problem =>
  problem(
    422,
    'invalid-order',
    'Confira o pedido',
    errors[0]?.message ?? 'Confira os dados e tente de novo.',
    { errors },
  );

/** Turns zod's paths into the form used in `FieldError`. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );

/** A form that breaks its schema: each field with its sentence. */
export const invalidFields = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Problem => invalid(issues.map(({ path, message }) => ({ field: fieldPath(path), message })));
