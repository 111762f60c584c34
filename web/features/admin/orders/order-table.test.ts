// What the owner reads of an order's money.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PaymentState } from './order-table.tsx';

it.each([
  ['DELIVERED', 'Pago', true],
  ['CANCELLED', 'Devolvido', false],
] as const)('a cash sale that is %s is "%s", green: %s', (status, said, isGreen) => {
  const order = sampleOrder({ status, paymentStatus: 'approved', paymentMethod: 'cash' });
  const html = renderToStaticMarkup(createElement(PaymentState, { order }));
  expect(html).toContain(`>${said}</span>`);
  expect(html.includes('badge-success')).toBe(isGreen);
});
