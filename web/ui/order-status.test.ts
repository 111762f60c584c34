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

it('a step that was reached says when: the first of them when the order was made', () => {
  const at = (minute: number): number => new Date(2026, 10, 28, 12, minute).getTime();
  const times = {
    createdAtMs: at(1),
    receivedAtMs: at(2),
    preparingAtMs: at(3),
    readyAtMs: null,
    deliveredAtMs: null,
  };
  const html = renderToStaticMarkup(createElement(Timeline, { status: 'PREPARING', times }));
  expect(html.match(/\d\d:\d\d/g)).toEqual(['12:01', '12:03']);
});
