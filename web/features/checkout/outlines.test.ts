// From the cart to the payment as it is read and heard; `outlines/` is read by whoever changes it.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { fullCart, fullMenu, NOW_MS, openFullShop, standClock } from '../../testing/full-shop.ts';
import { refused } from '../../testing/shop.ts';
import { createWalk } from '../../testing/walk.ts';
import CheckoutPage from './checkout-page.tsx';
import './edit-dialog.tsx';
import './payment/cash-view.tsx';
import './payment/card-view.tsx';
import './price-dialog.tsx';
import './toppings-dialog.tsx';

const page = createElement(CheckoutPage);
const screens = createElement(
  Routes,
  null,
  createElement(Route, { path: '/carrinho', element: page }),
  createElement(Route, { path: '/pedido/carrinho', element: page }),
  createElement(Route, { path: '*', element: createElement('p', null, 'Outra tela') }),
);
const SEND = 'POST /api/orders';
const PLACED = {
  state: 'placed',
  order: { code: '7K2MQ9XWTB', createdAtMs: NOW_MS },
  trackingToken: 'token-1',
};

it('the cart', async () => {
  standClock();
  const walk = createWalk();
  const open = (more: Parameters<typeof openFullShop>[2]) =>
    openFullShop(walk, screens, { path: '/carrinho', ...more });
  (await open({})).see('nothing in it');
  const cart = fullCart.map((item) => (item.id === 'item-3' ? { ...item, priceCents: 2_500 } : item));
  const full = await open({ kept: { 'acai-cart': cart } });
  full.see('something of everything, one of it dearer than it was');
  await full.go('Ver complementos de Açaí Grande: Meio: Granola · Topo: Granola e Mel');
  await full.go('Fechar', 'Editar Açaí Pequeno', 'Banana', 'Granola contém castanhas e glúten');
  await full.go('Paçoca contém amendoim', 'Salvar R$ 18,50', 'Editar Banana split', 'Fechar');
  await full.go('Um a menos de Água', 'Mais um de Banana split', 'Remover Banana split', 'Desfazer');
  await full.go('Editar Taça do seu jeito', 'Mudar base ou sorvete');
  const again = await open({ kept: { 'acai-cart': cart.slice(3) } });
  await again.go('Editar Banana split', 'Trocar de taça');
  const gone = [
    { ...sampleItem, toppings: [{ id: 'kiwi', layer: 'TOP' }] },
    { ...sampleItem, id: 'b', baseId: 'zero', iceCreamId: 'coco' },
    { ...sampleItem, id: 'c', productId: 'colegial', sizeId: null, baseId: null, toppings: [] },
    { ...sampleItem, id: 'd', productId: 'cafe', sizeId: null, baseId: null, toppings: [] },
    { ...sampleItem, id: 'e', productId: 'never', sizeId: null, baseId: null, toppings: [] },
  ];
  const left = await open({ kept: { 'acai-cart': gone } });
  left.see('all of it has run out');
  await left.go('Continuar Pedido');
  await left.tap('Editar Açaí Pequeno (1º)');
  left.see('the first is edited');
  await left.go('Fechar');
  await left.tap('Editar Açaí Pequeno (2º)');
  left.see('the second is edited');
  const one = await open({ kept: { 'acai-cart': gone.slice(2, 3) } });
  one.see('one that has run out');
  const forty = Array.from({ length: 40 }, (_, at) => ({ ...fullCart[4]!, id: `w${at}` }));
  const most = await open({ kept: { 'acai-cart': forty }, menu: { ...fullMenu, discountPercent: 0 } });
  most.see('forty, in a shop without a discount');
  await most.go('Adicionar Suco');
  walk.note('in a shop that takes no orders');
  const shop = { kept: { 'acai-cart': fullCart.slice(3, 4) }, menu: sampleMenu };
  for (const [what, store] of [
    ['closed', { open: { state: 'closed', opensAt: { date: '2026-11-23', time: '10:00' } } }],
    ['closed for good', { open: { state: 'closed', opensAt: null } }],
    ['paused', { open: { state: 'paused', untilMs: NOW_MS + 1_500_000 } }],
    ['away', { storeOnline: false }],
    ['which does not know how long it takes', { readyTime: null }],
  ] as const)
    (await open({ ...shop, store })).see(what);
  (await open({ ...shop, answers: { 'GET /api/menu': refused(503, 'fora') } })).see('without the menu');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/cart.txt');
});

it('Seus Dados, and what becomes of them', async () => {
  standClock();
  const walk = createWalk();
  const open = (more: Parameters<typeof openFullShop>[2] = {}) =>
    openFullShop(walk, screens, { path: '/carrinho?passo=dados', kept: { 'acai-cart': fullCart }, ...more });
  const answers: Record<string, unknown> = {};
  const way = await open({ answers });
  way.see('nothing typed');
  const SUBMIT = 'Pedir e pagar com PIX';
  await way.go(SUBMIT);
  await way.type('Telefone (WhatsApp)', '9198');
  await way.go(SUBMIT);
  await way.type('Telefone (WhatsApp)', '91987654321');
  way.see('a phone');
  await way.go(SUBMIT, 'Levar você retira no balcão', 'Comer aqui na loja');
  await way.type('Nome para chamar', ' Ana ');
  await way.type('Observações', 'sem canudo');
  way.see('name and observation');
  for (const [what, answer] of [
    ['nobody answers', undefined],
    ['the shop is closed', refused(409, 'A loja está fechada agora.', { code: 'store-closed' })],
    ['too many', refused(429, 'Muitos pedidos em pouco tempo.', { code: 'too-many' })],
    ['a reason of no words', refused(400, '')],
    [
      'several reasons',
      refused(422, 'Confira o pedido.', {
        errors: [
          { field: 'items[0].baseId', message: 'Essa base acabou.' },
          { field: 'customerPhone', message: 'Confira o telefone.' },
        ],
      }),
    ],
    ['it is late', refused(410, 'O pedido perdeu a validade.', { code: 'lapsed' })],
    ['the server fails', refused(500, 'Erro interno.')],
  ] as const) {
    if (answer === undefined) delete answers[SEND];
    else answers[SEND] = answer;
    await way.tap(way.buttons().includes('Tentar de novo') ? 'Tentar de novo' : SUBMIT);
    way.see(`sent: ${what}`);
  }
  walk.note('at another price');
  const dearer = await open({
    kept: { 'acai-cart': fullCart.slice(0, 1), phone: '91987654321', consumptionType: 'takeaway' },
    store: { paymentMethods: [] },
    answers: { [SEND]: refused(409, 'O preço mudou.', { code: 'price-changed', totalCents: 1_800 }) },
  });
  dearer.see('what was typed before');
  await dearer.go('Fazer pedido · R$ 16,65');
  dearer.answers['GET /api/menu'] = {
    ...fullMenu,
    discountPercent: 0,
    sizes: [{ ...fullMenu.sizes[0]!, priceCents: 1_450 }],
  };
  await dearer.go('Agora não', 'Fazer pedido · R$ 16,65');
  dearer.answers[SEND] = { state: 'waiting', id: 'x' };
  await dearer.go('Pedir por R$ 18,00');
  await dearer.later(65_000);
  dearer.see('a minute later');
  walk.note('the payment is asked for, and no order was placed');
  (await open({ path: '/carrinho?passo=pagamento' })).see('with something in the cart');
  (await open({ path: '/carrinho?passo=pagamento', kept: {} })).see('with nothing in the cart');
  walk.note('placed');
  const view = (changes = {}) => ({
    access: 'whole',
    order: sampleOrder({ code: '7K2MQ9XWTB', status: 'PENDING', totalCents: 1_665, ...changes }),
    ticket: 't',
    money: { receivedCents: 0, returnedCents: 0, returning: false },
  });
  const placed = await open({
    kept: { 'acai-cart': fullCart, orderCode: 'OLDER', phone: '91987654321', consumptionType: 'local' },
    answers: {
      [SEND]: PLACED,
      'POST /api/orders/OLDER/cancel': {},
      'GET /api/orders/7K2MQ9XWTB': view(),
      'POST /api/orders/7K2MQ9XWTB/cash': {},
    },
  });
  await placed.tap('Fazer pedido · R$ 92,70');
  placed.see('sent');
  await placed.go('Dinheiro Pague no balcão');
  await placed.until(() => placed.words().includes('Troco'));
  for (const note of ['vinte', '10', '50']) {
    await placed.type('Troco para quanto?', note);
    placed.see(`type: ${note}`);
  }
  await placed.go('Confirmar Pedido');
  walk.note('a cart that another tab has emptied');
  const empty = await open({
    kept: { 'acai-cart': fullCart, phone: '91987654321', consumptionType: 'local' },
  });
  empty.stored.delete('acai-cart');
  await empty.tap('Fazer pedido · R$ 92,70');
  empty.see('sent');
  const closed = await open({
    store: { storeOnline: false },
    kept: {
      'acai-cart': [{ ...sampleItem, priceCents: 1_700 }],
      phone: '91987654321',
      consumptionType: 'local',
    },
  });
  closed.see('a shop that is away, and a total that is not the one that was seen');
  await closed.tap('Fazer pedido · R$ 16,65');
  closed.see('sent');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/data.txt');
});
