// After an order is paid, or will be at the counter: what led to it is forgotten. The phone stays for the next order.
import { removeStored } from '../../api/device.ts';
import { WIZARD_KEYS } from '../../api/stored-keys.ts';
import { attemptAt } from '../../api/attempt.ts';

export function forgetCheckout(): void {
  attemptAt('checkout').clear();
  for (const key of ['orderCode', 'paymentMethod', 'observations', ...WIZARD_KEYS]) removeStored(key);
}
