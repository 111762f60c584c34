// After an order is paid, or will be at the counter: what led to it is forgotten. The phone stays for the next order.
import { removeStored } from '../../data/device.ts';
import { WIZARD_KEYS } from '../../data/stored-keys.ts';
import { attemptAt } from '../../data/attempt.ts';

export function clearCheckout(): void {
  attemptAt('checkout').clear();
  for (const key of ['orderCode', 'paymentMethod', 'cardAttempt', 'observations', ...WIZARD_KEYS])
    removeStored(key);
}
