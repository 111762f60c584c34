// What led to an order is forgotten with it: the next one is another order, and begins with nothing but the phone.
import { afterEach, expect, it, vi } from 'vitest';
import { attemptAt } from '../../data/attempt.ts';
import { isCache, WIZARD_KEYS } from '../../data/stored-keys.ts';
import { clearCheckout } from './clear-checkout.ts';

afterEach(() => vi.unstubAllGlobals());

it('an order that is paid leaves the phone, and no choice, no note, no attempt', () => {
  const kept = ['phone', 'consumptionType', 'balcao-orders', 'acai-cart'];
  const gone = ['orderCode', 'paymentMethod', 'cardAttempt', 'observations', ...WIZARD_KEYS];
  const stored = new Map([...kept, ...gone].map((key) => [key, 'x']));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  attemptAt('checkout').write({ id: 'id-1', claim: 'claim-1', asked: '{}', code: '7K2MQ9XWTB' });
  clearCheckout();
  expect([...stored.keys()]).toEqual(kept);
  expect(attemptAt('checkout').read()).toBeNull();
  expect(gone.every(isCache)).toBe(true);
});
