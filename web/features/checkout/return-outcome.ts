// What a provider's return address claims, and how the page says it. Pure.

export type ReturnOutcome = 'approved' | 'rejected' | 'pending' | 'error';

const OUTCOMES: Record<string, ReturnOutcome> = {
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'rejected',
  pending: 'pending',
  in_process: 'pending',
};

/** `collection_status`, else `status`; anything else is an error. */
export const claimedOutcome = (params: { get: (name: string) => string | null }): ReturnOutcome =>
  OUTCOMES[params.get('collection_status') ?? params.get('status') ?? ''] ?? 'error';

export const RETURN_TEXTS: Record<ReturnOutcome, { title: string; text: string }> = {
  approved: { title: 'Pagamento Aprovado!', text: 'Tudo certo com o pagamento. Levando você ao pedido…' },
  rejected: {
    title: 'Pagamento Rejeitado',
    text: 'O pagamento não passou. Você pode tentar de novo ou escolher outra forma de pagamento.',
  },
  pending: {
    title: 'Pagamento Pendente',
    text: 'A confirmação pode levar alguns minutos. Com PIX costuma ser na hora.',
  },
  error: {
    title: 'Erro no Pagamento',
    text: 'Não conseguimos saber o resultado do pagamento. Veja o pedido em Acompanhar Pedido antes de pagar de novo.',
  },
};
