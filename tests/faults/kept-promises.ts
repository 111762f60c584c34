// The end of an evening on which parts of the shop were killed or replaced while a crowd ordered and paid.
import { expect } from 'vitest';
import type { TestShop } from '../support/shop.ts';
import type { Crowd } from './shop-crowd.ts';
import { findings, type RelayDatabase } from './shop-findings.ts';
import { heal } from './shop-kills.ts';

const SETTLED = { timeout: 60_000, interval: 50 };

/** What was begun is settled, every promise of the crowd is kept, and every order was charged once. */
export async function expectPromisesKept(
  shop: Pick<TestShop, 'joined' | 'dataDir'>,
  relay: RelayDatabase,
  crowd: Pick<Crowd, 'promises' | 'surprises'>,
): Promise<void> {
  expect(crowd.surprises).toEqual([]);
  expect(await heal(shop, relay)).toEqual([]);
  const paid = [...crowd.promises.values()].filter((promise) => promise.paymentId !== undefined);
  expect(paid.length).toBeGreaterThan(0);
  for (const promise of paid) promise.status = 'RECEBIDO';
  // The last notice may still be on its way.
  await expect.poll(() => findings(shop.dataDir, relay, crowd.promises), SETTLED).toEqual([]);
  const twice = 'select order_id from payment_attempts group by 1 having count(*) > 1';
  expect(await relay.query(twice)).toEqual([]);
}
