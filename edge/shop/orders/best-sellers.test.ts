// What sold most of late: paid, by count, and without reading every order that ever was.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { raiseCounter } from '../../storage/counters.ts';
import { sell } from '../../testing/sell.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { createBestSellers } from './best-sellers.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const [anItem] = sampleOrder().items as [Order['items'][number]];
const sold = (productIds: readonly (string | null)[], changes: Partial<Order> = {}) =>
  sell(store, store.clock.nowMs, {
    items: productIds.map((productId, n) => ({
      ...anItem,
      id: `item-${n}`,
      productId,
      productName: productId,
    })),
    ...changes,
  });
const read = (ordersMax?: number) => createBestSellers(store.db, ordersMax).productIds();

it('names what sold most first, of the same count what sold last, and no açaí, which has no product', () => {
  sold(['suco', 'taca', 'taca']);
  sold(['agua', null]);
  expect(read()).toEqual(['taca', 'agua', 'suco']);
});

it('counts neither what was called off nor what is unpaid', () => {
  sold(['suco'], { status: 'CANCELLED' });
  sold(['taca'], { status: 'PENDING', paymentStatus: 'pending', paymentMethod: null });
  expect(read()).toEqual([]);
});

it('looks at the newest orders alone', () => {
  sold(['antigo']);
  sold(['novo']);
  sold(['novo']);
  expect(read(3)).toEqual(['novo', 'antigo']);
  expect(read(2)).toEqual(['novo']);
});

it('looks at five hundred of them', () => {
  sold(['antigo']);
  raiseCounter(store.db, 'order_number', 499);
  sold(['novo']);
  expect(read()).toEqual(['novo', 'antigo']);
  sold(['novo']);
  expect(read()).toEqual(['novo']);
});

it('finds them by the numbers of the orders', () => {
  const { $client } = store.db;
  const asked: string[] = [];
  createBestSellers({
    $client: {
      prepare: (text: string) => {
        asked.push(text);
        return $client.prepare(text);
      },
    },
  } as unknown as TestStore['db']);
  const plan = $client.prepare(`explain query plan ${asked[0]}`).all(500) as { detail: string }[];
  expect(
    plan.map(({ detail }) => detail).filter((detail) => /SCAN (orders|order_items)/.test(detail)),
  ).toEqual([]);
});
