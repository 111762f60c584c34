// What the audit says of an order that is given away, in part or whole: by the name of its kind, with what was charged before.
import { expect, it } from 'vitest';
import { formatCents } from '@balcao/shared/money.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { concessionText } from './sentences.ts';

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
