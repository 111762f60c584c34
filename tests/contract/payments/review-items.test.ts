// What a person must look at, as it is written, ended and told anew: once, whoever finds it and however often. The use case alone, on a
// database of its own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  endAccountFault,
  endReviewItem,
  listReviewItems,
  raiseAccountFault,
  raiseDispute,
  raiseReviewItem,
  raiseReviewItemAnew,
} from '../../../cloud/payments/review-items.ts';
import { paymentAttempts, paymentReviewItems } from '../../../cloud/payments/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 21, 15);
const DUE_MS = NOW_MS + 5 * DAY_MS;
let database: TestDatabase;
let storeId: string;
let attemptId: string;
const db = () => database.db;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, attemptId] = [randomUUID(), randomUUID()];
});

const items = () => db().select().from(paymentReviewItems).orderBy(paymentReviewItems.raisedAtMs);
const alarmed = (atMs: number) => db().update(paymentReviewItems).set({ alarmedAtMs: atMs });
const ended = (atMs: number) => db().update(paymentReviewItems).set({ endedAtMs: atMs });

it('is told to the owner, but for what the course of things deals with, and is one however often it is found', async () => {
  for (const kind of ['late', 'mismatch', 'mismatch'] as const)
    await raiseReviewItem(db() as never, storeId, { attemptId, kind }, NOW_MS);
  const rows = await items();
  expect(new Map(rows.map(({ kind, alarmedAtMs }) => [kind, alarmedAtMs]))).toEqual(
    new Map([
      ['late', NOW_MS],
      ['mismatch', null],
    ]),
  );
  expect(rows).toHaveLength(2);
});

it('is ended once, when it was; the others of its payment and of other shops go on', async () => {
  const of = (kind: 'mismatch' | 'claim', store = storeId) =>
    raiseReviewItem(db() as never, store, { attemptId, kind }, NOW_MS);
  await of('mismatch');
  await of('claim');
  await of('mismatch', randomUUID());
  const end = (atMs: number) =>
    db().transaction((tx) => endReviewItem(tx, storeId, { attemptId, kind: 'mismatch' }, atMs));
  expect([await end(NOW_MS + 1), await end(NOW_MS + 2)]).toEqual([true, false]);
  expect((await items()).map(({ endedAtMs }) => endedAtMs).filter((at) => at !== null)).toEqual([NOW_MS + 1]);
});

it('that happens anew is listed and told once more where it was ended, and is as it was while it is listed', async () => {
  const again = (atMs: number) =>
    db().transaction((tx) => raiseReviewItemAnew(tx, storeId, { attemptId, kind: 'refund-failed' }, atMs));
  await again(NOW_MS);
  await alarmed(NOW_MS);
  await again(NOW_MS + 1);
  expect(await items()).toMatchObject([{ raisedAtMs: NOW_MS, alarmedAtMs: NOW_MS, endedAtMs: null }]);
  await ended(NOW_MS + 2);
  // By a clock that was set back it is later than before all the same.
  await again(NOW_MS - DAY_MS);
  expect(await items()).toMatchObject([{ raisedAtMs: NOW_MS + 1, alarmedAtMs: null, endedAtMs: null }]);
});

it.each<
  [
    string,
    number | null,
    boolean,
    number | null,
    { dueAtMs: number | null; isTold: boolean; isListed: boolean },
  ]
>([
  ['the same deadline', DUE_MS, false, DUE_MS, { dueAtMs: DUE_MS, isTold: false, isListed: true }],
  ['no deadline', DUE_MS, false, null, { dueAtMs: DUE_MS, isTold: false, isListed: true }],
  ['its first deadline', null, false, DUE_MS, { dueAtMs: DUE_MS, isTold: true, isListed: true }],
  ['a later one', DUE_MS, false, DUE_MS + 1, { dueAtMs: DUE_MS + 1, isTold: true, isListed: true }],
  ['an earlier one', DUE_MS, false, DUE_MS - 1, { dueAtMs: DUE_MS - 1, isTold: true, isListed: true }],
  [
    'the same, though it was ended',
    DUE_MS,
    true,
    DUE_MS,
    { dueAtMs: DUE_MS, isTold: false, isListed: false },
  ],
  [
    'an earlier one, though it was ended',
    DUE_MS,
    true,
    DUE_MS - 1,
    { dueAtMs: DUE_MS, isTold: false, isListed: false },
  ],
  ['none, though it was ended', DUE_MS, true, null, { dueAtMs: DUE_MS, isTold: false, isListed: false }],
  [
    'a later one, though it was ended',
    DUE_MS,
    true,
    DUE_MS + 1,
    { dueAtMs: DUE_MS + 1, isTold: true, isListed: true },
  ],
])('[P24] a dispute that is heard of again with %s', async (_name, before, isEnded, dueAtMs, then) => {
  const item = { attemptId, kind: 'claim' } as const;
  await raiseDispute(db(), storeId, { ...item, dueAtMs: before }, NOW_MS);
  await alarmed(NOW_MS);
  if (isEnded) await ended(NOW_MS);
  await raiseDispute(db(), storeId, { ...item, dueAtMs }, NOW_MS + 1);
  const rows = await items();
  expect(
    rows.map((row) => ({
      ...{ dueAtMs: row.dueAtMs, isTold: row.alarmedAtMs === null, isListed: row.endedAtMs === null },
    })),
  ).toEqual([then]);
});

it('an account that the provider refuses is one, of each shop, until it takes payments again; nothing else ends with it', async () => {
  const otherId = randomUUID();
  const listed = async () =>
    (await items())
      .filter((row) => row.endedAtMs === null)
      .map((row) => [row.storeId, row.attemptId, row.kind]);
  const second = randomUUID();
  for (const id of [attemptId, second]) await raiseAccountFault(db(), storeId, id, NOW_MS);
  await raiseAccountFault(db(), otherId, second, NOW_MS + 1);
  await raiseReviewItem(db() as never, storeId, { attemptId, kind: 'mismatch' }, NOW_MS + 2);
  const other = [
    [otherId, second, 'creation-refused'],
    [storeId, attemptId, 'mismatch'],
  ];
  expect(await listed()).toEqual([[storeId, attemptId, 'creation-refused'], ...other]);
  await endAccountFault(db(), storeId, NOW_MS + 3);
  expect(await listed()).toEqual(other);
  await raiseAccountFault(db(), storeId, second, NOW_MS + 4);
  expect(await listed()).toEqual([...other, [storeId, second, 'creation-refused']]);
});

it('is listed while it is open, the oldest first, with the payment of its own shop', async () => {
  const attempt = (of: string, id: string, orderCode: string) => ({
    ...{ storeId: of, id, orderId: randomUUID(), orderCode, method: 'pix' as const, amountCents: 1000 },
    ...{ status: 'approved' as const, observedAtMs: 0, createdAtMs: 0 },
  });
  const [otherId, second] = [randomUUID(), randomUUID()];
  await db()
    .insert(paymentAttempts)
    .values([
      attempt(storeId, attemptId, 'ONE'),
      attempt(storeId, second, 'TWO'),
      attempt(otherId, attemptId, 'NOT'),
    ]);
  const raise = (id: string, kind: 'claim' | 'mismatch' | 'late', atMs: number, of = storeId) =>
    raiseReviewItem(db() as never, of, { attemptId: id, kind }, atMs);
  await raise(second, 'claim', NOW_MS + 2);
  await raise(attemptId, 'mismatch', NOW_MS + 1);
  await raise(attemptId, 'claim', NOW_MS + 3);
  await raise(attemptId, 'claim', NOW_MS, otherId);
  await raise(attemptId, 'late', NOW_MS);
  await db().transaction((tx) => endReviewItem(tx, storeId, { attemptId, kind: 'late' }, NOW_MS));
  expect(
    (await listReviewItems(db(), storeId)).map(({ item, attempt: own }) => [own.orderCode, item.kind]),
  ).toEqual([
    ['ONE', 'mismatch'],
    ['TWO', 'claim'],
    ['ONE', 'claim'],
  ]);
});

it('is listed with all that a shop has open after a bad day, however many they are', async () => {
  const ids = Array.from({ length: 200 }, () => randomUUID());
  await db()
    .insert(paymentAttempts)
    .values(
      ids.map((id) => ({
        ...{ storeId, id, orderId: randomUUID(), orderCode: 'CODE', method: 'pix' as const },
        ...{ amountCents: 1000, status: 'approved' as const, observedAtMs: 0, createdAtMs: 0 },
      })),
    );
  await db()
    .insert(paymentReviewItems)
    .values(
      ids.map((id, at) => ({ storeId, attemptId: id, kind: 'mismatch' as const, raisedAtMs: NOW_MS + at })),
    );
  expect((await listReviewItems(db(), storeId)).map(({ attempt }) => attempt.id)).toEqual(ids);
});
