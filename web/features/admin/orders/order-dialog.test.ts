// What the full history of an order shows.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore, Provider } from 'jotai';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { awayAtom } from '../../../data/staff/board/live.ts';
import { wordsOf } from '../../../testing/words.ts';
import { OrderDialog } from './order-dialog.tsx';

it('each item stands with its own price, beside the total', () => {
  const [item] = sampleOrder().items;
  if (!item) throw new Error('the sample order has no item');
  const items = [
    { ...item, id: 'a', priceCents: 1990 },
    { ...item, id: 'b', priceCents: 2645 },
  ];
  const store = createStore();
  // Slips and refunds are asked for at the shop only.
  store.set(awayAtom, true);
  const html = renderToStaticMarkup(
    createElement(
      Provider,
      { store },
      createElement(OrderDialog, {
        order: { ...sampleOrder(), items, subtotalCents: 4635, discountCents: 0, totalCents: 4635 },
        onClose: () => {},
      }),
    ),
  );
  const lines = (html.split('Itens</h3>')[1] ?? '').split('<li').slice(1);
  expect(lines.map((line) => /R\$\s[\d,]+/.exec(line)?.[0])).toEqual(['R$ 19,90', 'R$ 26,45']);
});

it.each([
  [{ source: 'relay' }, 'Origem Site'],
  [{ source: 'lan' }, 'Origem Wi-Fi da loja'],
  [{ source: 'counter' }, 'Origem Balcão'],
  [{ status: 'CANCELLED', cancelReason: 'expirado' }, 'Cancelado · Não foi pago a tempo'],
  [{ status: 'CANCELLED', cancelReason: 'retirado' }, 'Cancelado · Retirado pelo cliente'],
  [{ status: 'CANCELLED', cancelReason: 'loja' }, 'Cancelado · Cancelado pela loja'],
  [{ status: 'CANCELLED', cancelReason: 'cliente' }, 'Cancelado · Cancelado a pedido do cliente'],
  [{ status: 'CANCELLED', cancelReason: 'estornado' }, 'Cancelado · Pagamento devolvido'],
  [{ paymentStatus: 'cancelled' }, 'Pagamento Cancelado'],
] as const)('an order with %j says "%s"', (changes, said) => {
  const dialog = createElement(OrderDialog, { order: sampleOrder(changes), onClose: () => {} });
  expect(wordsOf(dialog)).toContain(said);
});
