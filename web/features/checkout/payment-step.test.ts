// The last step of the checkout, once the order was placed: how it is paid leads on, and what was typed and put into the cart is done with.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCart } from '../../cart/cart-state.ts';
import { sampleAttempt, sampleItem } from '../../cart/sample.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop } from '../../testing/shop.ts';
import './payment/cash-view.tsx';
import { PaymentStep } from './payment-step.tsx';

const CODE = '7K2MQ9XWTB';
let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  stored.set('balcao-orders', JSON.stringify([{ code: CODE, token: 'token-1', atMs: 0 }]));
  stored.set('acai-cart', JSON.stringify([sampleItem]));
  stored.set('checkout', JSON.stringify(sampleAttempt(CODE)));
  for (const key of ['orderCode', 'observations']) stored.set(key, '1');
});
afterEach(closeScreen);

async function atPayment() {
  const order = sampleOrder({ code: CODE, status: 'PENDING', totalCents: 1_665 });
  const money = { receivedCents: 0, returnedCents: 0, returning: false };
  const cash = { method: 'cash', displayName: 'Dinheiro', description: null } as const;
  const { store } = await openShop({
    store: { paymentMethods: [cash] },
    answers: {
      [`GET /api/orders/${CODE}`]: { access: 'whole', order, ticket: 't', money },
      [`POST /api/orders/${CODE}/cash`]: {},
    },
  });
  const onBack = vi.fn<() => void>();
  const Step = () => {
    const navigate = useNavigate();
    const back = createElement('button', { onClick: () => void navigate(-1) }, 'Um passo atrás');
    return createElement('div', null, createElement(PaymentStep, { code: CODE, onBack }), back);
  };
  const screen = createElement(Step);
  return { ...(await openScreen(screen, { store, path: '/carrinho?passo=pagamento' })), onBack };
}

it('says under which code the order is found, and what is owed, and leads back to its data', async () => {
  const page = await atPayment();
  expect(page.words()).toMatch(/^Pedido criado! Código 7K2MQ-9XWTB Falta pagar R\$ 16,65 Açaí da Praça/);
  await page.tap('Voltar aos dados do pedido');
  expect(page.onBack).toHaveBeenCalledTimes(1);
  expect(loadCart().cart).toHaveLength(1);
});

it('once it is settled the order’s own page follows, and cart and notes are empty', async () => {
  const page = await atPayment();
  await page.tap('Dinheiro Pague no balcão ao retirar');
  await page.until(() => page.buttons().includes('Confirmar Pedido'));
  await page.tap('Confirmar Pedido');
  expect(page.path()).toBe(`/pedido/sucesso/${CODE}`);
  expect(loadCart().cart).toEqual([]);
  for (const key of ['acai-cart', 'checkout', 'orderCode', 'observations', 'paymentMethod'])
    expect([key, stored.has(key)]).toEqual([key, false]);
  // Nobody comes back to what is paid.
  await page.tap('Um passo atrás');
  expect(page.path()).toBe(`/pedido/sucesso/${CODE}`);
});
