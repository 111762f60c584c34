// An order on its way: what the relay and the store write about it has one id, which the customer is told too.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { ANSWER_ID_HEADER, REQUEST_ID_HEADER } from '@balcao/shared/host/request-id.ts';
import { openWholeShop, type WholeShop } from '../../harness/whole-shop.ts';

let shop: WholeShop;
beforeAll(async () => {
  shop = await openWholeShop({}, 'pglite');
});
afterAll(() => shop.close());

const linesOf = (id: string): Record<string, unknown>[] =>
  shop.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['requestId'] === id);

it('[24] relay, link and store write the same id', async () => {
  const forged = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  const answer = await fetch(`${shop.relayUrl}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [REQUEST_ID_HEADER]: forged },
    body: JSON.stringify(sampleRequest({ id: v7() })),
  });
  expect(answer.status).toBe(201);
  const id = answer.headers.get(ANSWER_ID_HEADER) ?? '';
  expect(id).not.toBe(forged);
  expect(linesOf(id)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ route: '/api/orders', status: 201 }),
      expect.objectContaining({ route: '/link/commands', status: 200 }),
    ]),
  );
  expect(linesOf(forged)).toEqual([]);
});
