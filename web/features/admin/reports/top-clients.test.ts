// How the month's best customers are named.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TopClients } from './top-clients.tsx';

it('the three best stand as gold, silver and bronze, each with its name', () => {
  const clients = [4, 3, 1, 0].map((orderCount) => ({
    phone: `1190000000${orderCount}`,
    orderCount,
    totalSpentCents: orderCount * 100,
  }));
  const html = renderToStaticMarkup(createElement(TopClients, { clients }));
  const shown = html.split('<li').slice(1);
  expect(shown.map((one) => /bg-\[(#\w+)\]/.exec(one)?.[1])).toEqual(['#f5c542', '#c9ced6', '#d99a6c']);
  expect(shown.map((one) => /(Premium|Fidelidade|Especial).*?(\d pedidos?)/s.exec(one)?.slice(1))).toEqual([
    ['Premium', '4 pedidos'],
    ['Fidelidade', '3 pedidos'],
    ['Especial', '1 pedido'],
  ]);
});
