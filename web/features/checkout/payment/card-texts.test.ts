import { describe, expect, test } from 'vitest';
import { CARD_FALLBACK, cardText, cardTitle } from './card-texts.ts';

const rejected = (statusDetail: string | null, paymentId: string | null = '77') =>
  cardText({ status: 'rejected', statusDetail, paymentId });

describe('what a card payment says', () => {
  test.each([
    ['cc_rejected_bad_filled_card_number', /número do cartão/i],
    ['cc_rejected_bad_filled_date', /validade/i],
    ['cc_rejected_bad_filled_other', /dado do cartão/i],
    ['cc_rejected_bad_filled_security_code', /código de segurança incorreto/i],
    ['cc_rejected_blacklist', /não pode ser usado aqui/i],
    ['cc_rejected_call_for_authorize', /ligue/i],
    ['cc_rejected_card_disabled', /desativado/i],
    ['cc_rejected_card_error', /não conseguiu usar este cartão/i],
    ['cc_rejected_duplicated_payment', /acabou de ser feito/i],
    ['cc_rejected_high_risk', /recusado por segurança/i],
    ['cc_rejected_insufficient_amount', /^Saldo insuficiente\. Verifique seu limite ou tente outro cartão\./],
    ['cc_rejected_invalid_installments', /parcelas/i],
    ['cc_rejected_max_attempts', /tentativas/i],
    ['cc_rejected_other_reason', /não autorizou/i],
    ['cc_rejected_card_type_not_allowed', /tipo de cartão/i],
    ['rejected_by_bank', /não autorizou/i],
    ['rejected_by_regulations', /regra do banco/i],
  ])('%s: why, what to do, and the payment to name', (detail, words) => {
    expect(rejected(detail)).toMatch(words);
    expect(rejected(detail)).toMatch(/ \(ID: 77\)$/);
    expect(rejected(detail)).not.toContain(CARD_FALLBACK);
  });

  test.each([
    ['in_process', 'pending_contingency', /até uma hora/],
    ['in_process', 'pending_review_manual', /em análise/],
    ['in_process', 'offline_process', /banco está fora do ar/],
    ['in_process', 'deferred_retry', /tentado de novo/],
    ['in_process', null, /processamento/],
    ['pending', null, /pendente/],
    ['charged_back', null, /contestado/],
    // Who is told of an error pays again.
    ['in_process', 'pending_detail_invented_tomorrow', /processamento/],
    ['approved', 'detail_invented_tomorrow', /^Pagamento aprovado\./],
    ['approved', 'accredited', /^Pagamento aprovado\./],
    ['approved', null, /^Pagamento aprovado\./],
    ['authorized', null, /^Pagamento autorizado\. Falta só a confirmação do banco; acompanhe por aqui\.$/],
    ['cancelled', null, /cancelado/],
    ['refunded', null, /devolvido/],
  ])('%s (%s) says how it stands, without an id', (status, statusDetail, words) => {
    const text = cardText({ status, statusDetail, paymentId: '77' });
    expect(text).toMatch(words);
    expect(text).not.toContain('ID:');
  });

  test('a detail that nobody knows falls back, with the id', () => {
    expect(rejected('cc_rejected_detail_invented_tomorrow')).toBe(`${CARD_FALLBACK} (ID: 77)`);
    expect(CARD_FALLBACK).toBe('Erro no pagamento. Tente novamente ou use outro método.');
  });

  test('a rejection without a detail says that it is one, and what to do', () => {
    expect(rejected(null)).toBe(
      'Pagamento rejeitado. Tente outro cartão ou outra forma de pagamento. (ID: 77)',
    );
  });

  test('without a payment there is no id to name', () => {
    expect(rejected('cc_rejected_high_risk', null)).not.toContain('ID:');
  });

  test('a rejection and other states have their own headings', () => {
    expect(cardTitle('rejected')).toBe('Pagamento rejeitado');
    expect(cardTitle('in_process')).toBe('Status do pagamento: em processamento');
  });

  // The provider's states, of which a customer reads none in its English.
  test.each([
    ['pending', 'pendente'],
    ['in_process', 'em processamento'],
    ['in_mediation', 'em mediação'],
    ['authorized', 'autorizado'],
    ['approved', 'aprovado'],
    ['cancelled', 'cancelado'],
    ['refunded', 'devolvido'],
    ['charged_back', 'contestado'],
  ])('the heading of %s is in Portuguese: %s', (status, word) => {
    expect(cardTitle(status)).toBe(`Status do pagamento: ${word}`);
  });
});
