// What a watcher reads of what waits at the relay: of each kind what is open counts, and what is over does not. The gauges alone, on a
// database of their own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { relayGauges } from '../../../cloud/http/relay-gauges.ts';
import {
  alarms,
  commands,
  paymentAttempts,
  paymentNotices,
  paymentRefunds,
  paymentReviewItems,
  pushMessages,
} from '../../../cloud/storage/schema.ts';
import type { StoreRow } from '../../../cloud/shop/stores/stores.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
let database: TestDatabase;
let nowMs: number;
let read: (name: string) => Promise<unknown>;
const storeId = randomUUID();

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  nowMs = NOW_MS;
  const linked = { storeId, condition: 'following' } as StoreRow;
  const gauges = relayGauges({
    ...{ db: database.db, clock: () => nowMs, version: '1.2.3', ping: () => Promise.resolve() },
    stores: {
      all: () =>
        Promise.resolve([linked, ...['fenced', 'following'].map((condition) => stranger(condition))]),
    },
    gateway: { session: (id) => (id === storeId ? {} : null) },
    streams: { size: () => 7 },
    admission: { counts: () => ({ running: 3, waiting: 2, turnedAway: 5 }) },
    workers: { reports: () => [] },
  });
  read = async (name) => gauges.find((gauge) => gauge.name === name)?.read();
});
const stranger = (condition: string) => ({ storeId: randomUUID(), condition }) as StoreRow;

it('says which version runs, how the stores stand, which are linked here, and what is under way', async () => {
  expect(await read('build')).toEqual({ '1.2.3': 1 });
  expect(await read('stores')).toEqual({ following: 2, fenced: 1 });
  expect(await read('links')).toBe(1);
  expect(await read('requests_under_way')).toEqual({ running: 3, waiting: 2 });
  expect([await read('requests_turned_away'), await read('live_streams')]).toEqual([5, 7]);
});

it('counts commands that wait, and how long the oldest does that is not put off; asked again, for five seconds', async () => {
  const command = (state: typeof commands.$inferInsert.state, ageMs: number) => ({
    ...{ storeId, id: randomUUID(), orderId: randomUUID(), kind: 'order.place', requestHash: '' },
    ...{ state, nextAtMs: 0, createdAtMs: NOW_MS - ageMs },
  });
  const put = (...rows: ReturnType<typeof command>[]) => database.db.insert(commands).values(rows);
  await put(command('deferred', 90_000), command('done', 80_000), command('set-aside', 75_000));
  expect(await read('commands_oldest_seconds')).toBe(0);
  nowMs += 4999;
  await put(command('queued', 60_000), command('queued', 30_000));
  expect(await read('commands_waiting')).toEqual({ deferred: 1 });
  nowMs += 1;
  expect(await read('commands_waiting')).toEqual({ deferred: 1, queued: 2 });
  expect(await read('commands_oldest_seconds')).toBe(65);
});

it('counts payments of which more is expected, paid ones that the store has not answered, and open refunds', async () => {
  const attempt = (changes: Partial<typeof paymentAttempts.$inferInsert>) => ({
    ...{ storeId, id: randomUUID(), orderId: randomUUID(), orderCode: 'A1', method: 'pix' as const },
    ...{ amountCents: 100, status: 'approved' as const, observedAtMs: 0, createdAtMs: 0, ...changes },
  });
  await database.db
    .insert(paymentAttempts)
    .values([
      attempt({ status: 'pending', nextCheckAtMs: NOW_MS }),
      attempt({ nextCheckAtMs: NOW_MS, paidAtMs: NOW_MS }),
      attempt({ paidAtMs: NOW_MS, acknowledgedAtMs: NOW_MS }),
      attempt({ status: 'cancelled' }),
    ]);
  const refund = (state: typeof paymentRefunds.$inferInsert.state, nextTryAtMs: number | null) => ({
    ...{ storeId, id: randomUUID(), attemptId: randomUUID(), reason: 'asked' as const },
    ...{ state, createdAtMs: 0, nextTryAtMs },
  });
  await database.db
    .insert(paymentRefunds)
    .values([
      refund('sent', NOW_MS),
      refund('sent', NOW_MS),
      refund('to-review', NOW_MS),
      refund('done', null),
    ]);
  expect(await read('payments_open')).toEqual({ pending: 1, approved: 1 });
  expect(await read('payments_unacknowledged')).toBe(1);
  expect(await read('refunds_open')).toEqual({ sent: 2, 'to-review': 1 });
});

it('counts notices to deal with, what a person has to look at, messages to send, and alarms that nobody was told of', async () => {
  const notice = (nextTryAtMs: number | null) => ({
    ...{ storeId, noticeId: randomUUID(), providerPaymentId: '1', receivedAtMs: 0, nextTryAtMs },
  });
  await database.db.insert(paymentNotices).values([notice(1), notice(2), notice(null)]);
  const item = (kind: typeof paymentReviewItems.$inferInsert.kind, endedAtMs: number | null) => ({
    ...{ storeId, attemptId: randomUUID(), kind, raisedAtMs: 0, endedAtMs },
  });
  await database.db.insert(paymentReviewItems).values([item('claim', null), item('mismatch', 1)]);
  const message = { title: '', body: '', url: '', tag: '' };
  await database.db
    .insert(pushMessages)
    .values({ storeId, id: randomUUID(), message, createdAtMs: 0, expiresAtMs: 0, nextTryAtMs: 0 });
  const alarm = (changes: Partial<typeof alarms.$inferInsert>) => ({
    ...{ storeId, id: randomUUID(), title: '', text: '', sinceMs: 0, ...changes },
  });
  await database.db
    .insert(alarms)
    .values([alarm({}), alarm({}), alarm({ notifiedAtMs: 1 }), alarm({ endedAtMs: 1 })]);
  expect(await read('payment_notices_waiting')).toBe(2);
  expect(await read('payment_reviews_open')).toEqual({ claim: 1 });
  expect(await read('push_messages_waiting')).toBe(1);
  expect(await read('alarms_untold')).toBe(2);
});
