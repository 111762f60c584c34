// What was ordered most of late is the same here, by the tables, as the pure rule says of whole orders, and costs no whole table.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rankOrdered } from '@balcao/shared/menu/most-ordered.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { sell } from '../../testing/sell.ts';
import { raiseCounter } from '../../storage/counters.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { createMostOrdered } from './most-ordered.ts';

const DAY = 86_400_000;
let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const [anItem] = sampleOrder().items as [Order['items'][number]];
const sold = (
  productId: string | null,
  toppings: readonly string[],
  changes: Partial<Order> = {},
  agoMs = 0,
) =>
  sell(store, store.clock.nowMs - agoMs, {
    items: [
      {
        ...anItem,
        productId,
        productName: productId,
        toppings: toppings.map((toppingId) => ({
          toppingId,
          name: toppingId,
          category: '' as const,
          layer: 'TOP' as const,
          priceCents: 0,
        })),
      },
    ],
    ...changes,
  });
const read = () => createMostOrdered(store.db).ids(store.clock.nowMs);

it('tells cups and toppings of at least five paid orders, as the rule does', () => {
  const orders = [
    ...Array.from({ length: 6 }, () => sold('taca', ['mel', 'mel'])),
    ...Array.from({ length: 5 }, () => sold(null, ['banana'])),
    ...Array.from({ length: 4 }, () => sold('agua', [])),
  ];
  expect(read()).toEqual(['mel', 'taca', 'banana']);
  expect(rankOrdered(orders)).toEqual(read());
});

it('counts what was called off, is unpaid, or was ordered more than thirty days ago as nothing', () => {
  for (let n = 0; n < 5; n += 1) {
    sold('cancelada', [], { status: 'CANCELLED' });
    sold('aberta', [], { status: 'PENDING', paymentStatus: 'pending', paymentMethod: null });
    sold('antiga', [], {}, 30 * DAY);
    sold('recente', [], {}, 30 * DAY - 1);
  }
  expect(read()).toEqual(['recente']);
});

it('counts an order once, however many of the same it has', () => {
  const two = (productId: string) =>
    sold(null, [], {
      items: ['01', '02'].map((end) => ({
        ...anItem,
        id: `${anItem.id.slice(0, -2)}${end}`,
        productId,
        productName: productId,
        toppings: [],
      })),
    });
  for (let n = 0; n < 4; n += 1) two('bolo');
  for (let n = 0; n < 5; n += 1) two('taca');
  expect(read()).toEqual(['taca']);
});

it('looks at the five hundred newest orders', () => {
  for (let n = 0; n < 5; n += 1) sold('antiga', []);
  raiseCounter(store.db, 'order_number', 499);
  sold('nova', []);
  // The oldest of its five is the first of the five hundred.
  expect(read()).toEqual(['antiga']);
  sold('nova', []);
  expect(read()).toEqual([]);
});

it('finds them by the numbers of the orders', () => {
  const { $client } = store.db;
  const asked: string[] = [];
  createMostOrdered({
    $client: {
      prepare: (text: string) => {
        asked.push(text);
        return $client.prepare(text);
      },
    },
  } as unknown as TestStore['db']);
  const plan = $client
    .prepare(`explain query plan ${asked[0]}`)
    .all({ sinceMs: 0, orders: 500, min: 5, ids: 24 }) as { detail: string }[];
  expect(plan.map(({ detail }) => detail).filter((detail) => /SCAN order/.test(detail))).toEqual([]);
});
