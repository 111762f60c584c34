// Why a payment cannot be started or given back, and what people read then.
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import { problemOf } from '@balcao/shared/http/refusals/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { ProviderFailure } from './provider/provider.ts';
import type { RefundRefusal } from './refunds/refunds.ts';

export type PaymentRefusal =
  | Extract<
      Refusal,
      { code: 'order-not-found' | 'already-paid' | 'order-over' | 'not-from-here' | 'method-off' }
    >
  | { code: 'no-token' }
  | { code: 'attempt-not-found' }
  /** Another attempt of this order is being decided. */
  | { code: 'payment-in-process'; attemptId: string }
  | { code: 'too-many-attempts'; retryAfterSeconds: number }
  /** Declined cards of this address, payer, order or store. */
  | { code: 'too-many-cards'; retryAfterSeconds: number }
  | { code: 'too-often'; retryAfterSeconds: number }
  /** Nobody knows yet whether it happened; asking again is safe. */
  | { code: 'provider-unreachable'; retryAfterSeconds: number }
  | { code: 'provider-credentials' }
  | { code: 'provider-refused'; providerCode: string };

export const refusalOfFailure = (failure: ProviderFailure): PaymentRefusal => {
  switch (failure.kind) {
    case 'unreachable':
      return { code: 'provider-unreachable', retryAfterSeconds: 5 };
    case 'busy':
      return {
        code: 'provider-unreachable',
        retryAfterSeconds: Math.max(1, Math.ceil(failure.retryAfterMs / 1000)),
      };
    case 'credentials':
      return { code: 'provider-credentials' };
    case 'not-found':
    case 'not-now':
      return { code: 'provider-refused', providerCode: failure.kind };
    case 'refused':
      return { code: 'provider-refused', providerCode: failure.code };
  }
};

export function problemOfPayment(refusal: PaymentRefusal): Problem {
  switch (refusal.code) {
    case 'order-not-found':
    case 'already-paid':
    case 'order-over':
    case 'not-from-here':
    case 'method-off':
      return problemOf(refusal);
    case 'no-token':
      return problem(
        401,
        refusal.code,
        'Pedido de outro aparelho',
        'Só quem fez o pedido pode pagar por aqui. Pague no balcão com o número do pedido.',
      );
    case 'attempt-not-found':
      return problem(
        404,
        refusal.code,
        'Pagamento não encontrado',
        'Este pagamento não existe. Gere um novo.',
      );
    case 'payment-in-process':
      return problem(
        409,
        refusal.code,
        'Pagamento em andamento',
        'Já há um pagamento deste pedido em andamento. Aguarde o resultado antes de tentar de novo.',
        {
          attemptId: refusal.attemptId,
        },
      );
    case 'too-many-attempts':
      return problem(
        429,
        refusal.code,
        'Muitas tentativas',
        'O cartão foi recusado três vezes. Espere alguns minutos ou escolha outra forma de pagamento.',
        {
          retryAfterSeconds: refusal.retryAfterSeconds,
        },
      );
    case 'too-many-cards':
      return problem(
        429,
        refusal.code,
        'Cartão em pausa',
        'Muitos cartões foram recusados em pouco tempo. Seu pedido está guardado: pague com PIX ou no balcão, ou tente o cartão mais tarde.',
        { retryAfterSeconds: refusal.retryAfterSeconds },
      );
    case 'too-often':
      return problem(
        429,
        refusal.code,
        'Muitos pedidos',
        'Muitas consultas em pouco tempo. Espere um instante.',
        { retryAfterSeconds: refusal.retryAfterSeconds },
      );
    case 'provider-unreachable':
      return problem(
        503,
        refusal.code,
        'Mercado Pago sem resposta',
        'O Mercado Pago não respondeu agora. Tente de novo em instantes: você não será cobrado duas vezes.',
        {
          retryAfterSeconds: refusal.retryAfterSeconds,
        },
      );
    case 'provider-credentials':
      return problem(
        503,
        refusal.code,
        'Pagamento online indisponível',
        'O pagamento online está com problema de configuração. Pague no balcão ou avise a loja.',
      );
    case 'provider-refused':
      return problem(
        502,
        refusal.code,
        'Pagamento não aceito',
        'O Mercado Pago não aceitou este pagamento. Tente outra forma de pagamento.',
        {
          providerCode: refusal.providerCode,
        },
      );
  }
}

export function problemOfRefund(refusal: RefundRefusal): Problem {
  switch (refusal.kind) {
    case 'attempt-not-found':
      return problem(404, refusal.kind, 'Pagamento não encontrado', 'Este pagamento não existe no relay.');
    case 'nothing-to-refund':
      return problem(409, refusal.kind, 'Nada a devolver', 'Este pagamento não tem valor a devolver.');
    case 'too-much':
      return problem(
        422,
        refusal.kind,
        'Valor alto demais',
        `Só restam ${formatCents(refusal.leftCents)} a devolver deste pagamento.`,
        { leftCents: refusal.leftCents },
      );
    case 'key-reused':
      return problem(
        409,
        refusal.kind,
        'Devolução repetida',
        'Esta devolução já foi pedida com outro valor.',
      );
    case 'key-needed':
      return problem(
        422,
        refusal.kind,
        'Devolução sem identificação',
        'Uma devolução parcial precisa da sua própria identificação.',
      );
  }
}
