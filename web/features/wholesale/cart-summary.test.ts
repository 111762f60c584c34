// What stands beside the wholesale cart: what it comes to, how it is paid, and the button that sends it.
import type { Problem } from '@balcao/shared/http/problem.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ApiError } from '../../data/request.ts';
import { problemOf } from '../../testing/shop.ts';
import { CartSummary } from './cart-summary.tsx';

type Props = Parameters<typeof CartSummary>[0];

function summary(changes: Partial<Props> = {}): { html: string; text: string; button: string } {
  const props: Props = {
    lines: 2,
    units: 4,
    totalCents: 43_460,
    terms: '',
    missing: 0,
    gone: 0,
    isAway: false,
    view: { state: 'idle' },
    ...changes,
  };
  const html = renderToStaticMarkup(
    createElement(StaticRouter, { location: '/atacado/carrinho' }, createElement(CartSummary, props)),
  );
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return { html, text, button: /<button[^>]*>[^<]*<\/button>/.exec(html)?.[0] ?? '' };
}

it('says how many products and units the cart holds and what they come to', () => {
  expect(summary().text).toMatch(/Resumo do Pedido 2 produtos 4 unidades Total R\$ 434,60/);
});

it('says that nothing is charged here: payment is arranged with the shop, which calls to confirm', () => {
  const { text } = summary();
  expect(text).toContain('Nada é cobrado aqui: o pagamento é combinado com a loja, que liga para confirmar.');
  expect(text).not.toMatch(/PIX|Cartão|Dinheiro/i);
});

it('shows how much of the minimum order lies in the cart, once some of it is missing', () => {
  expect(summary({ missing: 6_540 }).html).toMatch(/<progress[^>]* value="43460" max="50000"/);
  expect(summary().html).not.toContain('<progress');
});

it("is sent with 'Finalizar Pedido', unless a line cannot be ordered, the minimum is missed or the shop is away", () => {
  expect(summary().button).toMatch(/^<button type="submit"(?![^>]*disabled)[^>]*>Finalizar Pedido</);
  for (const why of [{ gone: 1 }, { missing: 1 }, { isAway: true }])
    expect(summary(why).button).toMatch(/ disabled="".*>Finalizar Pedido</);
});

it('says how many lines cannot be ordered any more', () => {
  expect(summary({ gone: 1 }).text).toContain('1 item não pode mais ser pedido. Remova para continuar.');
  expect(summary({ gone: 2 }).text).toContain('2 itens não podem mais ser pedidos. Remova para continuar.');
  expect(summary().text).not.toContain('Remova para continuar');
});

it('says why an order was not sent: what the store named, or that nobody knows yet whether it came', () => {
  const error = (detail: string, more: Partial<Problem> = {}) =>
    new ApiError(409, problemOf(409, detail, more));
  const refused = (detail: string, more: Partial<Problem> = {}) =>
    summary({ view: { state: 'refused', error: error(detail, more) } }).text;
  expect(refused('O pedido mínimo é R$ 500,00.')).toContain('O pedido mínimo é R$ 500,00.');
  expect(refused('Mudou.', { code: 'price-changed', totalCents: 50_000 })).toContain(
    'Os preços mudaram: o total agora é R$ 500,00.',
  );
  const errors = [
    { field: 'items[0]', message: 'O tamanho 5 L acabou.' },
    { field: 'items[1]', message: 'O sabor Banana acabou.' },
  ];
  expect(refused('Confira o pedido.', { errors })).toMatch(
    /Confira o pedido\. O tamanho 5 L acabou\. O sabor Banana acabou\./,
  );
  // One reason is what the sentence says already.
  expect(refused('O tamanho 5 L acabou.', { errors: errors.slice(0, 1) }).match(/5 L acabou/g)).toHaveLength(
    1,
  );
  const twice = [errors[0]!, { ...errors[0]!, field: 'items[1]' }];
  expect(refused('O tamanho 5 L acabou.', { errors: twice }).match(/5 L acabou/g)).toHaveLength(1);
  expect(summary({ view: { state: 'lapsed' } }).text).toContain(
    'A loja não respondeu a tempo e o pedido não foi feito. Seu carrinho continua aqui',
  );
  expect(summary({ view: { state: 'unknown', error: error('A loja não respondeu.') } }).text).toContain(
    'A loja não respondeu. Ainda não sabemos se o pedido chegou',
  );
});
