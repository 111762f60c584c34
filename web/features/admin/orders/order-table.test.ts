// What the owner reads of an order's money.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen.ts';
import { OrderTable, PaymentState } from './order-table.tsx';

it.each([
  ['DELIVERED', 'Pago', true],
  ['CANCELLED', 'Devolvido', false],
] as const)('a cash sale that is %s is "%s", green: %s', (status, said, isGreen) => {
  const order = sampleOrder({ status, paymentStatus: 'approved', paymentMethod: 'cash' });
  const html = renderToStaticMarkup(createElement(PaymentState, { order }));
  expect(html).toContain(`>${said}</span>`);
  expect(html.includes('badge-success')).toBe(isGreen);
});

it('orders stand by what is read of their money', async () => {
  // 'Devolvido', though it was paid: what staff had taken is back in its customer's hands.
  const back = { status: 'CANCELLED', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
  const orders = [
    sampleOrder({
      id: 'pago',
      simpleId: 1,
      status: 'READY',
      paymentStatus: 'approved',
      paymentMethod: 'cash',
    }),
    sampleOrder({ id: 'devolvido', simpleId: 2, ...back }),
    sampleOrder({ id: 'em-analise', simpleId: 3, paymentStatus: 'in_process', paymentMethod: 'pix' }),
  ];
  const none = () => undefined;
  const screen = await openScreen(
    createElement(OrderTable, { orders, empty: '', onOpen: none, onChanged: none, onGone: none }),
  );
  await screen.tap('Pagamento');
  const read = screen.all('tbody tr').map((row) => /Pago|Devolvido|Em análise/.exec(row.textContent)?.[0]);
  expect(read).toEqual(['Devolvido', 'Em análise', 'Pago']);
});
