// What comes back of wholesale orders from the log's rows, and with which number the store goes on.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { readWholesaleRows } from './replica.ts';
import { createWholesaleRepository } from './wholesale-repository.ts';

let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
});
afterEach(() => void db.$client.close());

it('an order comes back as its newest row has it, however often they come, and the next one has a number of its own', () => {
  const order = sampleWholesaleOrder({ orderNumber: 7 });
  const begun = { ...order, status: 'EM_ANDAMENTO', startedAtMs: 20_000, updatedAtMs: 20_000 } as const;
  const claimHash = 'c'.repeat(64);
  // The store has it already, as its browser sent it: sent once more it is the same order.
  createWholesaleRepository(db).insert(order, 'as it was sent', claimHash);
  const reader = readWholesaleRows(db);
  for (const [index, body] of [order, begun, order, begun].entries())
    reader.restore(order.id, {
      ...{ seq: index + 1, atMs: body.updatedAtMs },
      text: JSON.stringify({ ...body, claimHash }),
    });
  const repository = createWholesaleRepository(db);
  expect(repository.list('open', undefined, 9)).toEqual([begun]);
  expect(repository.claimHashOf(order.id)).toBe(claimHash);
  expect(repository.requestHashOf(order.id)).toBe('as it was sent');
  expect(repository.nextNumber()).toBe(8);
});
