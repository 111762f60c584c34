// When the counter turns green, and what it says of money that the order does not have.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MoneyAwaited } from './money-came.tsx';
import { whatToKnow } from './terminal-pay.tsx';
import { moneyStateOf } from './use-paid-order.ts';

const nothing = { isTaken: false, isApproved: false, isPart: true, isLate: false };

it.each([
  ['none', nothing],
  ['paid', { ...nothing, isTaken: true }],
  // Of a whole order the provider's word is enough.
  ['paid', { ...nothing, isApproved: true, isPart: false }],
  ['paid', { ...nothing, isApproved: true, isPart: false, isLate: true }],
  ['came', { ...nothing, isApproved: true }],
  ['no-room', { ...nothing, isApproved: true, isLate: true }],
  // Late, and in the order after all.
  ['paid', { ...nothing, isTaken: true, isApproved: true, isLate: true }],
] as const)('money is %s', (state, money) => {
  expect(moneyStateOf(money)).toBe(state);
});

it('what the order had no room for is said to go back, and is not green', () => {
  const html = (hasRoom: boolean) =>
    renderToStaticMarkup(createElement(MoneyAwaited, { hasRoom, onNoRoom: undefined }));
  expect(html(false)).toContain('O dinheiro veio e não coube no pedido: volta ao cliente');
  expect(html(false)).not.toContain('success');
  expect(html(true)).not.toContain('volta ao cliente');
});

it('a part that went back leaves that part unpaid, not the order', () => {
  expect(whatToKnow('returned', null, true)).toBe('Esta parte continua sem pagamento.');
  expect(whatToKnow('returned', null, false)).toBe('O pedido continua sem pagamento.');
});
