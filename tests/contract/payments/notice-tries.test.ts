// A notified payment that the provider does not show yet: asked for again and again, more and more seldom, and given up after twelve tries.
// What is given up here, the attempt's own looks still find.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refused } from '@balcao/shared/result.ts';
import { createNotices } from '../../../cloud/payments/attempts/notices.ts';
import { paymentNotices } from '../../../cloud/payments/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const START_MS = Date.UTC(2026, 10, 21, 15);

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());

it('is asked for after 1, 3, 10 and 30 seconds, then every two minutes, twelve times in all', async () => {
  let nowMs = START_MS;
  const asked: number[] = [];
  const notices = createNotices({
    db: database.db,
    provider: {
      async fetch() {
        asked.push(nowMs);
        return refused({ kind: 'unreachable', detail: 'no route' });
      },
    },
    credentials: { of: () => Promise.resolve({}) },
    clock: () => nowMs,
    log: { warn: () => undefined },
  } as unknown as Parameters<typeof createNotices>[0]);
  await database.db.insert(paymentNotices).values({
    ...{ storeId: randomUUID(), noticeId: 'n', providerPaymentId: 'p', topic: 'payment' },
    ...{ receivedAtMs: START_MS, nextTryAtMs: START_MS },
  });
  const next = async () => (await database.db.select().from(paymentNotices))[0]?.nextTryAtMs ?? null;
  for (let atMs = await next(); atMs !== null && asked.length < 20; atMs = await next()) {
    nowMs = atMs - 1;
    expect(await notices.runDue()).toBe(0);
    nowMs = atMs;
    expect(await notices.runDue()).toBe(1);
  }
  const waited = asked.map((atMs, n) => (atMs - (asked[n - 1] ?? START_MS)) / 1000);
  expect(waited).toEqual([0, 1, 3, 10, 30, 120, 120, 120, 120, 120, 120, 120]);
});
