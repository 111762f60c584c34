import { expect, it } from 'vitest';
import { differenceText, methodText, statusText } from './matching.ts';

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
