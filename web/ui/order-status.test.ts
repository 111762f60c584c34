// What a customer reads of how an order goes, in the words of the specification.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Timeline } from './order-status.tsx';

it('the timeline says each step, and where the order is', () => {
  const html = renderToStaticMarkup(createElement(Timeline, { status: 'READY', times: null }));
  const steps = html.split('<li').slice(1);
  expect(steps.map((step) => `<li${step}`.replaceAll(/<[^>]*>/g, ''))).toEqual([
    'Pedido Recebido, feito',
    'Em Preparo, feito',
    'Pronto, agora',
    'Entregue, falta',
  ]);
});
