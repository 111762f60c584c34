// What a card payment says, by the provider's detail code: why, and what to do next. Texts of the specification stand here to the
// letter.

const CARD_TEXTS: Record<string, string> = {
  cc_rejected_bad_filled_card_number: 'Número do cartão incorreto. Confira os números e tente de novo.',
  cc_rejected_bad_filled_date: 'Data de validade incorreta. Confira o mês e o ano e tente de novo.',
  cc_rejected_bad_filled_other: 'Algum dado do cartão está incorreto. Confira tudo e tente de novo.',
  cc_rejected_bad_filled_security_code:
    'Código de segurança incorreto. Confira os números no verso do cartão e tente de novo.',
  cc_rejected_blacklist: 'Este cartão não pode ser usado aqui. Tente outro cartão ou pague com PIX.',
  cc_rejected_call_for_authorize:
    'O banco quer confirmar com você. Ligue para o número no verso do cartão, autorize a compra e tente de novo.',
  cc_rejected_card_disabled: 'Cartão desativado. Ligue para o banco para ativar ou use outro cartão.',
  cc_rejected_card_error:
    'O banco não conseguiu usar este cartão agora. Tente de novo em instantes ou use outro cartão.',
  cc_rejected_card_type_not_allowed:
    'Este tipo de cartão não é aceito aqui. Use outro cartão ou pague com PIX.',
  cc_rejected_duplicated_payment:
    'Um pagamento igual acabou de ser feito. Veja em Acompanhar Pedido antes de pagar de novo; se precisar, use outro cartão.',
  cc_rejected_high_risk: 'Pagamento recusado por segurança. Use outro cartão ou pague com PIX.',
  cc_rejected_insufficient_amount: 'Saldo insuficiente. Verifique seu limite ou tente outro cartão.',
  cc_rejected_invalid_installments:
    'Este cartão não aceita esse número de parcelas. Escolha outro parcelamento.',
  cc_rejected_max_attempts:
    'Muitas tentativas com este cartão. Espere um pouco, use outro cartão ou pague com PIX.',
  cc_rejected_other_reason: 'O banco não autorizou o pagamento. Tente outro cartão ou fale com o seu banco.',
  rejected_by_bank: 'O banco não autorizou o pagamento. Tente outro cartão ou fale com o seu banco.',
  rejected_by_regulations:
    'O pagamento não pôde ser feito por uma regra do banco. Tente outro cartão ou pague com PIX.',
  pending_contingency:
    'Estamos processando seu pagamento. Em até uma hora o pedido é confirmado; acompanhe por aqui.',
  pending_review_manual:
    'Seu pagamento está em análise. Assim que for aprovado o pedido vai para a cozinha; acompanhe por aqui.',
  offline_process:
    'O banco está fora do ar e vai processar seu pagamento assim que voltar. Acompanhe por aqui.',
  deferred_retry: 'O pagamento será tentado de novo automaticamente. Acompanhe por aqui.',
  rejected: 'Pagamento rejeitado. Tente outro cartão ou outra forma de pagamento.',
  accredited: 'Pagamento aprovado. Seu pedido já vai para a cozinha.',
  approved: 'Pagamento aprovado. Seu pedido já vai para a cozinha.',
  authorized: 'Pagamento autorizado. Falta só a confirmação do banco; acompanhe por aqui.',
  in_process: 'Pagamento em processamento. Aguarde a confirmação; acompanhe por aqui.',
  pending: 'Pagamento pendente. Aguarde a confirmação; acompanhe por aqui.',
  cancelled: 'Pagamento cancelado. Tente de novo ou escolha outra forma de pagamento.',
  refunded: 'Este pagamento foi devolvido. Se ainda quer o pedido, pague de novo.',
  charged_back: 'Este pagamento foi contestado. Fale com a loja.',
};

export const CARD_FALLBACK = 'Erro no pagamento. Tente novamente ou use outro método.';

/** What a card payment's answer means and what to do next; for a rejection the provider's id is appended. */
export function cardText(answer: {
  status: string;
  statusDetail: string | null;
  paymentId: string | null;
}): string {
  const text =
    (answer.statusDetail === null ? undefined : CARD_TEXTS[answer.statusDetail]) ??
    CARD_TEXTS[answer.status] ??
    CARD_FALLBACK;
  // An unknown detail of a rejection says less than the fallback does.
  const known =
    answer.statusDetail !== null && !(answer.statusDetail in CARD_TEXTS) && answer.status === 'rejected'
      ? CARD_FALLBACK
      : text;
  return answer.status === 'rejected' && answer.paymentId ? `${known} (ID: ${answer.paymentId})` : known;
}

/** The heading over a payment that was not approved. */
export const cardTitle = (status: string): string =>
  status === 'rejected' ? 'Pagamento rejeitado' : `Status do pagamento: ${STATUS_WORDS[status] ?? status}`;

const STATUS_WORDS: Record<string, string> = {
  pending: 'pendente',
  in_process: 'em processamento',
  in_mediation: 'em mediação',
  authorized: 'autorizado',
  approved: 'aprovado',
  cancelled: 'cancelado',
  refunded: 'devolvido',
  charged_back: 'contestado',
};
