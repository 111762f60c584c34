// What becomes of a card payment, decided by the name on the card as in the provider's sandbox, and which
// brand a number is. The first half of the names are the sandbox's; the rest are this simulator's own.

import type { PaymentStatus } from './payment.ts';

export type CardOutcome = {
  status: PaymentStatus;
  detail: string;
  label: string;
  /** Not even asked for a yes or no is it decided at once, as where the bank asks its customer first. */
  evenInBinaryMode?: true;
};

const rejected = (detail: string, label: string): CardOutcome => ({ status: 'rejected', detail, label });

export const CARD_OUTCOMES: Readonly<Record<string, CardOutcome>> = {
  APRO: { status: 'approved', detail: 'accredited', label: 'Aprovado' },
  CONT: { status: 'in_process', detail: 'pending_contingency', label: 'Em processamento' },
  OTHE: rejected('cc_rejected_other_reason', 'Recusado: erro geral'),
  CALL: rejected('cc_rejected_call_for_authorize', 'Recusado: ligar para autorizar'),
  FUND: rejected('cc_rejected_insufficient_amount', 'Recusado: saldo insuficiente'),
  SECU: rejected('cc_rejected_bad_filled_security_code', 'Recusado: código de segurança'),
  EXPI: rejected('cc_rejected_bad_filled_date', 'Recusado: validade'),
  FORM: rejected('cc_rejected_bad_filled_other', 'Recusado: erro no formulário'),
  CARD: rejected('cc_rejected_bad_filled_card_number', 'Recusado: número do cartão'),
  INST: rejected('cc_rejected_invalid_installments', 'Recusado: parcelas'),
  DUPL: rejected('cc_rejected_duplicated_payment', 'Recusado: pagamento repetido'),
  LOCK: rejected('cc_rejected_card_disabled', 'Recusado: cartão desativado'),
  CTNA: rejected('cc_rejected_card_type_not_allowed', 'Recusado: tipo de cartão'),
  ATTE: rejected('cc_rejected_max_attempts', 'Recusado: tentativas demais'),
  BLAC: rejected('cc_rejected_blacklist', 'Recusado: lista de bloqueio'),
  // Below: details that the sandbox offers no name for.
  RISK: rejected('cc_rejected_high_risk', 'Recusado: risco alto'),
  ERRO: rejected('cc_rejected_card_error', 'Recusado: erro do cartão'),
  BANK: rejected('rejected_by_bank', 'Recusado: banco'),
  REGU: rejected('rejected_by_regulations', 'Recusado: regulamento'),
  NOVO: rejected('cc_rejected_detail_invented_tomorrow', 'Recusado: detalhe desconhecido'),
  REVI: { status: 'in_process', detail: 'pending_review_manual', label: 'Em análise manual' },
  OFFL: { status: 'in_process', detail: 'offline_process', label: 'Processamento offline' },
  LENT: {
    status: 'in_process',
    detail: 'pending_contingency',
    label: 'Em processamento, mesmo sem espera pedida',
    evenInBinaryMode: true,
  },
  DEFE: { status: 'in_process', detail: 'deferred_retry', label: 'Nova tentativa adiada' },
};

/** The outcome for a cardholder's name. A name that is not in the table pays: people type their own in demos. */
export function outcomeFor(holderName: string): CardOutcome {
  const word = holderName.trim().toUpperCase().split(/\s+/)[0] ?? '';
  return CARD_OUTCOMES[word] ?? { status: 'approved', detail: 'accredited', label: 'Aprovado' };
}

export type PaymentMethod = {
  id: string;
  name: string;
  typeId: 'bank_transfer' | 'credit_card' | 'debit_card';
  issuerId: string | null;
  minAmount: number;
  maxAmount: number;
  bin: RegExp | null;
  cardNumberLength: number;
  securityCodeLength: number;
};

const card = (
  id: string,
  name: string,
  issuerId: string,
  bin: RegExp,
  typeId: 'credit_card' | 'debit_card' = 'credit_card',
): PaymentMethod => ({
  id,
  name,
  typeId,
  issuerId,
  minAmount: 0.5,
  maxAmount: 60_000,
  bin,
  cardNumberLength: id === 'amex' ? 15 : 16,
  securityCodeLength: id === 'amex' ? 4 : 3,
});

/** In the order in which a number is tried: the narrow ranges before the wide ones. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [
  {
    id: 'pix',
    name: 'PIX',
    typeId: 'bank_transfer',
    issuerId: null,
    minAmount: 0.01,
    maxAmount: 1_000_000,
    bin: null,
    cardNumberLength: 0,
    securityCodeLength: 0,
  },
  card('debelo', 'Elo Débito', '12501', /^506776/, 'debit_card'),
  card(
    'elo',
    'Elo',
    '12500',
    /^(401178|438935|45(1416|7631)|504175|5067|509\d|627780|636297|636368|650|651|655)/,
  ),
  card('hipercard', 'Hipercard', '12502', /^(606282|3841)/),
  card('amex', 'American Express', '12503', /^3[47]/),
  card('debmaster', 'Mastercard Débito', '12504', /^528733/, 'debit_card'),
  card('master', 'Mastercard', '24', /^(503143|503175|5[1-5]|2(2[2-9]|[3-6]\d|7[01]|720))/),
  card('debvisa', 'Visa Débito', '12505', /^400276/, 'debit_card'),
  card('visa', 'Visa', '25', /^4/),
];

export const methodOfCard = (digits: string): PaymentMethod | null =>
  PAYMENT_METHODS.find((method) => method.bin?.test(digits) === true) ?? null;

export function luhnValid(digits: string): boolean {
  let sum = 0;
  Array.from(digits)
    .reverse()
    .forEach((digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    });
  return sum % 10 === 0;
}
