// What one wing of the store does for another at once, where a timer would do it half a minute later too.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';

let store: TestStore;
beforeEach(async () => (store = await openTestStore()));
afterEach(() => store.close());

it('what is to be printed wakes the printers at once, and nothing else does', async () => {
  const woken = vi.spyOn(store.printing, 'wake');
  for (const topic of ['log', 'menu', 'wholesale'] as const) store.orders.wake.notify(topic);
  await Promise.resolve();
  expect(woken).not.toHaveBeenCalled();
  store.orders.wake.notify('print');
  await Promise.resolve();
  expect(woken).toHaveBeenCalledTimes(1);
});
