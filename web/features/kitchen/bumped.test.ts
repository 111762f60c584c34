// What was taken off this screen, however long it has hung there.
import { expect, it } from 'vitest';
import { openHook } from '../../testing/screen.ts';
import { useBumpedOrders } from './bumped.ts';

it('a ticket that is taken away goes whatever went before it; what is forgotten is what went first', async () => {
  const hook = await openHook(useBumpedOrders);
  const bump = (id: string) => hook.when(() => hook.now()[1](id));
  await hook.when(() => {
    for (let at = 1; at <= 200; at += 1) hook.now()[1](`order-${at}`);
  });
  expect(hook.now()[0]).toHaveLength(200);
  await bump('newest');
  expect(hook.now()[0]).toHaveLength(200);
  expect(hook.now()[0].at(-1)).toBe('newest');
  expect(hook.now()[0]).not.toContain('order-1');
  expect(hook.now()[0]).toContain('order-2');
  // Once is enough.
  await bump('order-2');
  expect(hook.now()[0].at(-1)).toBe('newest');
  const again = await openHook(useBumpedOrders);
  expect(again.now()[0]).toEqual(hook.now()[0]);
});
