// What the cache tool clears, and what 'esquecer meus dados' does: an order that was placed here can still be paid after the one,
// and nothing of a person is left after the other.
import { expect, it } from 'vitest';
import { isCache, isPersonal } from './stored-keys.ts';

// Of spec/customer.md: the cart, the wizard and its edit- twin, the checkout, what signing in left.
it.each([
  'acai-cart',
  'step',
  'type',
  'category',
  'product',
  'size',
  'base',
  'iceCream',
  'meioAMeio',
  'secondaryIceCream',
  'toppings',
  'edit-size',
  'edit-toppings',
  'edit-item',
  'phone',
  'email',
  'consumptionType',
  'customerName',
  'observations',
  'paymentMethod',
  'orderCode',
  'cardAttempt',
  'checkout',
  'again',
  'avoid',
  'balcao-staff-session',
  'better-auth.session',
  'sb-token',
  'atacado_user',
])('both forget %s', (key) => {
  expect([isCache(key), isPersonal(key)]).toEqual([true, true]);
});

it.each([
  'balcao-orders',
  'balcao-notified',
  'balcao-waiting-sales',
  'atacado_cart',
  'atacado_comprador',
  'atacado_rascunho',
  'atacado_envio',
])('only forgetting a person takes %s', (key) => {
  expect([isCache(key), isPersonal(key)]).toEqual([false, true]);
});

it.each(['balcao-theme', 'edit', 'sizes', 'xsb-', 'acai-cart-2'])('%s is nobody’s data', (key) => {
  expect([isCache(key), isPersonal(key)]).toEqual([false, false]);
});
