import { expect, it } from 'vitest';
import { differenceText, methodText, movedOf, statusText, type MatchingRow } from './matching.ts';

it.each([
  ['unknown-payment', 'pagamento que o site não conhece'],
  ['not-at-provider', 'não está no Mercado Pago'],
  ['status', 'situação diferente'],
  ['amount', 'valor diferente'],
  ['refunded', 'devolução diferente'],
  ['mismatch', 'pagamento separado, a resolver'],
  ['order-missing', 'pedido não encontrado'],
  ['order-unpaid', 'pedido ainda não consta como pago'],
] as const)('the difference %s is told as %j', (difference, text) =>
  expect(differenceText(difference)).toBe(text),
);

it.each([
  ['pix', 'PIX'],
  ['credit_card', 'Cartão de crédito'],
  ['debit_card', 'Cartão de débito'],
  ['ticket', 'ticket'],
  [null, ''],
])('the method %j is told as %j', (method, text) => expect(methodText(method)).toBe(text));

it.each([
  ['created', 'criado'],
  ['pending', 'aguardando'],
  ['in_process', 'em análise'],
  ['rejected', 'recusado'],
  ['cancelled', 'cancelado'],
  ['expired', 'vencido'],
  ['approved', 'aprovado'],
  ['partially_refunded', 'devolvido em parte'],
  ['refunded', 'devolvido'],
  ['charged_back', 'contestado'],
  ['in_mediation', 'in_mediation'],
  [null, ''],
])('the status %j is told as %j', (status, text) => expect(statusText(status)).toBe(text));

it.each<[string, Partial<MatchingRow>, [number, number] | null]>([
  ['was paid', { providerStatus: 'approved' }, [2500, 0]],
  ['went back in part', { providerStatus: 'partially_refunded', refundedCents: 1000 }, [2500, 1000]],
  ['went back', { providerStatus: 'refunded', refundedCents: 2500 }, [2500, 2500]],
  ['the bank took back', { providerStatus: 'charged_back' }, [2500, 2500]],
  ['nobody paid', { providerStatus: 'pending' }, null],
  ['the provider does not have', { providerStatus: null }, null],
  ['the provider names no amount of', { providerStatus: 'approved', paidCents: null }, null],
])('what %s moved so much', (_, changes, moved) => {
  const row: MatchingRow = {
    providerPaymentId: '77',
    attemptId: null,
    orderId: null,
    orderCode: null,
    method: 'pix',
    providerStatus: null,
    attemptStatus: null,
    orderPaymentStatus: null,
    paidCents: 2500,
    expectedCents: 2500,
    refundedCents: 0,
    createdAtMs: 1,
    differences: [],
  };
  const [receivedCents, returnedCents] = moved ?? [];
  expect(movedOf([{ ...row, ...changes }])).toEqual(
    moved === null ? [] : [{ way: 'pix', name: 'PIX', receivedCents, returnedCents }],
  );
});
