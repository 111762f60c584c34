// What led to an order is forgotten with it: the next one is another order, and begins with nothing but the phone.
import { createElement } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCart } from '../../cart/cart-state.ts';
import type { CartItem } from '../../cart/cart.ts';
import { sampleAttempt, sampleItem } from '../../cart/sample.ts';
import { attemptAt } from '../../data/attempt.ts';
import { isCache, WIZARD_KEYS } from '../../data/stored-keys.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { useCheckoutEnd } from './checkout-end.ts';

const CODE = '7K2MQ9XWTB';
const PAID = `/pedido/sucesso/${CODE}`;
const GONE = ['orderCode', 'paymentMethod', 'cardAttempt', 'observations', ...WIZARD_KEYS];
const KEPT = ['phone', 'consumptionType', 'balcao-orders'];
let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  for (const key of [...KEPT, ...GONE]) stored.set(key, 'x');
});
afterEach(closeScreen);

/** A payment page of which the test decides when it is answered, also after the customer left it. */
async function paying(cart: CartItem[], attempt = sampleAttempt(CODE)) {
  stored.set('acai-cart', JSON.stringify(cart));
  attemptAt('checkout').write(attempt);
  let answered: () => void = () => undefined;
  const Payment = () => {
    answered = useCheckoutEnd(CODE);
    return null;
  };
  const Shop = () => {
    const navigate = useNavigate();
    return createElement('button', { onClick: () => void navigate('/pedido') }, 'Sair');
  };
  const page = await openScreen(
    createElement(
      'div',
      null,
      createElement(Shop),
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/carrinho', element: createElement(Payment) }),
        createElement(Route, { path: '*', element: null }),
      ),
    ),
    { path: '/carrinho' },
  );
  return {
    path: page.path,
    answer: () => page.when(() => answered()),
    leave: () => page.tap('Sair'),
  };
}

it('an order that is paid leaves the phone, and no choice, no note, no attempt', async () => {
  const page = await paying([sampleItem]);
  await page.answer();
  expect([...stored.keys()].filter((key) => stored.get(key) === 'x')).toEqual(KEPT);
  expect(attemptAt('checkout').read()).toBeNull();
  expect(stored.has('acai-cart')).toBe(false);
  expect(page.path()).toBe(PAID);
  expect(GONE.every(isCache)).toBe(true);
});

it('what was put into the cart since, or changed there, stays', async () => {
  const other = { ...sampleItem, id: 'item-2' };
  const changed = { ...sampleItem, id: 'item-3', toppings: [] };
  const attempt = sampleAttempt(CODE, [sampleItem, { ...changed, toppings: sampleItem.toppings }]);
  const page = await paying([sampleItem, other, changed], attempt);
  await page.answer();
  expect(loadCart().cart).toEqual([other, changed]);
  expect(stored.has('orderCode')).toBe(false);
});

it('an answer that comes after the page was left takes out what is paid, and leads nowhere', async () => {
  const other = { ...sampleItem, id: 'item-2' };
  const page = await paying([sampleItem, other]);
  await page.leave();
  await page.answer();
  expect(loadCart().cart).toEqual([other]);
  expect(attemptAt('checkout').read()).toBeNull();
  expect(page.path()).toBe('/pedido');
});

it.each(['ANOTHER', null])('leaves another order (%s) that is under way as it is', async (code) => {
  const page = await paying([sampleItem], sampleAttempt(code));
  stored.set('paymentMethod', 'pix');
  await page.leave();
  await page.answer();
  expect(loadCart().cart).toEqual([sampleItem]);
  expect(attemptAt('checkout').read()).toEqual(sampleAttempt(code));
  for (const key of GONE) expect([key, stored.has(key)]).toEqual([key, true]);
  expect(page.path()).toBe('/pedido');
});
