// What the audit says of an order that is given away, in part or whole: by the name of its kind, with what was charged before; and of money
// that goes back: each amount with the way by which it does.
import { expect, it } from 'vitest';
import { formatCents } from '@balcao/shared/money.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { backText, concessionText } from './sentences.ts';

it.each([
  ['discount', 'desconto'],
  ['courtesy', 'cortesia'],
  ['staff-meal', 'refeição de funcionário'],
] as const)('a %s is said as %s', (kind, name) => {
  const order = sampleOrder({
    simpleId: 7,
    totalCents: 880,
    concession: { kind, cents: 2000, reason: 'Almoço da Bia' },
  });
  expect(concessionText(order, { userId: 'u1' }, null)).toBe(
    `deu ${name} de ${formatCents(2000)} (de ${formatCents(2880)}) no pedido nº 7: Almoço da Bia`,
  );
});

it.each([
  ['cash', null, 'em dinheiro'],
  ['terminal', null, 'na maquininha'],
  ['terminal', 'debito', 'na maquininha (débito)'],
  ['terminal', 'credito', 'na maquininha (crédito)'],
  ['terminal', 'vale', 'na maquininha (vale)'],
  ['pix_manual', null, 'em PIX (manual)'],
  ['pix', null, 'pelo PIX do Mercado Pago'],
  ['credit_card', null, 'no cartão de crédito, pelo Mercado Pago'],
  ['debit_card', null, 'no cartão de débito, pelo Mercado Pago'],
] as const)('what goes back by %s (%s) is said to go back %s', (method, card, way) => {
  expect(backText([{ method, card, cents: 1500 }])).toBe(`, devolvendo ${formatCents(1500)} ${way}`);
});
